import { sql } from 'kysely';
import { changeDelivery, type DeliveryKey, type PendingDelivery } from './deliveries.ts';
import type { Db, Tx } from './schema.ts';

/** A post after which members are still to be pinged. */
export interface UnfinishedPings extends PendingDelivery {
  /** The last of them who was, in the order of their ids. */
  readonly pingedTo: string;
}

/** Members were pinged up to this one; null when nobody is left. */
export const pingedUpTo = (db: Db, key: DeliveryKey, memberId: string | null): Promise<void> =>
  changeDelivery(db, key, { pinged_to: memberId, due_at: null, attempts: 0 });

/** Before the id of every member. */
const NOBODY = '0';

/**
 * Names a member no more where pings have got as far as them: those after them are still to be pinged,
 * and so it is told of whoever follows in the same channel and comes before them.
 */
export const forgetPinged = async (tx: Tx, memberId: string): Promise<void> => {
  await tx
    .updateTable('deliveries')
    .set((eb) => ({
      pinged_to: eb.fn.coalesce(
        eb
          .selectFrom('follows')
          .select(({ fn }) => fn.max('member_id').as('before'))
          .whereRef('follows.channel_id', '=', 'deliveries.channel_id')
          .where('member_id', '>', NOBODY)
          .where('member_id', '<', memberId),
        sql.lit(NOBODY),
      ),
    }))
    .where('pinged_to', '=', memberId)
    .execute();
};
