import type { Logger } from '../lib/logger.ts';
import { ServiceBusy, ServiceDown } from '../padel-api/errors.ts';
import { readOrRemove, type MatchSource } from './read-match.ts';

export interface VanishedOptions extends MatchSource {
  readonly now: () => number;
  readonly log: Logger;
}

/** Asks after matches to come that no schedule lists any more. */
export type AskAfterVanished = (listed: ReadonlySet<number>) => Promise<void>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** So many are asked for after one sync, each once an hour. */
const AT_ONCE = 10;

/** One that could not be read lets the others go first. */
const AFTER_FAILURE = 10 * MINUTE;

/**
 * A match that was deleted, or whose tournament was cancelled, leaves the schedule without a word:
 * what should be played by tomorrow and is listed nowhere is read by itself.
 */
export const createAskAfterVanished = (options: VanishedOptions): AskAfterVanished => {
  const { api, observer, ask, now, log } = options;
  /** When each may be asked for again. */
  const notBefore = new Map<number, number>();

  return async (listed) => {
    for (const [id, at] of notBefore) if (now() >= at) notBefore.delete(id);
    const tomorrow = new Date(api.serviceNow() + DAY).toISOString().slice(0, 10);
    const vanished = (await observer.upcoming())
      .filter(({ match }) => (match.playedOn ?? tomorrow) <= tomorrow)
      .map(({ match }) => match.id)
      .filter((id) => !listed.has(id) && !notBefore.has(id));
    for (const id of vanished.slice(0, AT_ONCE)) {
      try {
        await readOrRemove(options, id);
        notBefore.set(id, now() + HOUR);
      } catch (error) {
        if (ask.signal?.aborted === true) return;
        notBefore.set(id, now() + AFTER_FAILURE);
        log.warn({ err: error, matchId: id }, 'a match that left the schedule could not be read');
        // A service that is down is down for the next match, too.
        if (error instanceof ServiceDown || error instanceof ServiceBusy) return;
      }
    }
  };
};
