import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const service = z.strictObject({
  build: z.object({ context: z.literal('.'), args: z.record(z.string(), z.string()) }).optional(),
  image: z.string(),
  init: z.boolean().optional(),
  restart: z.literal('unless-stopped'),
  stop_grace_period: z.string().regex(/^\d+s$/),
  depends_on: z
    .record(z.string(), z.object({ condition: z.literal('service_healthy') }))
    .optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string().startsWith('127.0.0.1:')).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z
    .object({ test: z.array(z.string()).min(2) })
    .loose()
    .optional(),
  shm_size: z.string().optional(),
  read_only: z.literal(true),
  tmpfs: z.array(z.string().startsWith('/')),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  pids_limit: z.number().optional(),
  mem_limit: z.string().optional(),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }),
});

const composeFile = z.strictObject({
  name: z.string(),
  services: z.strictObject({ bot: service, database: service }),
  volumes: z.record(z.string(), z.null()),
});

const { services, volumes } = composeFile.parse(
  parse(readFileSync('compose.yaml', 'utf8'), { merge: true }),
);

const seconds = (text: string): number => Number(text.replace('s', ''));

describe('compose.yaml', () => {
  it('makes the bot wait for the database and find it by its name', () => {
    const { bot, database } = services;
    expect(Object.keys(bot.depends_on ?? {})).toEqual(['database']);
    expect(database.healthcheck?.test).toContain('pg_isready');
    const url = bot.environment['DATABASE_URL']?.replace(/\$\{.*\}/, 'secret') ?? '';
    expect(new URL(url).hostname).toBe('database');
  });

  it('gives the bot time to stop, and signals from its first moment', () => {
    expect(seconds(services.bot.stop_grace_period)).toBeGreaterThan(8);
    expect(services.bot.init).toBe(true);
  });

  it('gives the bot a port that stays, and several processes as many as they are', () => {
    expect(services.bot.ports).toEqual(['127.0.0.1:${HTTP_PORTS:-3000}:3000']);
    expect(services.bot.volumes).toBeUndefined();
    expect(services.bot.cap_add).toBeUndefined();
  });

  it('has volumes only for the files of the database', () => {
    const kept = services.database.volumes?.filter((volume) => !volume.endsWith(':ro'));
    expect(kept?.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes));
  });

  // role.test.ts checks that the role is no superuser.
  it('creates the database role of the bot', () => {
    const { bot, database } = services;
    const [script] = (database.volumes ?? []).filter((volume) => volume.endsWith(':ro'));
    const [from = '', to] = (script ?? '').split(':');
    expect(existsSync(from)).toBe(true);
    expect(to).toMatch(/^\/docker-entrypoint-initdb\.d\/[a-z-]+\.sh$/);
    expect(database.environment).not.toHaveProperty('POSTGRES_USER');
    expect(bot.environment['DATABASE_URL']).toMatch(/^postgres:\/\/bandeja:/);
  });

  it('limits the memory of the bot as the systemd unit does', () => {
    const [, unit] = /^MemoryMax=(\d+)M$/m.exec(
      readFileSync('docs/operations/bandeja.service', 'utf8'),
    ) ?? ['', ''];
    expect(services.bot.mem_limit).toBe(`${unit}m`);
  });

  it('takes its images from .env, where a digest can pin them', () => {
    const [, node = ''] = /^ARG NODE_IMAGE=(.*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    expect(services.bot.build?.args).toEqual({ NODE_IMAGE: `\${NODE_IMAGE:-${node}}` });
    expect(services.database.image).toMatch(
      /^\$\{POSTGRES_IMAGE:-postgres:[\w.-]+(@sha256:[0-9a-f]{64})?\}$/,
    );
  });

  it('limits the size of every log', () => {
    for (const { logging } of Object.values(services)) {
      expect(Object.keys(logging.options)).toEqual(['max-size', 'max-file']);
    }
  });
});
