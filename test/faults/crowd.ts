import { crowdChannelOf, crowdServer } from '#sandbox/discord/crowd/ids.ts';
import type { ShardConnections } from '#sandbox/discord/gateway/attendance.ts';
import { setUpChannel } from '#src/store/channels/channels.ts';
import type { Db } from '#src/store/connection/database.ts';
import { readLeases } from '#src/store/processes/leases.ts';
import { openPostgresSession } from '#src/store/migrations/postgres-session.ts';
import { requireKnown, requireSettled } from '../e2e/caught-up.ts';
import type { Verdict } from './judge.ts';
import { openMember, type Member } from './member.ts';
import { BEGIN, openWorld } from './world.ts';

export interface CrowdOptions {
  readonly databaseUrl: string;
  readonly processes: number;
  /** How many servers the bot is in. */
  readonly servers: number;
  /** Over how many shards the servers are spread. */
  readonly shards: number;
  /** How many of the servers follow one match and get its result. */
  readonly followers: number;
  /** How often a shard sends a heartbeat with its last sequence number, milliseconds. */
  readonly heartbeatMs: number;
}

/** Very many servers, each with a channel, served by several processes on one PostgreSQL. */
export interface Crowd {
  readonly members: readonly Member[];
  /** Resolves when the bot knows the followed match. */
  readonly ready: () => Promise<void>;
  /** How many shards each process serves, the largest number first. */
  readonly shares: () => Promise<readonly number[]>;
  readonly attendance: () => readonly ShardConnections[];
  /** Plays the followed match to its end. */
  readonly playToResult: () => Promise<void>;
  /** How many channels have the result. */
  readonly delivered: () => number;
  /** The process that was the last to write to Discord. */
  readonly lastWriter: () => Member;
  /** @throws while a delivery is due at this moment */
  readonly requireSettled: () => Promise<void>;
  /** Whether each channel got one post, no shard was served twice, no server was marked as left. */
  readonly verdict: () => Promise<Verdict>;
  readonly stop: () => Promise<void>;
}

/** Rows of one insert. */
const BATCH = 1_000;

const MODERATOR = '1100000000000000104';

const channelOfServer = (index: number): string => crowdChannelOf(crowdServer(index));

/** Lets the first servers of the crowd follow a match, with alerts for its result only. */
const setUpFollowers = async (db: Db, matchId: number, followers: number): Promise<void> => {
  const channelAndServer = (index: number) => ({
    discordId: channelOfServer(index),
    guildId: crowdServer(index),
  });
  const { discordId, guildId } = channelAndServer(0);
  const setup = { discordId, guildId, locale: 'en', configuredBy: MODERATOR };
  await setUpChannel(db, { ...setup, settings: { types: ['result'] } }, BEGIN);
  const { id: _, ...first } = await db.selectFrom('channels').selectAll().executeTakeFirstOrThrow();
  for (let from = 1; from < followers; from += BATCH) {
    const length = Math.min(BATCH, followers - from);
    const rows = Array.from({ length }, (_each, index) => ({
      ...first,
      ...channelAndServer(from + index),
    }));
    await db.insertInto('channels').values(rows).execute();
  }
  const channels = await db.selectFrom('channels').select('id').execute();
  for (let from = 0; from < channels.length; from += BATCH) {
    const follows = channels.slice(from, from + BATCH).map(({ id }) => ({
      kind: 'match',
      targetId: matchId,
      channelKey: id,
      memberId: '',
      createdAt: BEGIN,
    }));
    await db.insertInto('follows').values(follows).execute();
  }
};

/** Starts the processes, and resolves when they are connected to Discord. */
export const openCrowd = async (options: CrowdOptions): Promise<Crowd> => {
  const { databaseUrl, processes, servers, shards, followers, heartbeatMs } = options;
  const ahead = BEGIN - Date.now();
  const now = (): number => Date.now() + ahead;
  const world = await openWorld({
    now,
    databaseUrl,
    listeners: [],
    isRecorded: false,
    requestsPerMinute: 100_000,
    crowd: servers,
    limits: { shards, maxConcurrency: 4, identifyMs: 5_000, heartbeatMs },
  });
  const { discord, padel, store } = world;
  const [match] = world.matchIds
    .flatMap((id) => padel.truth(id) ?? [])
    .filter(({ closesAt }) => closesAt > BEGIN)
    .toSorted((a, b) => a.closesAt - b.closesAt);
  if (match === undefined) throw new Error('no match is to end');
  await setUpFollowers(store.db, match.id, followers);
  const session = await openPostgresSession(databaseUrl, 'judge');

  let lastWriter: Member | undefined;
  const members = await Promise.all(
    Array.from({ length: processes }, () =>
      openMember({
        config: world.config,
        clockAhead: () => ahead,
        wrote: (member) => {
          lastWriter = member;
        },
      }),
    ),
  );
  await Promise.all(members.map((member) => member.start()));

  const shares = async (): Promise<readonly number[]> => {
    const leases = await readLeases(session);
    const held = leases.filter(
      ({ name, freeFor }) => name.startsWith('shard:') && freeFor === null,
    );
    const byHolder = Map.groupBy(held, ({ holder }) => holder);
    return [...byHolder.values()].map(({ length }) => length).toSorted((a, b) => b - a);
  };

  const servedTwice = (): readonly string[] =>
    discord
      .attendance()
      .filter(({ peak }) => peak > 1)
      .map(({ shard, peak }) => `shard ${shard[0]} was served by ${peak} sessions at once`);

  const markedAsLeft = async (): Promise<readonly string[]> => {
    const left = await store.db
      .selectFrom('channels')
      .select('guildId')
      .where((eb) => eb.or([eb('leftAt', 'is not', null), eb('brokenAt', 'is not', null)]))
      .execute();
    return left.map(({ guildId }) => `server ${guildId} is there, but marked as left`);
  };

  return {
    members,
    ready: () => requireKnown(store.db, [match.id]),
    shares,
    attendance: discord.attendance,
    playToResult: async () => {
      const { now: at } = padel.getWorld();
      await padel.steer({ advance: (match.closesAt - Date.parse(at)) / 1_000 + 60 });
    },
    delivered: () => discord.crowdPosts().size,
    lastWriter: () => {
      if (lastWriter === undefined) throw new Error('no process has written');
      return lastWriter;
    },
    requireSettled: () => requireSettled(store.db, now()),
    verdict: async () => {
      const posts = discord.crowdPosts();
      const expected = Array.from({ length: followers }, (_, index) => channelOfServer(index));
      const others = [...posts.keys()].filter((id) => !expected.includes(id));
      return {
        delivered: expected.filter((id) => posts.has(id)).length,
        moments: 0,
        lost: expected.filter((id) => !posts.has(id)),
        twice: expected.filter((id) => (posts.get(id)?.length ?? 0) > 1),
        wrong: [
          ...others.map((id) => `${id} does not follow`),
          ...servedTwice(),
          ...(await markedAsLeft()),
        ],
      };
    },
    stop: async () => {
      await Promise.all(members.map((member) => member.close()));
      await session.close();
      await world.stop();
    },
  };
};
