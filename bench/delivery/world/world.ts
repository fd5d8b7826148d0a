import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { FOLLOW_KINDS, type FollowKind } from '#src/domain/alerts/follows.ts';
import { pairKey } from '#src/domain/people/pairs.ts';
import {
  chance,
  pickWeighted,
  randomFrom,
  wholeBetween,
  type Random,
} from '#sandbox/padel-service/world/random.ts';
import { setUpChannel } from '#src/store/channels/channels.ts';
import { openStore, type Db } from '#src/store/connection/database.ts';
import { channelId, guildId, memberId } from './server-ids.ts';

export const SERVERS = 100_000;
export const FOLLOWS = 1_000_000;
export const PLAYERS = 2_000;

/** The folder of generated worlds and results. */
export const OUT = join(import.meta.dirname, '..', '..', 'out');

/** Incremented when the content of a world changes; another schema means another world, too. */
const EDITION = 1;
const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'src', 'store', 'migrations');

const fileOfWorld = async (): Promise<string> => {
  const schema = createHash('sha256').update((await readdir(MIGRATIONS)).sort().join());
  return join(OUT, `world-${EDITION}-${schema.digest('hex').slice(0, 8)}.sqlite`);
};

/** Rows of one insert: SQLite binds 32,766 values. */
const BATCH = 3_000;
const MADE_AT = Date.UTC(2026, 0, 1);

/** Kinds of follows, in percent. */
const KINDS: readonly (readonly [FollowKind, number])[] = [
  ['player', 74],
  ['pair', 10],
  ['tournament', 10],
  ['category', 3],
  ['level', 1],
  ['country', 2],
];

/** A random player, the first ones far more often than the last (Zipf). */
export const somePlayer = (random: Random): number =>
  Math.min(PLAYERS, Math.floor(PLAYERS ** random()));

const targetIdOf = (kind: FollowKind, random: Random): number => {
  if (kind === 'player') return somePlayer(random);
  if (kind === 'pair') {
    const first = somePlayer(random);
    return pairKey([first, first + 1]);
  }
  return kind === 'tournament' ? wholeBetween(random, 1, 40) : wholeBetween(random, 1, 2);
};

interface Follow {
  readonly kind: FollowKind;
  readonly targetId: number;
  readonly channelKey: number;
  readonly memberId: string;
  readonly createdAt: number;
}

const byKey = (a: Follow, b: Follow): number =>
  FOLLOW_KINDS.indexOf(a.kind) - FOLLOW_KINDS.indexOf(b.kind) ||
  a.targetId - b.targetId ||
  a.channelKey - b.channelKey;

const someFollows = (): readonly Follow[] => {
  const random = randomFrom('follows');
  const follows = new Map<string, Follow>();
  while (follows.size < FOLLOWS) {
    const kind = pickWeighted(random, KINDS);
    const channel = wholeBetween(random, 1, SERVERS);
    const member = chance(random, 0.3) ? memberId(wholeBetween(random, 1, 50)) : '';
    const target = targetIdOf(kind, random);
    follows.set(`${kind} ${target} ${channel} ${member}`, {
      kind,
      targetId: target,
      channelKey: channel,
      memberId: member,
      createdAt: MADE_AT,
    });
  }
  return [...follows.values()].sort(byKey);
};

const insertChannels = async (db: Db): Promise<void> => {
  const setup = { locale: 'en', configuredBy: memberId(0) };
  await setUpChannel(db, { discordId: channelId(1), guildId: guildId(1), ...setup }, MADE_AT);
  const { id: _, ...first } = await db.selectFrom('channels').selectAll().executeTakeFirstOrThrow();
  for (let from = 2; from <= SERVERS; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, SERVERS - from + 1) }, (_, index) => ({
      ...first,
      discordId: channelId(from + index),
      guildId: guildId(from + index),
    }));
    await db.insertInto('channels').values(rows).execute();
  }
};

const make = async (file: string): Promise<void> => {
  const { db, close } = await openStore(`file:${file}`, pino({ level: 'silent' }));
  await insertChannels(db);
  const follows = someFollows();
  await db.transaction().execute(async (tx) => {
    for (let from = 0; from < follows.length; from += BATCH) {
      await tx
        .insertInto('follows')
        .values(follows.slice(from, from + BATCH))
        .execute();
    }
  });
  await close();
};

/**
 * A copy of the world of 1,000,000 follows in 100,000 servers, each with one alert channel whose key is
 * its number. The world is generated once, and kept in `bench/out`.
 * @returns the path of the copy, which may be written to
 */
export const copyOfWorld = async (name: string): Promise<string> => {
  await mkdir(OUT, { recursive: true });
  const world = await fileOfWorld();
  if (!existsSync(world)) {
    const unfinished = `${world}.part`;
    await rm(unfinished, { force: true });
    await make(unfinished);
    await rename(unfinished, world);
  }
  const copy = join(OUT, `${name}.sqlite`);
  for (const end of ['', '-wal', '-shm']) await rm(`${copy}${end}`, { force: true });
  await copyFile(world, copy);
  return copy;
};
