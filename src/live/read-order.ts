import { LRUCache } from 'lru-cache';

/** The number of a request; later requests have larger ones. */
export type RequestNumber = number;

/** More matches than are read while one response is in flight. */
const MAX_MATCHES = 5_000;

/**
 * Applies reads of matches in the order of their requests. A page of the schedule may arrive after
 * the response to a later request for one of its matches: the page is stale for that match.
 */
export const createReadOrder = () => {
  let last: RequestNumber = 0;
  const newest = new LRUCache<number, RequestNumber>({ max: MAX_MATCHES });
  const applying = new Map<number, Promise<void>>();

  return {
    begin: (): RequestNumber => (last += 1),
    /**
     * Applies a response to a match, one at a time, unless the response to a later request was
     * applied before.
     */
    apply: async (
      request: RequestNumber,
      matchId: number,
      observe: () => Promise<void>,
    ): Promise<void> => {
      if (request < (newest.get(matchId) ?? 0)) return;
      newest.set(matchId, request);
      const before = applying.get(matchId);
      const own = (async (): Promise<void> => {
        // The previous caller gets that error.
        await before?.catch(() => undefined);
        await observe();
      })();
      applying.set(matchId, own);
      try {
        await own;
      } finally {
        if (applying.get(matchId) === own) applying.delete(matchId);
      }
    },
  };
};

export type ReadOrder = ReturnType<typeof createReadOrder>;
