import { EventEmitter } from 'node:events';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createBoardDelivery } from '#src/alerts/kept/boards.ts';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import { MINUTE, SECOND } from '#src/lib/time.ts';
import { settingsColumns } from '#src/store/channels/channels.ts';
import { PLUGINS } from '#src/store/connection/database.ts';
import type { Tables } from '#src/store/connection/schema.ts';
import { aLog } from '../lib/log.ts';
import { migratedImage } from '../store/migrated.ts';
import { aPlayer, discordId, hold, NOON } from '../store/rows.ts';
import { createFakeDiscord } from './fake-discord.ts';
import { noPicture, settle } from './stage.ts';

/** Two hundred channels with a board, without a stage: the test itself calls each run. */
const twoHundred = async (serviceNow = () => NOON) => {
  const queries: string[] = [];
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: new SqliteDatabase(await migratedImage()) }),
    plugins: PLUGINS,
    log: ({ query }) => {
      queries.push(query.sql);
    },
  });
  const columns = settingsColumns({ ...DEFAULT_SETTINGS, types: [], board: true }, NOON);
  const keys = Array.from({ length: 200 }, (_, index) => index + 1);
  const own = { guildId: '1', locale: 'en', configuredBy: '2', ...columns };
  const { kind, id } = aPlayer(1);
  const followed = { kind, targetId: id, memberId: '', createdAt: NOON };
  await db
    .insertInto('channels')
    .values(keys.map((key) => ({ id: key, discordId: discordId(key), ...own })))
    .execute();
  await db
    .insertInto('follows')
    .values(keys.map((key) => ({ channelKey: key, ...followed })))
    .execute();
  await hold(db);
  onTestFinished(() => db.destroy());
  const discord = createFakeDiscord();
  let at = NOON;
  const log = aLog();
  const options = {
    db,
    sender: discord.connect(),
    now: () => at,
    serviceNow,
    draw: noPicture,
    log,
  };
  const run = createBoardDelivery(options, new EventEmitter());
  const { signal } = new AbortController();
  const minuteLater = (): number => (at += MINUTE);
  return { db, discord, log, queries, minuteLater, run: () => run(signal) };
};

it('boards in flight are not due: the loop stays idle while Discord does not respond', async () => {
  const { discord, queries, run } = await twoHundred();
  discord.takes(() => new Promise(() => undefined));
  expect(await run()).toBeGreaterThanOrEqual(SECOND);
  await settle();
  queries.length = 0;
  expect(await run()).toBeGreaterThanOrEqual(SECOND);
  expect(queries).toEqual([]);
  expect(discord.requests).toHaveLength(48);
});

it('a board that cannot be rendered does not stop the others', async () => {
  const fails = [true];
  const { discord, log, run } = await twoHundred(() => {
    if (fails.pop() === true) throw new Error('cannot be rendered');
    return NOON;
  });
  for (let runs = 0; runs < 5; runs += 1) {
    await run();
    await settle();
  }
  expect(log.lines).toEqual(['error standing board could not be updated']);
  expect(discord.messages).toHaveLength(199);
});

it('two hundred boards need few queries, and send nothing while nothing changes', async () => {
  const { db, discord, queries, minuteLater, run } = await twoHundred();
  /** Runs until nothing more is due. @returns how many queries that took */
  const runAll = async (): Promise<number> => {
    queries.length = 0;
    let next: number | null;
    do {
      next = await run();
      await settle();
    } while (next !== null && next < MINUTE);
    return queries.length;
  };
  await runAll();
  expect(discord.messages).toHaveLength(200);
  minuteLater();
  // Five queries per hundred boards.
  expect(await runAll()).toBeLessThan(20);
  expect(discord.requests).toHaveLength(400);
  await hold(db, { id: 5, status: 'live' }, minuteLater());
  // Each edited board also takes a read and a write of its row.
  expect(await runAll()).toBeLessThan(500);
  expect(discord.requests).toHaveLength(600);
});
