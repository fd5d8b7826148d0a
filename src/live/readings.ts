import { LRUCache } from 'lru-cache';

/** A number of a request; a later request has a larger one. */
export type RequestNumber = number;

/**
 * Applies reads of matches in the order of their requests. A page of the schedule may arrive after the
 * response to a later request about one of its matches: what it says of that match is outdated.
 */
export interface ReadOrder {
  /** A request is sent. */
  readonly begin: () => RequestNumber;
  /**
   * Applies what a response says of a match, one after the other, unless the response to a later
   * request was applied before.
   */
  readonly apply: (
    request: RequestNumber,
    matchId: number,
    observe: () => Promise<void>,
  ) => Promise<void>;
}

/** More matches than are read while one response is on its way. */
const MAX_MATCHES = 5_000;

export const createReadOrder = (): ReadOrder => {
  let last: RequestNumber = 0;
  const newest = new LRUCache<number, RequestNumber>({ max: MAX_MATCHES });
  const applying = new Map<number, Promise<void>>();

  return {
    begin: () => (last += 1),
    apply: async (request, matchId, observe) => {
      if (request < (newest.get(matchId) ?? 0)) return;
      newest.set(matchId, request);
      const before = applying.get(matchId);
      const own = (async (): Promise<void> => {
        // Its own caller gets its error.
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
