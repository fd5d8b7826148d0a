import { isMoment, type AlertEvent, type MomentEvent } from '../../domain/alerts/events.ts';
import { readableRows, readEvent } from '../connection/documents.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Db } from '../connection/schema.ts';

/** The events of some kinds that were stored of a match, the earliest first. */
const eventsOfMatch = async <Wanted extends AlertEvent>(
  db: Db,
  matchId: number,
  kinds: readonly Wanted['kind'][],
  isWanted: (event: AlertEvent) => event is Wanted,
): Promise<readonly Wanted[]> => {
  const rows = await db
    .selectFrom('events')
    .select('payload')
    .where('matchId', '=', matchId)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .execute();
  return readableRows(rows, ({ payload }) => readEvent(payload)).filter(isWanted);
};

export const momentEvents = (db: Db, matchId: number): Promise<readonly MomentEvent[]> =>
  eventsOfMatch(db, matchId, ['key', 'upset'], isMoment);

/** More at once are no evening of padel. */
const MOST_RESULTS = 200;

/** The results that were stored since an instant, the earliest first. */
export const resultsSince = async (db: Db, since: Instant) => {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'payload'])
    .where('kind', '=', 'result')
    .where('createdAt', '>', since)
    .orderBy('id')
    .limit(MOST_RESULTS)
    .execute();
  return readableRows(rows, ({ id, payload }) => {
    const event = readEvent(payload);
    return event.kind === 'result' && event.withdrawn === undefined ? [{ id, event }] : [];
  }).flat();
};

type ScoreEvent = Extract<AlertEvent, { kind: 'set' | 'result' }>;

const isScore = (event: AlertEvent): event is ScoreEvent =>
  event.kind === 'set' || event.kind === 'result';

/** The sets and the result that were announced of a match. */
export const scoreEvents = (db: Db, matchId: number): Promise<readonly ScoreEvent[]> =>
  eventsOfMatch(db, matchId, ['set', 'result'], isScore);
