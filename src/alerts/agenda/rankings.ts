import { keyOf, type RankedPlayer } from '../../domain/alert-events.ts';
import { dayAfter, localTime } from '../../domain/local-time.ts';
import { CATEGORIES, type Category, type Instant } from '../../domain/terms.ts';
import type { Logger } from '../../lib/logger.ts';
import { HOUR } from '../../lib/time.ts';
import type { Channel } from '../../store/channels.ts';
import type { Db } from '../../store/database.ts';
import { addEvents } from '../../store/events.ts';
import { keepRanking, lastRankings, type RankingRow } from '../../store/rankings.ts';
import { isWanted, wantedBy } from '../../store/wanted.ts';
import { awakeAt, newsOf } from '../news.ts';

export interface RankingsOptions {
  readonly db: Db;
  readonly now: () => Instant;
  /** The service's clock: its ranking is of its Monday. */
  readonly serviceNow: () => Instant;
  /** The ranking of a category as it stands, the first places of it. */
  readonly ranking: (category: Category) => Promise<readonly RankingRow[]>;
  readonly log: Logger;
}

/** So long before Monday the old ranking is read once more: it may have been corrected in the week. */
const EVE = 4 * HOUR;

/** Monday is over everywhere a day and a half after it began in Greenwich. */
const LASTS = 36 * HOUR;

/** While a ranking is not there, it is asked for so often. */
const ASKED_EVERY = HOUR / 6;

/** The Monday whose ranking is awaited or told. */
interface Monday {
  readonly date: string;
  /** It has not begun yet. */
  readonly isEve: boolean;
}

/** The Monday that is near enough to an instant; null in the rest of the week. */
const mondayAt = (at: Instant): Monday | null => {
  const { date: day, weekday } = localTime('UTC', at + EVE);
  const date = dayAfter(day, 1 - weekday);
  const since = at - Date.parse(`${date}T00:00:00Z`);
  return since > LASTS ? null : { date, isEve: since < 0 };
};

/** Players of a new ranking, with their places in the one before. */
const movedFrom = (
  before: readonly RankingRow[],
  rows: readonly RankingRow[],
): readonly RankedPlayer[] => {
  const places = new Map(before.map(({ id, place }) => [id, place]));
  return rows.map((row) => ({ ...row, before: places.get(row.id) ?? null }));
};

/** Whether Monday's ranking is told in a channel by now: from the hour of its morning on. */
const isTimeIn = ({ settings }: Channel, monday: string, now: Instant): boolean => {
  const { date, minutes } = localTime(settings.timeZone, now);
  // East of Greenwich Monday comes before the ranking of Monday.
  return date > monday || (date === monday && minutes >= settings.morningAt);
};

/** Reads the ranking of Monday when it is out, and tells it to every channel that wants it. */
export const createRankings = (options: RankingsOptions) => {
  const { db, now, serviceNow, ranking, log } = options;
  const askedAt = new Map<Category, Instant>();
  /** Rankings that were told by this process: a hundred names are not written again each minute. */
  const told = new Set<string>();

  const read = async (category: Category, { date: monday, isEve }: Monday): Promise<void> => {
    const eve = dayAfter(monday, -1);
    const [latest] = await lastRankings(db, category, 1);
    const isThere = latest !== undefined && latest.date >= (isEve ? eve : monday);
    if (isThere || now() - (askedAt.get(category) ?? 0) < ASKED_EVERY) return;
    askedAt.set(category, now());
    const rows = await ranking(category);
    if (rows.length === 0) return;
    // Without one of the week before nobody knows what is new: what is read now is compared with.
    const isCompared = latest !== undefined && latest.date >= dayAfter(monday, -7);
    if (isEve || !isCompared) await keepRanking(db, category, { date: eve, rows });
    else if (JSON.stringify(rows) !== JSON.stringify(latest.rows)) {
      await keepRanking(db, category, { date: monday, rows });
    }
  };

  const tell = async (category: Category, monday: string): Promise<void> => {
    const [newest, before] = await lastRankings(db, category, 2);
    if (newest?.date !== monday || before === undefined) return;
    const players = movedFrom(before.rows, newest.rows);
    for (const channel of await wantedBy(db, 'ranking')) {
      const { key: channelKey, settings } = channel;
      const isLeftOut = settings.category !== null && settings.category !== category;
      if (isLeftOut || !isTimeIn(channel, monday, now())) continue;
      const event = { kind: 'ranking', channelKey, date: monday, category, players } as const;
      if (told.has(keyOf(event))) continue;
      await addEvents(db, [newsOf(event, awakeAt(settings, now()))], now());
      told.add(keyOf(event));
    }
  };

  return async (): Promise<void> => {
    const monday = mondayAt(serviceNow());
    if (monday === null || !(await isWanted(db, 'ranking'))) return;
    for (const category of CATEGORIES) {
      try {
        await read(category, monday);
      } catch (error) {
        log.warn({ err: error, category }, 'the ranking could not be read; I try again');
      }
      await tell(category, monday.date);
    }
  };
};
