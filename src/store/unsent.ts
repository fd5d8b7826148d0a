import type { Instant } from '../domain/terms.ts';
import { CHOSEN_WAITS } from './waits.ts';
import type { Db } from './schema.ts';

/**
 * When the oldest overdue alert became known that has not expired; null without one. Alerts that wait
 * by the channel's choice, or whose channel is refused, paused or left, do not count: delivery goes on
 * without them.
 */
export const oldestUnsent = async (db: Db, now: Instant): Promise<Instant | null> => {
  const { at: inFanOut } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.min<number | null>('created_at').as('at'))
    .where('done_at', 'is', null)
    .where('expires_at', '>=', now)
    .executeTakeFirstOrThrow();
  const { at: parked } = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .select((eb) => eb.fn.min<number | null>('events.created_at').as('at'))
    // Only parked deliveries have a due time, so the index finds them.
    .where('deliveries.due_at', '>=', 0)
    .where('deliveries.outcome', '=', 'parked')
    .where('deliveries.reason', 'not in', CHOSEN_WAITS)
    .where('events.expires_at', '>=', now)
    .where('channels.broken_at', 'is', null)
    .where('channels.paused_at', 'is', null)
    .where('channels.left_at', 'is', null)
    .executeTakeFirstOrThrow();
  const instants = [inFanOut, parked].filter((at) => at !== null);
  return instants.length === 0 ? null : Math.min(...instants);
};
