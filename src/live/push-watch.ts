import { LRUCache } from 'lru-cache';
import type { HeldMatch } from '../domain/held-match.ts';
import { MINUTE } from '../lib/time.ts';

/**
 * Whether pushes can be relied on. A connection may stand, and answer pings, while nobody publishes:
 * that shows in the live list, which then has news of a match that should have been pushed.
 */
export interface PushWatch {
  /** A match is listened to. */
  readonly subscribed: (matchId: number) => void;
  /** The connection was lost. */
  readonly lost: () => void;
  readonly pushed: (matchId: number) => void;
  /**
   * What was told of a match was taken in.
   * @param held the match as it stands since then
   * @param isListed whether the live list told it
   */
  readonly took: (held: HeldMatch, isListed: boolean) => void;
  /** Whether nothing was kept back, as far as anybody can tell. */
  readonly isReliable: () => boolean;
}

/** A push and a reading may cross; what was subscribed to lately may have missed what came before. */
const CROSSING = MINUTE;

/** More matches than are in play at once. */
const REMEMBERED = 500;

/** @param monotonic a clock that never goes back, milliseconds */
export const createPushWatch = (monotonic: () => number): PushWatch => {
  /** When each match was last heard of by the socket: pushed, or subscribed to. */
  const heardAt = new LRUCache<number, number>({ max: REMEMBERED });
  const reached = new LRUCache<number, string>({ max: REMEMBERED });
  let isReliable = true;

  return {
    subscribed: (matchId) => {
      heardAt.set(matchId, monotonic());
    },
    lost: () => {
      heardAt.clear();
      isReliable = true;
    },
    pushed: (matchId) => {
      heardAt.set(matchId, monotonic());
      isReliable = true;
    },
    took: ({ match: { id: matchId }, state }, isListed) => {
      const before = reached.get(matchId);
      const reach = JSON.stringify(state.sets);
      reached.set(matchId, reach);
      // Points alone: what was read of the match itself is none of the socket's.
      const isNews = isListed && before !== undefined && reach !== before;
      const at = heardAt.get(matchId);
      if (isNews && at !== undefined && monotonic() - at > CROSSING) isReliable = false;
    },
    isReliable: () => isReliable,
  };
};
