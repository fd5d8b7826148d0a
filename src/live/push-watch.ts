import { LRUCache } from 'lru-cache';

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
   * @param rev its revision since then
   * @param isListed whether the live list told it
   */
  readonly took: (matchId: number, rev: number, isListed: boolean) => void;
  /** Whether nothing was kept back, as far as anybody can tell. */
  readonly isReliable: () => boolean;
}

/** A push and a reading may cross; what was subscribed to lately may have missed what came before. */
const CROSSING = 60_000;

/** More matches than are in play at once. */
const REMEMBERED = 500;

/** @param monotonic a clock that never goes back, milliseconds */
export const createPushWatch = (monotonic: () => number): PushWatch => {
  /** When each match was last heard of by the socket: pushed, or subscribed to. */
  const heardAt = new LRUCache<number, number>({ max: REMEMBERED });
  const revs = new LRUCache<number, number>({ max: REMEMBERED });
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
    took: (matchId, rev, isListed) => {
      const before = revs.get(matchId);
      revs.set(matchId, rev);
      const isNews = isListed && before !== undefined && rev > before;
      const at = heardAt.get(matchId);
      if (isNews && at !== undefined && monotonic() - at > CROSSING) isReliable = false;
    },
    isReliable: () => isReliable,
  };
};
