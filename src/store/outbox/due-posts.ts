import { sql, type NotNull } from 'kysely';
import type { Instant } from '../../domain/terms.ts';
import { DAY } from '../../lib/time.ts';
import { triedDigestsIn, type PendingDelivery } from './deliveries.ts';
import type { UnfinishedPings } from './pings.ts';
import { nextDueIn } from '../connection/queries.ts';
import type { Db, Row } from '../connection/schema.ts';

/**
 * The posts that are due at an instant, at most so many of each kind, and when the next one is. Both
 * use one instant, so that none falls due in between.
 */
export const duePosts = async <Priority extends number>(
  db: Db,
  now: Instant,
  priorities: readonly Priority[],
  limit: number,
) => {
  const retries: { readonly priority: Priority; readonly due: readonly PendingDelivery[] }[] = [];
  for (const priority of priorities)
    retries.push({ priority, due: await dueRetries(db, now, priority, limit) });
  return {
    retries,
    corrections: await dueCorrections(db, now, limit),
    pings: await duePings(db, now, limit),
    nextAt: await nextDueIn(db, 'deliveries', now),
  };
};

const PENDING = [
  'deliveries.eventId',
  'deliveries.channelKey',
  'deliveries.attempts',
  'deliveries.messageId',
  'deliveries.targetId',
  'deliveries.triedDigests',
] as const;

const pendingOf = <R extends Pick<Row<'deliveries'>, 'triedDigests'>>(row: R) => ({
  ...row,
  triedDigests: triedDigestsIn(row.triedDigests),
});

/** Pending deliveries of a priority; those of a server that the bot left are excluded. */
const dueRetries = async (db: Db, now: Instant, priority: number, limit: number) => {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channelKey')
    .select(PENDING)
    .where('deliveries.dueAt', '<=', now)
    // A literal, so that the partial index is used.
    .where(sql<boolean>`deliveries.outcome = 'pending'`)
    .where('channels.leftAt', 'is', null)
    .where('deliveries.priority', '=', priority)
    .orderBy('deliveries.dueAt')
    .orderBy('deliveries.eventId')
    .limit(limit)
    .execute();
  return rows.map(pendingOf);
};

/** Older revisions are not worth an edit, milliseconds. */
const CORRECTION_WINDOW_MS = DAY;

/** Posts that show less than the newest revision of their event. */
const dueCorrections = async (db: Db, now: Instant, limit: number) => {
  // Finds the few revised events first, by their own index, then their deliveries. In a single query
  // the planner may scan every delivery ever sent.
  const revised = await db
    .selectFrom('events')
    .select('id')
    .where('revisedAt', '>', now - CORRECTION_WINDOW_MS)
    .execute();
  const ids = revised.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.eventId')
    .innerJoin('channels', 'channels.id', 'deliveries.channelKey')
    .select(PENDING)
    .where('deliveries.eventId', 'in', ids)
    .where('channels.brokenAt', 'is', null)
    .where('channels.pausedAt', 'is', null)
    .where('channels.leftAt', 'is', null)
    .where('deliveries.outcome', '=', 'sent')
    .whereRef('deliveries.shownRev', '<', 'events.rev')
    .where((eb) => eb.or([eb('dueAt', 'is', null), eb('dueAt', '<=', now)]))
    .limit(limit)
    .execute();
  return rows.map(pendingOf);
};

/** Posts after which members are still to be pinged. */
const duePings = async (
  db: Db,
  now: Instant,
  limit: number,
): Promise<readonly UnfinishedPings[]> => {
  const rows = await db
    .selectFrom('deliveries')
    .select([...PENDING, 'deliveries.pingedTo'])
    .where('pingedTo', '>', '')
    // By the index of the few that ping, not of the many without a due time.
    .where((eb) => eb(eb.fn.coalesce('dueAt', eb.val(0)), '<=', now))
    .limit(limit)
    .$narrowType<{ pingedTo: NotNull }>()
    .execute();
  return rows.map(pendingOf);
};
