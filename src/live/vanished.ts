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
 * Asks after matches to come that no schedule lists.
 * @returns those of them that may be played soon, as far as anybody knows
 */
export type AskAfterVanished = (listed: ReadonlySet<number>) => Promise<ReadonlySet<number>>;

/** So many are asked for after one sync, each once an hour; what should be over long ago, once a day. */
const AT_ONCE = 10;
const AGAIN_AFTER = { near: HOUR, past: DAY } as const;

/** One that could not be read lets the others go first. */
const AFTER_FAILURE = 10 * MINUTE;

/**
 * A match that was deleted, or whose tournament was cancelled, leaves the schedule without a word:
 * what should be played by tomorrow and is listed nowhere is read by itself.
 */
export const createAskAfterVanished = (options: VanishedOptions): AskAfterVanished => {
  const { api, observer, ask, monotonic, log } = options;
  /** When each may be asked for again. */
  const notBefore = new Map<number, number>();
  const wait = (id: number, time: number): void => {
    notBefore.set(id, monotonic() + time);
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
    for (const { id } of due.slice(0, AT_ONCE)) {
      try {
        const match = await readOrRemove(options, id);
        if (match === undefined || !isNear(match, api.serviceNow())) near.delete(id);
        wait(id, AGAIN_AFTER[near.has(id) ? 'near' : 'past']);
      } catch (error) {
        if (ask.signal?.aborted === true) return near;
        wait(id, AFTER_FAILURE);
        log.warn({ err: error, matchId: id }, 'a match that left the schedule could not be read');
        // A service that is down is down for the next match, too.
        if (error instanceof ServiceDown || error instanceof ServiceBusy) return near;
      }
    }
    return near;
  };
};
