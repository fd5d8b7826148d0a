import type { HeldMatch } from '../domain/held-match.ts';
import type { Instant } from '../domain/terms.ts';
import { delayOf } from '../domain/verdict.ts';
import type { Channel } from '../store/channels.ts';
import type { Db } from '../store/database.ts';
import { matchAt } from '../store/match-states.ts';
import { withTie } from '../store/ties.ts';

/** A match as a channel with a spoiler delay may see it now. */
export interface DelayedSnapshot {
  /** Undefined while the channel may not see anything yet. */
  readonly held: HeldMatch | undefined;
  /** When the snapshot changes next; null when it is current. */
  readonly moreAt: Instant | null;
}

/** A match as it was one spoiler delay ago. */
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
  // A later change of `delayedSince` only says that data was late: no spoiler, and stale by then.
  const known = { ...held, match, state, rev, changedAt: at, delayedSince: null };
  return { held: await withTie(db, known, then), moreAt };
};
