import { LRUCache } from 'lru-cache';
import type { HeldMatch } from '../domain/match/state.ts';
import { MINUTE } from '../lib/time.ts';

/** A push and a read may cross, and a new subscription may have missed earlier pushes. */
const GRACE_MS = MINUTE;

/** More matches than are ever in play at the same time. */
const MAX_MATCHES = 500;

/**
 * Detects missing pushes. A connection may stay open and answer pings while nothing is published:
 * then the live list has news of a match that should have been pushed.
 */
export const createPushWatch = (monotonic: () => number) => {
  const lastUpdateAt = new LRUCache<number, number>({ max: MAX_MATCHES });
  const reached = new LRUCache<number, string>({ max: MAX_MATCHES });
  let isReliable = true;

  return {
    subscribed: (matchId: number): void => {
      lastUpdateAt.set(matchId, monotonic());
    },
    lost: (): void => {
      lastUpdateAt.clear();
      isReliable = true;
    },
    pushed: (matchId: number): void => {
      lastUpdateAt.set(matchId, monotonic());
      isReliable = true;
    },
    /**
     * An update of a match was processed.
     * @param held the match with the update
     * @param isListed whether the update came from the live list
     */
    updateProcessed: ({ match: { id: matchId }, state }: HeldMatch, isListed: boolean): void => {
      const before = reached.get(matchId);
      const reach = JSON.stringify(state.sets);
      reached.set(matchId, reach);
      // Points only: data of the match itself does not come by the socket.
      const isNews = isListed && before !== undefined && reach !== before;
      const at = lastUpdateAt.get(matchId);
      if (isNews && at !== undefined && monotonic() - at > GRACE_MS) isReliable = false;
    },
    /** Whether no push is known to be missing. */
    isReliable: (): boolean => isReliable,
  };
};
