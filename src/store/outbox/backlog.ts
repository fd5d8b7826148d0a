import { ABANDONED_AFTER_MS } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import { SETTING_DELAYS } from './recheck-pending.ts';
import type { Db } from '../connection/schema.ts';
import type { Phase } from '../../domain/match/match.ts';

/**
 * When the oldest overdue alert became known that has not expired; null without one. Alerts that wait
 * by the channel's choice, or whose channel is refused, paused or left, do not count: delivery goes on
 * without them.
 */
export const oldestUndeliveredAt = async (db: Db, now: Instant): Promise<Instant | null> => {
  const { at: inFanOut } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.min<number | null>('createdAt').as('at'))
    .where('doneAt', 'is', null)
    .where('expiresAt', '>=', now)
    .executeTakeFirstOrThrow();
  const { at: pending } = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.eventId')
    .innerJoin('channels', 'channels.id', 'deliveries.channelKey')
    .select((eb) => eb.fn.min<number | null>('events.createdAt').as('at'))
    // Only pending deliveries have a due time, so the index finds them.
    .where('deliveries.dueAt', '>=', 0)
    .where('deliveries.outcome', '=', 'pending')
    .where('deliveries.reason', 'not in', [...SETTING_DELAYS, 'declined'])
    .where('events.expiresAt', '>=', now)
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

export const inPlaySummary = async (db: Db, now: Instant): Promise<InPlay> => {
  const row = await db
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
  return row;
};

/** Undelivered posts that have not expired, of all channels or of one. */
export const undeliveredPostCount = async (
  db: Db,
  now: Instant,
  channelKey?: number,
): Promise<number> => {
  const { posts } = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.eventId')
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    // Only pending deliveries have a due time, so the index finds them.
    .where('deliveries.dueAt', '>=', 0)
    .where('deliveries.outcome', '=', 'pending')
    .where('deliveries.reason', 'not in', SETTING_DELAYS)
    .where('events.expiresAt', '>=', now)
    .$if(channelKey !== undefined, (query) =>
      query.where('deliveries.channelKey', '=', channelKey ?? 0),
    )
    .executeTakeFirstOrThrow();
  return posts;
};

/** The number of events whose fan-out is not finished. */
export const openEventCount = async (db: Db, now: Instant): Promise<number> => {
  const { news } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('news'))
    .where('doneAt', 'is', null)
    .where('expiresAt', '>=', now)
    .executeTakeFirstOrThrow();
  return news;
};

/** Since when Discord refuses a channel; null while it works. */
export const brokenSince = async (db: Db, channelKey: number): Promise<Instant | null> => {
  const row = await db
    .selectFrom('channels')
    .select('brokenAt')
    .where('id', '=', channelKey)
    .executeTakeFirst();
  return row?.brokenAt ?? null;
};
