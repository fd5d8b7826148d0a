import type { Instant } from '../domain/terms.ts';
import { CHOSEN_WAITS } from './waits.ts';
import type { Db } from './schema.ts';

/**
 * When the oldest alert became known that should have been sent by now and is still news; null when
 * there is none. What a channel chose to wait for is none, and neither is what waits for a channel
 * that Discord refuses, that is paused, or that was left: sending goes on without them.
 */
export const oldestUnsent = async (db: Db, now: Instant): Promise<Instant | null> => {
  const { at: onTheWay } = await db
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
    // Only what waits has a due time: the index finds it among all that was ever sent.
    .where('deliveries.due_at', '>=', 0)
    .where('deliveries.outcome', '=', 'parked')
    .where('deliveries.reason', 'not in', CHOSEN_WAITS)
    .where('events.expires_at', '>=', now)
    .where('channels.broken_at', 'is', null)
    .where('channels.paused_at', 'is', null)
    .where('channels.left_at', 'is', null)
    .executeTakeFirstOrThrow();
  const instants = [onTheWay, parked].filter((at) => at !== null);
  return instants.length === 0 ? null : Math.min(...instants);
};
