import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { commands } from '#commands/index.ts';
import { registerCommands } from '#src/discord/registered.ts';
import { examine, type ExamineOptions } from '#src/doctor/examine.ts';
import { lineOf } from '#src/doctor/finding.ts';
import { startLocalDiscord, type LocalDiscord } from '#sandbox/discord/index.ts';
import { startPadelService, type PadelService } from '#sandbox/padel-service/index.ts';
import { freePort } from '../free-port.ts';

export type Variables = Readonly<Record<string, string>>;

/** The operator's variables. */
type Written = Variables & { readonly WEBHOOK_SECRET: string; readonly HTTP_PORT: string };

const HEALTHY: ExamineOptions = {
  webhook: null,
  subscription: null,
  now: Date.now,
  availableMemory: () => 1_000_000_000,
  listenMs: 100,
};

/** The lines of the doctor's report on these variables. */
export const linesOf = async (
  variables: Variables,
  options: Partial<ExamineOptions> = {},
): Promise<readonly string[]> => {
  const findings = await Promise.all(examine(variables, { ...HEALTHY, ...options }));
  return findings.flat().map(lineOf);
};

/** The lines that are not ✓. */
export const complaintsOf = async (
  ...asked: Parameters<typeof linesOf>
): Promise<readonly string[]> => (await linesOf(...asked)).filter((line) => !line.startsWith('✓'));

/** An environment without faults. */
export interface World {
  readonly discord: LocalDiscord;
  readonly padel: PadelService;
  readonly folder: string;
  /** The bot's port. */
  readonly port: number;
  /** Correct variables; each test breaks one of them. */
  readonly variables: Written;
}

const openWorld = async (folder: string): Promise<World> => {
  const port = await freePort();
  const padel = await startPadelService({ port: 0, seed: 1, speed: 0, rateLimit: 100_000 });
  // Together the tests exceed the rate limit of one bot.
  const discord = await startLocalDiscord({ port: 0, limits: { globalPerSecond: 10_000 } });
  await registerCommands({ ...discord, commands });
  const variables = {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    PADEL_API_URL: padel.apiUrl,
    PADEL_API_TOKEN: 'sandbox-pro',
    REALTIME_APP_KEY: 'sandbox',
    REALTIME_HOST: '127.0.0.1',
    REALTIME_PORT: String(padel.port),
    REALTIME_TLS: 'false',
    HTTP_PORT: String(port),
    WEBHOOK_SECRET: padel.webhookSecret() ?? '',
    DATABASE_URL: `file:${join(folder, 'data', 'bandeja.sqlite')}`,
  };
  return { discord, padel, folder, port, variables };
};

/** One world for all tests of a file. */
export const useWorld = (): (() => World) => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-doctor-'));
  let world: World | undefined;
  beforeAll(async () => {
    world = await openWorld(folder);
  });
  afterAll(async () => {
    await world?.discord.stop();
    await world?.padel.stop();
    rmSync(folder, { recursive: true });
  });
  return () => {
    if (world === undefined) throw new Error('the world begins with the first test');
    return world;
  };
};
