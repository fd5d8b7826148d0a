import { sql } from 'kysely';
import { changeDelivery, type DeliveryKey, type PendingDelivery } from './deliveries.ts';
import type { Db, Tx } from '../connection/schema.ts';

/** A post after which members are still to be pinged. */
export interface UnfinishedPings extends PendingDelivery {
  /** The cursor of the last member who was pinged. */
  readonly pingedTo: string;
}

/** Records that members were pinged up to this cursor; null when all were. */
export const recordPingsUpTo = (db: Db, key: DeliveryKey, cursor: string | null): Promise<void> =>
  changeDelivery(db, key, { pingedTo: cursor, dueAt: null, attempts: 0 });

/** The cursor before the first member. */
export const BEFORE_ALL_PINGS = '0';

/** Sorts after every id: who hides scores is pinged after the others. */
const HIDING = '~';

/** Where a member stands among those whom a post pings: text that sorts in the order of the pings. */
export const pingCursor = (memberId: string, isHiding: boolean): string =>
  isHiding ? `${HIDING}${memberId}` : memberId;

/**
 * Removes a member's id from ping cursors: the cursor moves back to the follower before them in the
 * channel.
 */
export const anonymizePings = async (tx: Tx, memberId: string): Promise<void> => {
  for (const prefix of ['', HIDING]) {
    await tx
      .updateTable('deliveries')
      .set((eb) => {
        const before = eb
          .selectFrom('follows')
          .select(({ fn }) => fn.max('memberId').as('before'))
          .whereRef('follows.channelKey', '=', 'deliveries.channelKey')
          .where('memberId', '>', BEFORE_ALL_PINGS)
          .where('memberId', '<', memberId);
        const cursor = eb.fn.coalesce(before, sql.lit(BEFORE_ALL_PINGS));
        return { pingedTo: sql<string>`${sql.lit(prefix)} || ${cursor}` };
      })
      .where('pingedTo', '=', `${prefix}${memberId}`)
      .execute();
  }
};
