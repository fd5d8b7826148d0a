import { isMoment, type AlertEvent, type MomentEvent } from '../../domain/alerts/events.ts';
import { readableRows, readEvent } from '../connection/documents.ts';
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

type ScoreEvent = Extract<AlertEvent, { kind: 'set' | 'result' }>;

const isScore = (event: AlertEvent): event is ScoreEvent =>
  event.kind === 'set' || event.kind === 'result';

/** The sets and the result that were announced of a match. */
export const scoreEvents = (db: Db, matchId: number): Promise<readonly ScoreEvent[]> =>
  eventsOfMatch(db, matchId, ['set', 'result'], isScore);
