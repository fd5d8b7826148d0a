import { ABANDONED_AFTER_MS } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import { SETTING_DELAYS } from './recheck-pending.ts';
import { countOf } from '../connection/queries.ts';
import type { Db } from '../connection/schema.ts';
import type { Phase } from '../../domain/match/match.ts';

/**
 * When the oldest overdue alert became known that has not expired; null without one. Alerts that wait
 * by the channel's choice, or whose channel is refused, paused or left, do not count: delivery goes on
 * without them.
 */
export const oldestUndeliveredAt = async (db: Db, now: Instant): Promise<Instant | null> => {
  const { at: inFanOut } = await openEvents(db, now)
    .select((eb) => eb.fn.min<number | null>('createdAt').as('at'))
    .executeTakeFirstOrThrow();
  const { at: pending } = await pendingSince(db, now)
    .innerJoin('channels', 'channels.id', 'deliveries.channelKey')
    .select((eb) => eb.fn.min<number | null>('events.createdAt').as('at'))
    .where('deliveries.reason', 'not in', [...SETTING_DELAYS, 'declined'])
    .where('channels.brokenAt', 'is', null)
    .where('channels.pausedAt', 'is', null)
    .where('channels.leftAt', 'is', null)
    .executeTakeFirstOrThrow();
  const instants = [inFanOut, pending].filter((at) => at !== null);
  return instants.length === 0 ? null : Math.min(...instants);
};

interface InPlay {
  readonly matches: number;
  /** When the newest of them changed; null when none is in play. */
  readonly changedAt: Instant | null;
  /** How many of them no source has reported for too long, and since when the first. */
  readonly delayed: number;
  readonly delayedSince: Instant | null;
}

export const inPlaySummary = (db: Db, now: Instant): Promise<InPlay> =>
  db
    .selectFrom('matches')
    .select((eb) => [
      eb.fn.countAll<number>().as('matches'),
      eb.fn.max<number | null>('changedAt').as('changedAt'),
      eb.fn.count<number>('delayedSince').as('delayed'),
      eb.fn.min<number | null>('delayedSince').as('delayedSince'),
    ])
    .where('phase', '=', 'playing' satisfies Phase)
    .where('changedAt', '>=', now - ABANDONED_AFTER_MS)
    .executeTakeFirstOrThrow();

/** Undelivered posts that have not expired, of all channels or of one. */
export const undeliveredPostCount = async (
  db: Db,
  now: Instant,
  channelKey?: number,
): Promise<number> => {
  const pending = pendingSince(db, now).where('deliveries.reason', 'not in', SETTING_DELAYS);
  return await countOf(
    channelKey === undefined ? pending : pending.where('deliveries.channelKey', '=', channelKey),
  );
};

/** Pending deliveries of events that have not expired. */
const pendingSince = (db: Db, now: Instant) =>
  db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.eventId')
    // Only pending deliveries have a due time, so the index finds them.
    .where('deliveries.dueAt', '>=', 0)
    .where('deliveries.outcome', '=', 'pending')
    .where('events.expiresAt', '>=', now);

const openEvents = (db: Db, now: Instant) =>
  db.selectFrom('events').where('doneAt', 'is', null).where('expiresAt', '>=', now);

/** The number of events whose fan-out is not finished. */
export const openEventCount = (db: Db, now: Instant): Promise<number> =>
  countOf(openEvents(db, now));

/** Since when Discord refuses a channel; null while it works. */
export const brokenSince = async (db: Db, channelKey: number): Promise<Instant | null> => {
  const row = await db
    .selectFrom('channels')
    .select('brokenAt')
    .where('id', '=', channelKey)
    .executeTakeFirst();
  return row?.brokenAt ?? null;
};
