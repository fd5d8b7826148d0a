import type { AlertEvent } from '../domain/alert-events.ts';
import type { Instant } from '../domain/terms.ts';
import { readableRows, readEvent } from './documents.ts';
import { findMatches } from './matches.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import type { Db } from './schema.ts';

/** News that was kept for the morning. */
export interface MissedNews {
  readonly event: AlertEvent;
  readonly held: HeldMatch | null;
}

/** Nobody's quiet hours are longer. */
const LONGEST_NIGHT = 24 * 60 * 60_000;

/** What a channel was not told because of the quiet hours that end at an instant, in its order. */
export const missedIn = async (
  db: Db,
  channelKey: number,
  until: Instant,
): Promise<readonly MissedNews[]> => {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select('events.payload')
    .where('deliveries.channel_id', '=', channelKey)
    .where('deliveries.at', '>', until - LONGEST_NIGHT)
    .where('deliveries.at', '<', until)
    .where('deliveries.outcome', '=', 'suppressed')
    .where('deliveries.reason', '=', 'quiet-hours')
    .orderBy('events.id')
    .execute();
  const events = readableRows(rows, ({ payload }) => readEvent(payload));
  const ids = events.flatMap((event) => ('matchId' in event ? [event.matchId] : []));
  const held = new Map((await findMatches(db, ids)).map((each) => [each.match.id, each]));
  return events.map((event) => ({
    event,
    held: 'matchId' in event ? (held.get(event.matchId) ?? null) : null,
  }));
};
