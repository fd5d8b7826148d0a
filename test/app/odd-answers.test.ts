import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startApp } from '#src/app.ts';
import { createLog } from '#src/log.ts';
import type { Demo } from '#sandbox/demo/world.ts';
import { startStillDemo } from '../e2e/still-demo.ts';
import { aService, says, saysHtml, type Answering } from '../padel-api/service.ts';

let folder: string;
let demo: Demo;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bandeja-odd-'));
  demo = await startStillDemo(folder);
});

afterAll(async () => {
  await demo.stop();
  rmSync(folder, { recursive: true });
});

/** The bot with the data service at this URL. */
const startAgainst = async (apiUrl: string) => {
  const { config } = demo;
  const app = await startApp({
    config: { ...config, padel: { ...config.padel, apiUrl }, databaseUrl: 'file::memory:' },
    log: createLog('silent'),
  });
  onTestFinished(app.stop);
  const health = async (): Promise<unknown> =>
    (await fetch(`${app.httpOrigin ?? ''}/health`)).json();
  return { app, health };
};

/** The response to a member's command. */
const send = async (path: string, body: object): Promise<string> => {
  const response = await fetch(new URL(path, demo.discord.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ as: 'member', ...body }),
  });
  return response.text();
};

const served = async (answer: Answering): Promise<string> =>
  `${(await aService(answer)).origin}/api`;

describe('a start continues, and /health says why, when the data service responds with', () => {
  it.each<[string, () => Promise<string>, string]>([
    [
      '200 and an HTML page',
      () =>
        served((response) => {
          saysHtml(response, 200);
        }),
      'PADEL_API_URL has not answered like',
    ],
    [
      '200 and truncated JSON',
      () =>
        served((response) => {
          response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[');
        }),
      'PADEL_API_URL has not answered like',
    ],
    [
      '302',
      () =>
        served((response) => {
          response.writeHead(302, { location: 'http://login.example/' }).end();
        }),
      'PADEL_API_URL has not answered like',
    ],
    ...(
      [
        [403, 'The proxy in front of the padel data service has refused requests (403)'],
        [404, 'PADEL_API_URL has not answered like'],
      ] as const
    ).map(([status, why]): [string, () => Promise<string>, string] => [
      String(status),
      () =>
        served((response) => {
          saysHtml(response, status);
        }),
      why,
    ]),
    [
      '401',
      () =>
        served((response) => {
          says(response, 401, { message: 'Unauthenticated.' });
        }),
      'has refused PADEL_API_TOKEN',
    ],
    ['nothing', () => Promise.resolve('http://127.0.0.1:1/api'), 'have failed for'],
  ])('%s', async (_answer, open, why) => {
    const { health } = await startAgainst(await open());
    await expect
      .poll(health, { timeout: 20_000 })
      .toMatchObject({ parts: { padel_api: { why: expect.stringContaining(why) as string } } });
    expect(await health()).toMatchObject({ parts: { discord: { ok: true } } });
    const help = await send('/sandbox/run', { channel: 'general', command: '/help' });
    expect(help).toContain('/follow');
    const { message } = JSON.parse(help) as { message: { id: string } };
    const status = { message: message.id, customId: 'help:status' };
    expect(await send('/sandbox/press', status)).toContain('Answers come from saved data.');
  });
});
