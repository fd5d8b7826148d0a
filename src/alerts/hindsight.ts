import type { HeldMatch } from '../domain/held-match.ts';
import type { Instant } from '../domain/terms.ts';
import { delayOf } from '../domain/verdict.ts';
import type { Channel } from '../store/channels.ts';
import type { Db } from '../store/database.ts';
import { matchAt } from '../store/match-states.ts';
import { withTie } from '../store/ties.ts';

/** What a channel with a spoiler delay may know of a match at this moment. */
export interface DelayedSnapshot {
  /** Undefined while the channel may not know anything yet. */
  readonly held: HeldMatch | undefined;
  /** When there is more to know; null when it knows all. */
  readonly moreAt: Instant | null;
}

/** A match as a channel may see it now: as it was one spoiler delay ago. */
export const delayedSnapshot = async (
  db: Db,
  held: HeldMatch,
  channel: Pick<Channel, 'settings'>,
  now: Instant,
): Promise<DelayedSnapshot> => {
  const delay = delayOf(channel.settings);
  if (delay === 0) return { held: await withTie(db, held), moreAt: null };
  const then = now - delay;
  const { seen, changesAt } = await matchAt(db, held.match.id, then);
  if (changesAt === null) return { held: await withTie(db, held, then), moreAt: null };
  const moreAt = changesAt + delay;
  if (seen === undefined) return { held: undefined, moreAt };
  const { match, state, rev, at } = seen;
  // What comes later can only say that data was late: that is no spoiler, and no news then.
  const known = { ...held, match, state, rev, changedAt: at, delayedSince: null };
  return { held: await withTie(db, known, then), moreAt };
};
