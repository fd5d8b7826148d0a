import type { Instant } from '../../domain/terms.ts';
import { countOf, hasRow } from '../connection/queries.ts';
import type { Db } from '../connection/schema.ts';

/** A record of the data service that a webhook names. */
interface InboxRecord {
  /** `match`, `player`, `tournament`. */
  readonly kind: string;
  readonly recordId: number;
}

/** A change notice, kept until it is handled. */
export interface InboxEntry extends InboxRecord {
  /** The same for every copy of one delivery. */
  readonly key: string;
  /** `created`, `backfilled`, `updated`, `deleted`. */
  readonly change: string;
}

/**
 * All pending notices of one record. The newest change stands for all, but `backfilled`, which needs
 * less work, replaces no other change.
 */
export interface PendingRecord extends InboxRecord {
  readonly change: string;
  /** The newest entry; later ones are not included. */
  readonly upTo: number;
}

/** Inserts an entry. @returns false when it exists */
export const insertEntry = (db: Db, entry: InboxEntry, now: Instant): Promise<boolean> =>
  hasRow(
    db
      .insertInto('inbox')
      .values({ ...entry, receivedAt: now })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id'),
  );

/** The records with pending notices, the oldest notice first. */
export const pendingRecords = (db: Db, limit: number): Promise<readonly PendingRecord[]> =>
  db
    .with('waiting', (cte) =>
      cte
        .selectFrom('inbox')
        .select((eb) => [
          eb.fn.min('id').as('first'),
          eb.fn.max('id').as('last'),
          eb.fn
            .max(eb.case().when('change', '<>', 'backfilled').then(eb.ref('id')).end())
            .as('change'),
        ])
        .where('handledAt', 'is', null)
        .groupBy(['kind', 'recordId'])
        .orderBy('first')
        .limit(limit),
    )
    .selectFrom('waiting')
    .innerJoin('inbox', (join) =>
      join.on((eb) => eb('inbox.id', '=', eb.fn.coalesce('waiting.change', 'waiting.last'))),
    )
    .select(['inbox.kind', 'inbox.change', 'inbox.recordId', 'waiting.last as upTo'])
    .orderBy('waiting.first')
    .execute();

/** Marks the notices of a record as handled, up to the given entry. */
export const markHandled = async (
  db: Db,
  { kind, recordId, upTo }: PendingRecord,
  now: Instant,
): Promise<void> => {
  await db
    .updateTable('inbox')
    .set({ handledAt: now })
    .where('handledAt', 'is', null)
    .where((eb) => eb.and({ kind, recordId }))
    .where('id', '<=', upTo)
    .execute();
};

export const pendingEntryCount = (db: Db): Promise<number> =>
  countOf(db.selectFrom('inbox').where('handledAt', 'is', null));

interface InboxRetention {
  readonly handledBefore: Instant;
  /** Received before this, handled or not. */
  readonly receivedBefore: Instant;
  /** How many of the newest handled entries to keep. */
  readonly most: number;
}

/**
 * Deletes old entries. A later copy of a deleted one counts as new.
 * @returns how many of them were not handled
 */
export const deleteOldEntries = async (
  db: Db,
  { handledBefore, receivedBefore, most }: InboxRetention,
): Promise<number> => {
  const { numDeletedRows: dropped } = await db
    .deleteFrom('inbox')
    .where('handledAt', 'is', null)
    .where('receivedAt', '<', receivedBefore)
    .executeTakeFirstOrThrow();
  const newest = db.selectFrom('inbox').select((eb) => eb(eb.fn.max('id'), '-', most).as('id'));
  await db
    .deleteFrom('inbox')
    .where((eb) =>
      eb.or([
        eb('handledAt', '<', handledBefore),
        eb('receivedAt', '<', receivedBefore),
        eb.and([eb('handledAt', 'is not', null), eb('id', '<=', newest)]),
      ]),
    )
    .execute();
  return Number(dropped);
};
