import type { Instant } from '../domain/terms.ts';
import { DAY } from '../lib/time.ts';
import {
  changeDelivery,
  PENDING,
  pendingOf,
  type DeliveryKey,
  type PendingDelivery,
} from './deliveries.ts';
import type { Db } from './schema.ts';

/** A revision is worth an edit for so long. */
const REVISED_WITHIN = DAY;

/** Posts that show less than the newest revision of their event, and may be tried now. */
export const stalePosts = async (
  db: Db,
  now: Instant,
  limit: number,
): Promise<readonly PendingDelivery[]> => {
  // Few events are ever revised: they are found first, by an index of their own, and only their
  // deliveries are looked at. In one query the planner may walk through all that was ever sent.
  const revised = await db
    .selectFrom('events')
    .select('id')
    .where('revised_at', '>', now - REVISED_WITHIN)
    .execute();
  if (revised.length === 0) return [];
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .select(PENDING)
    .where(
      'deliveries.event_id',
      'in',
      revised.map(({ id }) => id),
    )
    .where('channels.broken_at', 'is', null)
    .where('channels.paused_at', 'is', null)
    .where('channels.left_at', 'is', null)
    .where('deliveries.outcome', '=', 'sent')
    .whereRef('deliveries.shown_rev', '<', 'events.rev')
    .where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '<=', now)]))
    .limit(limit)
    .execute();
  return rows.map(pendingOf);
};

/** No revision is worth another try: what it was about is gone. */
export const NO_REVISION = 2 ** 31 - 1;

/** A post now shows revision `rev` of its event; or never will, which is no reason to try again. */
export const postShown = (db: Db, key: DeliveryKey, rev: number): Promise<void> =>
  changeDelivery(db, key, { shown_rev: rev, due_at: null });
