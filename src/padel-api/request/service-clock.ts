import type { Instant } from '../../domain/terms.ts';
import type { Clocks } from '../../lib/clocks.ts';
import type { Logger } from '../../lib/logger.ts';
import { DAY, HOUR } from '../../lib/time.ts';

/** What each memory of the service gets: the clocks and the log. */
export interface ServiceContext extends Clocks {
  readonly serviceNow: () => Instant;
  readonly log: Logger;
}

/** No clock shows less since the first release of this bot, and none more while it runs. */
const [FIRST, LAST] = [Date.UTC(2026), Date.UTC(2100)] as const;

/** The instant in a `Date` header; null for none, and for one that no clock shows. */
export const serviceDate = (header: unknown): Instant | null => {
  const at = Date.parse(String(header));
  return at >= FIRST && at < LAST ? at : null;
};

/** So many responses in a row must agree on a clock that is a day or more off the last one. */
const AGREEING = 3;

/**
 * The service's clock: ours, corrected by the `Date` of its responses. It moves "today" and the day of the
 * quota, so after the first response, which tells how wrong ours is, a single odd one, such as an old one of a
 * cache, does not move it far.
 */
export const createServiceClock = (now: () => Instant) => {
  let offset: number | null = null;
  let doubted: { readonly offset: number; readonly responses: number } | null = null;

  const isBelieved = (seen: number): boolean => {
    if (offset === null || Math.abs(seen - offset) < DAY) return true;
    const agrees = doubted !== null && Math.abs(seen - doubted.offset) < HOUR;
    doubted = { offset: seen, responses: agrees && doubted !== null ? doubted.responses + 1 : 1 };
    return doubted.responses >= AGREEING;
  };

  return {
    observe: (header: unknown): void => {
      const date = serviceDate(header);
      if (date === null || !isBelieved(date - now())) return;
      offset = date - now();
      doubted = null;
    },
    now: (): Instant => now() + (offset ?? 0),
  };
};
