import { eventKey, type RankedPlayer } from '../../domain/alerts/events.ts';
import { localTime } from '../../domain/local-time.ts';
import { CATEGORIES, type Category, type Instant } from '../../domain/terms.ts';
import type { Logger } from '../../lib/logger.ts';
import { HOUR, dayAfter } from '../../lib/time.ts';
import type { Channel } from '../../store/channels/channels.ts';
import type { Db } from '../../store/connection/database.ts';
import { addEvents } from '../../store/outbox/events.ts';
import { saveRanking, lastRankings, type RankingRow } from '../../store/matches/rankings.ts';
import { isKindWanted, channelsWanting } from '../../store/channels/channel-settings.ts';
import { quietHoursEnd, newAlertEvent } from '../ingest/news.ts';

interface RankingsOptions {
  readonly db: Db;
  readonly now: () => Instant;
  /** The service's clock: its ranking is dated by its Monday. */
  readonly serviceNow: () => Instant;
  /** The top of a category's current ranking. */
  readonly ranking: (category: Category) => Promise<readonly RankingRow[]>;
  readonly log: Logger;
}

/** The old ranking is read once more this long before Monday: it may have been corrected during the week. */
const EVE_MS = 4 * HOUR;

/** Monday has ended in every time zone 36 hours after it started in UTC. */
const MONDAY_MS = 36 * HOUR;

const REQUEST_INTERVAL_MS = HOUR / 6;

interface Monday {
  readonly date: string;
  /** Monday has not started yet. */
  readonly isEve: boolean;
}

/** The Monday near an instant; null during the rest of the week. */
const mondayAt = (at: Instant): Monday | null => {
  const { date: day, weekday } = localTime('UTC', at + EVE_MS);
  const date = dayAfter(day, 1 - weekday);
  const since = at - Date.parse(`${date}T00:00:00Z`);
  return since > MONDAY_MS ? null : { date, isEve: since < 0 };
};

const movedFrom = (
  before: readonly RankingRow[],
  rows: readonly RankingRow[],
): readonly RankedPlayer[] => {
  const places = new Map(before.map(({ id, place }) => [id, place]));
  return rows.map((row) => ({ ...row, before: places.get(row.id) ?? null }));
};

/** Whether a channel gets Monday's ranking by now: from the hour of its daily digest on. */
const isTimeIn = ({ settings }: Channel, monday: string, now: Instant): boolean => {
  const { date, minutes } = localTime(settings.timeZone, now);
  // East of UTC, Monday starts before its ranking is published.
  return date > monday || (date === monday && minutes >= settings.digestAt);
};

/** Reads Monday's ranking once it is published, and posts it to every channel that wants it. */
export const createRankings = (options: RankingsOptions) => {
  const { db, now, serviceNow, ranking, log } = options;
  const requestedAt = new Map<Category, Instant>();
  /** Event keys that this process has added: a hundred names are not written again each minute. */
  const addedKeys = new Set<string>();

  const read = async (category: Category, { date: monday, isEve }: Monday): Promise<void> => {
    const eve = dayAfter(monday, -1);
    const [latest] = await lastRankings(db, category, 1);
    const isRead = latest !== undefined && latest.date >= (isEve ? eve : monday);
    if (isRead || now() - (requestedAt.get(category) ?? 0) < REQUEST_INTERVAL_MS) return;
    requestedAt.set(category, now());
    const rows = await ranking(category);
    if (rows.length === 0) return;
    // Changes need the previous week's ranking; without one, this ranking becomes the base of
    // comparison.
    const isCompared = latest !== undefined && latest.date >= dayAfter(monday, -7);
    if (isEve || !isCompared) await saveRanking(db, category, { date: eve, rows });
    else if (JSON.stringify(rows) !== JSON.stringify(latest.rows)) {
      await saveRanking(db, category, { date: monday, rows });
    }
  };

  const announce = async (category: Category, monday: string): Promise<void> => {
    const [newest, before] = await lastRankings(db, category, 2);
    if (newest?.date !== monday || before === undefined) return;
    const players = movedFrom(before.rows, newest.rows);
    for (const channel of await channelsWanting(db, 'ranking')) {
      const { key: channelKey, settings } = channel;
      const isOtherCategory = settings.category !== null && settings.category !== category;
      if (isOtherCategory || !isTimeIn(channel, monday, now())) continue;
      const event = { kind: 'ranking', channelKey, date: monday, category, players } as const;
      if (addedKeys.has(eventKey(event))) continue;
      await addEvents(db, [newAlertEvent(event, quietHoursEnd(settings, now()))], now());
      addedKeys.add(eventKey(event));
    }
  };

  return async (): Promise<void> => {
    const monday = mondayAt(serviceNow());
    if (monday === null || !(await isKindWanted(db, 'ranking'))) return;
    for (const category of CATEGORIES) {
      try {
        await read(category, monday);
      } catch (error) {
        log.warn({ err: error, category }, 'ranking could not be read, retrying');
      }
      await announce(category, monday.date);
    }
  };
};
