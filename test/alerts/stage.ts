import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import { startAlerts, type Alerts } from './start-alerts.ts';
import { createChannelHealth } from '#src/alerts/channels/channel-health.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { FollowTarget } from '#src/domain/alerts/follows.ts';
import type { Play } from '#src/domain/match/play.ts';
import type { WatchRow } from '#src/domain/tournament/where-to-watch.ts';
import type { Team } from '#src/domain/terms.ts';
import type { Channel, ChannelSetup } from '#src/store/channels/channels.ts';
import { openStore, type Db, type Store } from '#src/store/connection/database.ts';
import { aMatch, feedOf, finishedMatch, playOut } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aLog } from '../lib/log.ts';
import { migratedFile } from '../store/migrated.ts';
import { aChannel, aPlayer, discordId, follow, NOON } from '../store/rows.ts';
import { createFakeDiscord } from './fake-discord.ts';

/** Resolves when everything that needs no timer is done. */
export const settle = async (): Promise<void> => {
  // Everything else waits only for promises, and for loop turns between two pages of channels.
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Advances the clock, and runs everything that falls due. */
export const pass = async (milliseconds: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settle();
};

/** Runs `act` while a table accepts no new rows, as on a full disk. */
export const whileFull = async (db: Db, table: string, act: () => Promise<void>): Promise<void> => {
  await sql`create trigger is_full before insert on ${sql.table(table)}
    begin select raise(abort, 'database or disk is full'); end`.execute(db);
  await act();
  await sql`drop trigger is_full`.execute(db);
};

/** Where nobody looks at the pictures. */
export const noPicture = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array([1]));

/** Ingest and delivery on a real SQLite file, with an in-memory Discord and a stopped clock. */
/** @param whereToWatch who shows which tournaments */
export const aStage = async (whereToWatch: readonly WatchRow[] = []) => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-alerts-'));
  const url = await migratedFile(join(folder, 'bandeja.sqlite'));
  vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const discord = createFakeDiscord();
  const log = aLog();
  const open: { store: Store; alerts: Alerts }[] = [];
  let isMoving = false;
  const now = (): number => {
    const at = Date.now();
    if (isMoving) vi.setSystemTime(at + 1);
    return at;
  };

  const start = async () => {
    const store = await openStore(url, log);
    const sender = discord.connect();
    const alerts = startAlerts({
      ...{ db: store.db, sender, now, draw: noPicture, log },
      whereToWatch,
    });
    open.push({ store, alerts });
    await settle();
    return { db: store.db, alerts, observer: alerts.observer };
  };

  onTestFinished(async () => {
    for (const { alerts, store } of open) {
      await alerts.stop();
      await settle();
      await store.close();
    }
    const timers = vi.getTimerCount();
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
    expect(timers).toBe(0);
  });

  let bot = await start();

  const following = async (
    n: number,
    setup: Partial<ChannelSetup>,
    targets: readonly FollowTarget[],
  ): Promise<Channel> => {
    const channel = await aChannel(bot.db, n, setup);
    if (channel.kind === 'forum') discord.makeForum(channel.discordId);
    for (const target of targets) await follow(bot.db, channel, target);
    return channel;
  };

  return {
    discord,
    log,
    db: () => bot.db,
    alerts: () => bot.alerts,
    /** Takes what the sources observe; resolves when everything that follows is stored. */
    observer: () => bot.observer,
    /** Wakes all loops, on a clock that advances by a millisecond at each read. */
    wakeWhileTimePasses: async (): Promise<void> => {
      isMoving = true;
      bot.alerts.wake();
      await settle();
      isMoving = false;
    },
    /** Starts another process on the same file; the old one never gets its pending responses. */
    restart: async (): Promise<void> => {
      discord.takes();
      await bot.alerts.stop();
      bot = await start();
    },
    /** Makes Discord respond normally again, let the bot write in channel n, and announce that. */
    restoreAccess: async (n: number): Promise<void> => {
      discord.takes();
      const health = createChannelHealth({
        db: bot.db,
        mayWrite: ({ discordId: channelId }) => channelId === discordId(n),
        ready: bot.alerts.channelReady,
        log,
      });
      health.accessChanged(discordId(50_000 + n));
      await settle();
      await pass(1_000);
    },
    /** The n-th channel, which itself follows these targets. */
    channel: (n: number, ...targets: readonly FollowTarget[]): Promise<Channel> =>
      following(n, {}, targets),
    /** The same with this setup. */
    chosen: (
      n: number,
      setup: Partial<ChannelSetup>,
      ...targets: readonly FollowTarget[]
    ): Promise<Channel> => following(n, setup, targets),
  };
};

export type Stage = Awaited<ReturnType<typeof aStage>>;

/** Team 1 wins 6-0 6-0, the shortest possible match. */
const QUICK: readonly Team[] = Array.from({ length: 48 }, () => 'team_1');

/** A match, with functions that report its progress as the sources would; then so many milliseconds pass. */
export const aPlayedMatch = (
  stage: Pick<Stage, 'observer'>,
  overrides: Partial<Match> = {},
  winners = QUICK,
) => {
  const match = aMatch(overrides);
  const plays = playOut(winners, 'star-point');
  const live: Match = { ...match, status: 'live', startedAt: Date.now() };
  const seen = async (next: Match, after = 0): Promise<void> => {
    await stage.observer().match(next, Date.now());
    await settle();
    if (after > 0) await pass(after);
  };
  let reported = 0;
  const points = async (played: readonly Play[], after = 0): Promise<void> => {
    reported = Math.max(reported, played.length);
    await stage.observer().points(feedOf(played, match.id), Date.now());
    await settle();
    if (after > 0) await pass(after);
  };
  const setsAfter = (count: number): readonly Play[] =>
    plays.filter(({ sets }) => sets.length <= count);
  const finished = finishedMatch(plays, live);
  return {
    match,
    live,
    plays,
    finished,
    seen,
    /** Reports the match as not begun. */
    isKnown: () => seen(match),
    begins: async (after = 0): Promise<void> => {
      reported = Math.max(reported, 1);
      await seen(live, after);
    },
    /** Reports the first `count` points. */
    pointsPlayed: (count: number, after = 0) => points(plays.slice(0, count + 1), after),
    /** Reports the first `count` sets, and the first point of the next one. */
    setsPlayed: (count: number, after = 0) =>
      points(plays.slice(0, plays.findIndex(({ sets }) => sets.length === count) + 1), after),
    setsAfter,
    /** Reports the result; of a match in play the first set before it. */
    ends: async (after = 0): Promise<void> => {
      const first = plays.slice(0, plays.findIndex(({ sets }) => sets.length === 1) + 1);
      if (reported > 0 && reported < first.length) await points(first);
      await seen(finished, after);
    },
    /** Reports the result with another first set. */
    isCorrected: (after = 0, first = '6-1'): Promise<void> =>
      seen({ ...finished, score: [...sets(first), ...(finished.score ?? []).slice(1)] }, after),
  };
};

type MatchToPlay = Parameters<typeof aPlayedMatch>;

/** A match that the bot knows, and that has not begun. */
export const aKnownMatch = async (...match: MatchToPlay) => {
  const played = aPlayedMatch(...match);
  await played.isKnown();
  return played;
};

/** A match whose beginning was seen. */
export const aBegunMatch = async (...match: MatchToPlay) => {
  const played = await aKnownMatch(...match);
  await played.begins();
  return played;
};

/** A known match, of which channel 1 follows a player. */
export const aFollowedMatch = async (
  setup: Partial<ChannelSetup> = {},
  match: Partial<Match> = {},
) => {
  const stage = await aStage();
  const channel = await stage.chosen(1, setup, aPlayer(1));
  return { stage, channel, played: await aKnownMatch(stage, match) };
};
