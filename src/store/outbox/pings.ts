import { sql } from 'kysely';
import { changeDelivery, type DeliveryKey, type PendingDelivery } from './deliveries.ts';
import type { Db, Tx } from '../connection/schema.ts';

/** A post after which members are still to be pinged. */
export interface UnfinishedPings extends PendingDelivery {
  /** The last member who was pinged, in the order of ids. */
  readonly pingedTo: string;
}

/** Records that members were pinged up to this one; null when all were. */
export const recordPingsUpTo = (db: Db, key: DeliveryKey, memberId: string | null): Promise<void> =>
  changeDelivery(db, key, { pinged_to: memberId, due_at: null, attempts: 0 });

const BEFORE_ALL_IDS = '0';

/**
 * Removes a member's id from ping cursors: the cursor moves back to the follower before them in the
 * channel.
 */
export const anonymizePings = async (tx: Tx, memberId: string): Promise<void> => {
  await tx
    .updateTable('deliveries')
    .set((eb) => ({
      pinged_to: eb.fn.coalesce(
        eb
          .selectFrom('follows')
          .select(({ fn }) => fn.max('member_id').as('before'))
          .whereRef('follows.channel_id', '=', 'deliveries.channel_id')
          .where('member_id', '>', BEFORE_ALL_IDS)
          .where('member_id', '<', memberId),
        sql.lit(BEFORE_ALL_IDS),
      ),
    }))
    .where('pinged_to', '=', memberId)
    .execute();
};
