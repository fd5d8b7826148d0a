import type { Logger } from '../lib/logger.ts';
import { MINUTE, HOUR, DAY } from '../lib/time.ts';
import { ServiceBusy, ServiceDown } from '../padel-api/errors.ts';
import { readOrRemove, type MatchSource } from './read-match.ts';
import { isNear } from './schedule-sync.ts';

export interface VanishedOptions extends MatchSource {
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  readonly log: Logger;
}

/**
 * Reads matches to come that no schedule lists.
 * @returns those of them that may be played soon, as far as is known
 */
export type ReadVanished = (listed: ReadonlySet<number>) => Promise<ReadonlySet<number>>;

/** So many are read after one sync, each once an hour; one that should be over long ago, once a day. */
const MAX_PER_SYNC = 10;
const REREAD_MS = { near: HOUR, past: DAY } as const;

/** After a failure the others go first. */
const RETRY_DELAY_MS = 10 * MINUTE;

/**
 * A match that was deleted, or whose tournament was cancelled, just disappears from the schedule: one
 * that should be played by tomorrow and is listed nowhere is read by itself.
 */
export const createVanishedReader = (options: VanishedOptions): ReadVanished => {
  const { api, observer, ask, monotonic, log } = options;
  /** When each may be read again. */
  const notBefore = new Map<number, number>();
  const wait = (id: number, delayMs: number): void => {
    notBefore.set(id, monotonic() + delayMs);
  };

  return async (listed) => {
    for (const [id, at] of notBefore) if (monotonic() >= at) notBefore.delete(id);
    const serviceNow = api.serviceNow();
    const tomorrow = new Date(serviceNow + DAY).toISOString().slice(0, 10);
    const unlisted = (await observer.upcoming())
      .map(({ match }) => match)
      .filter(({ id, playedOn }) => (playedOn ?? tomorrow) <= tomorrow && !listed.has(id));
    const near = new Set(unlisted.filter((match) => isNear(match, serviceNow)).map(({ id }) => id));
    const due = unlisted.filter(({ id }) => !notBefore.has(id));
    for (const { id } of due.slice(0, MAX_PER_SYNC)) {
      try {
        const match = await readOrRemove(options, id);
        if (match === undefined || !isNear(match, api.serviceNow())) near.delete(id);
        wait(id, REREAD_MS[near.has(id) ? 'near' : 'past']);
      } catch (error) {
        if (ask.signal?.aborted === true) return near;
        wait(id, RETRY_DELAY_MS);
        log.warn({ err: error, matchId: id }, 'match that left the schedule could not be read');
        // A service that is down is down for the next match, too.
        if (error instanceof ServiceDown || error instanceof ServiceBusy) return near;
      }
    }
    return near;
  };
};
