import type { Phase } from '../domain/match.ts';
import type { Instant } from '../domain/terms.ts';
import { CHOSEN_WAITS } from './waits.ts';
import type { Db } from './schema.ts';

/** How the matches in play stand, as a whole. */
interface InPlay {
  readonly matches: number;
  /** When the newest of them changed; null when none is in play. */
  readonly changedAt: Instant | null;
  /** How many of them no source has spoken of for too long, and since when the first of them. */
  readonly delayed: number;
  readonly delayedSince: Instant | null;
}

export const inPlayStanding = async (db: Db): Promise<InPlay> => {
  const row = await db
    .selectFrom('matches')
    .select((eb) => [
      eb.fn.countAll<number>().as('matches'),
      eb.fn.max<number | null>('changed_at').as('changedAt'),
      eb.fn.count<number>('delayed_since').as('delayed'),
      eb.fn.min<number | null>('delayed_since').as('delayedSince'),
    ])
    .where('phase', '=', 'playing' satisfies Phase)
    .executeTakeFirstOrThrow();
  return row;
};

/** Posts that could not be sent yet and are still news: of all channels, or of one. */
export const postsWaiting = async (db: Db, now: Instant, channelKey?: number): Promise<number> => {
  const { posts } = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    // Only what waits has a due time: the index finds it among all that was ever sent.
    .where('deliveries.due_at', '>=', 0)
    .where('deliveries.outcome', '=', 'parked')
    .where('deliveries.reason', 'not in', CHOSEN_WAITS)
    .where('events.expires_at', '>=', now)
    .$if(channelKey !== undefined, (query) =>
      query.where('deliveries.channel_id', '=', channelKey ?? 0),
    )
    .executeTakeFirstOrThrow();
  return posts;
};

/** Pieces of news that are on their way to their channels at this moment. */
export const newsOnTheWay = async (db: Db, now: Instant): Promise<number> => {
  const { news } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('news'))
    .where('done_at', 'is', null)
    .where('expires_at', '>=', now)
    .executeTakeFirstOrThrow();
  return news;
};

/** Since when Discord refuses a channel; null while it works. */
export const brokenSince = async (db: Db, channelKey: number): Promise<Instant | null> => {
  const row = await db
    .selectFrom('channels')
    .select('broken_at')
    .where('id', '=', channelKey)
    .executeTakeFirst();
  return row?.broken_at ?? null;
};
