import cron from 'node-cron';
import { keyOf } from '../domain/alert-events.ts';
import { REMIND_CHOICES } from '../domain/alert-settings.ts';
import { beginsAt } from '../domain/beginnings.ts';
import { dayAfter, localTime } from '../domain/local-time.ts';
import { MORNING_LASTS, nextMorning } from '../domain/morning.ts';
import { CATEGORIES, type Category, type Instant } from '../domain/terms.ts';
import type { Logger } from '../lib/logger.ts';
import { morningsDue, setMorningDue } from '../store/channels.ts';
import type { Db } from '../store/database.ts';
import { addEvents } from '../store/events.ts';
import { matchesUpcoming } from '../store/matches.ts';
import { keepRanking, lastRankings, type RankingRow } from '../store/rankings.ts';
import { markAnnounced, newRounds } from '../store/unannounced.ts';
import { isWanted, wantedBy } from '../store/wanted.ts';
import { newsOf } from './news.ts';
import type { ServerEvents } from './server-events.ts';
import type { Trust } from './trust.ts';
import { offsetOf } from './venue-offset.ts';

export interface AgendaOptions {
  readonly db: Db;
  readonly now: () => Instant;
  /** The service's clock: matches are played by it. */
  readonly serviceNow: () => Instant;
  /** The ranking of a category as it stands, the first places of it. */
  readonly ranking: (category: Category) => Promise<readonly RankingRow[]>;
  readonly log: Logger;
  readonly trust: Pick<Trust, 'notify' | 'probe'>;
  readonly serverEvents: Pick<ServerEvents, 'review'>;
  /** Something may be there to deliver. */
  readonly wake: () => void;
}

const MINUTE = 60_000;

/** New matches of a round are read one by one: they are told together. */
const DRAW_SETTLES = MINUTE;

/** A reminder that is later than this is no longer true. */
const REMINDER_MAY_BE_LATE = 4 * MINUTE;

/** While Monday's ranking is not out, it is asked for so often. */
const RANKING_EVERY = 10 * MINUTE;

/**
 * What is told because its time has come: reminders, new draws, the list of the morning, Monday's
 * ranking. Every piece has a key from its meaning, so that a restart tells nothing twice; what was
 * missed while the process was down is told only while it is still true.
 */
export const createAgenda = (options: AgendaOptions) => {
  const { db, now, serviceNow, ranking, trust, serverEvents, log, wake } = options;
  const askedAt = new Map<Category, Instant>();
  /** Rankings that were told by this process: a hundred names are not written again each minute. */
  const told = new Set<string>();

  const announceDraws = async (): Promise<void> => {
    const before = now() - DRAW_SETTLES;
    await db.transaction().execute(async (tx) => {
      const rounds = await newRounds(tx, before);
      if (rounds.length === 0) return;
      const news = rounds.map(({ tournamentId, category, round, matches }) => {
        const matchIds = matches.map(({ id }) => id);
        return newsOf({ kind: 'draw', tournamentId, category, round, matchIds }, now());
      });
      await addEvents(tx, news, now());
      await markAnnounced(
        tx,
        rounds.flatMap(({ matches }) => matches.map(({ id }) => id)),
      );
    });
  };

  const remind = async (): Promise<void> => {
    if (!(await isWanted(db, 'reminder'))) return;
    for (const held of await matchesUpcoming(db)) {
      const startsAt = beginsAt(held, await offsetOf(db, held));
      if (startsAt === null) continue;
      const until = startsAt - serviceNow();
      for (const minutes of REMIND_CHOICES) {
        const late = minutes * MINUTE - until;
        if (late < 0 || late > Math.min(REMINDER_MAY_BE_LATE, minutes * MINUTE)) continue;
        const { id: matchId } = held.match;
        const event = { kind: 'reminder', matchId, minutes, startsAt } as const;
        await addEvents(db, [newsOf(event, now())], now());
      }
    }
  };

  const mornings = async (): Promise<void> => {
    for (const { channel, dueAt } of await morningsDue(db, now())) {
      const { settings, key } = channel;
      const isInTime = now() - dueAt < MORNING_LASTS;
      await db.transaction().execute(async (tx) => {
        if (isInTime && settings.kinds.includes('morning')) {
          const { date } = localTime(settings.timeZone, serviceNow());
          const event = { kind: 'morning', channelKey: key, date } as const;
          await addEvents(tx, [newsOf(event, now())], now());
        }
        await setMorningDue(tx, key, nextMorning(settings, now()));
      });
    }
  };

  /** The Monday on or before a day. */
  const mondayOf = (at: Instant): string => {
    const { date, weekday } = localTime('UTC', at);
    return dayAfter(date, 1 - weekday);
  };

  const readRanking = async (category: Category, monday: string): Promise<void> => {
    const [latest] = await lastRankings(db, category, 1);
    const isOut = latest !== undefined && latest.date >= monday;
    if (isOut || now() - (askedAt.get(category) ?? 0) < RANKING_EVERY) return;
    askedAt.set(category, now());
    const rows = await ranking(category);
    const isNew = JSON.stringify(rows) !== JSON.stringify(latest?.rows);
    if (rows.length > 0 && isNew) await keepRanking(db, category, { date: monday, rows });
  };

  const rankings = async (): Promise<void> => {
    if (!(await isWanted(db, 'ranking'))) return;
    const monday = mondayOf(serviceNow());
    for (const category of CATEGORIES) {
      try {
        await readRanking(category, monday);
      } catch (error) {
        log.warn({ err: error, category }, 'the ranking could not be read; I try again');
      }
      await tellRanking(category, monday);
    }
  };

  /** To every channel that wants it, on Monday from the hour of its morning on. */
  const tellRanking = async (category: Category, monday: string): Promise<void> => {
    // Monday is over everywhere a day and a half after it began in Greenwich.
    if (serviceNow() - Date.parse(`${monday}T00:00:00Z`) > 36 * 60 * MINUTE) return;
    const [newest, before] = await lastRankings(db, category, 2);
    // The first ranking that we ever read is no news: nobody knows who moved.
    if (newest?.date !== monday || before === undefined) return;
    const places = new Map(before.rows.map(({ id, place }) => [id, place]));
    const players = newest.rows.map((row) => ({ ...row, before: places.get(row.id) ?? null }));
    for (const channel of await wantedBy(db, 'ranking')) {
      const { timeZone, morningAt, category: only } = channel.settings;
      const local = localTime(timeZone, now());
      // East of Greenwich Monday comes before the ranking of Monday.
      const isMorning = local.date === monday && local.minutes >= morningAt;
      const isTime = isMorning || local.date > monday;
      if (!isTime || (only !== null && only !== category)) continue;
      const event = {
        kind: 'ranking',
        channelKey: channel.key,
        date: monday,
        category,
        players,
      } as const;
      if (told.has(keyOf(event))) continue;
      await addEvents(db, [newsOf(event, now())], now());
      told.add(keyOf(event));
    }
  };

  const { notify, probe } = trust;
  const { review } = serverEvents;
  const PARTS = { announceDraws, remind, mornings, rankings, notify, probe, review } as const;

  const running = new Set<string>();

  const attend = async (name: string, part: () => Promise<void>): Promise<void> => {
    running.add(name);
    try {
      await part();
    } catch (error) {
      log.error({ err: error, part: name }, 'a part of the agenda failed and is tried again');
    } finally {
      running.delete(name);
    }
  };

  return {
    /** Does what is due at this minute; one part that fails holds nothing back. */
    tick: async (): Promise<void> => {
      // One that waits for a slow service holds nothing back, and is not begun twice.
      const begun = Object.entries(PARTS).filter(([name]) => !running.has(name));
      await Promise.all(begun.map(([name, part]) => attend(name, part)));
      wake();
    },
  };
};

export interface Agenda {
  /** Resolves when a minute's work that is under way is done. */
  readonly stop: () => Promise<void>;
}

/** Looks at the agenda every minute. */
export const startAgenda = (options: AgendaOptions): Agenda => {
  const { tick } = createAgenda(options);
  const running = new Set<Promise<void>>();
  const task = cron.schedule('* * * * *', () => {
    const ticking = tick().finally(() => running.delete(ticking));
    running.add(ticking);
    // Whoever has it executed can wait for it.
    return ticking;
  });
  return {
    stop: async () => {
      await task.destroy();
      await Promise.all(running);
    },
  };
};
