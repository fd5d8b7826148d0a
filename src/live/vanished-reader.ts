import { MINUTE, HOUR, DAY, utcDate } from '../lib/time.ts';
import { isServiceUnavailable } from '../padel-api/errors.ts';
import { readOrRemove, type MatchSource } from './read-match.ts';
import { isNear } from './schedule-sync.ts';

/** Reads after each sync; a match is read once an hour, or once a day when it should be over long ago. */
const MAX_PER_SYNC = 10;
const REREAD_MS = { near: HOUR, past: DAY } as const;

/** After a failure the other matches go first. */
const RETRY_DELAY_MS = 10 * MINUTE;

/**
 * A deleted match, or one of a cancelled tournament, just disappears from the schedule: a match due
 * by tomorrow that is listed nowhere is read by itself. Returns those that may be played soon.
 */
export const createVanishedReader = (options: MatchSource) => {
  const { api, observer, requestOptions, monotonic, log } = options;
  const rereadAt = new Map<number, number>();
  const postpone = (id: number, delayMs: number): void => {
    rereadAt.set(id, monotonic() + delayMs);
  };

  return async (listed: ReadonlySet<number>): Promise<ReadonlySet<number>> => {
    for (const [id, at] of rereadAt) if (monotonic() >= at) rereadAt.delete(id);
    const serviceNow = api.serviceNow();
    const tomorrow = utcDate(serviceNow + DAY);
    const unlisted = (await observer.upcoming())
      .map(({ match }) => match)
      .filter(({ id, playedOn }) => (playedOn ?? tomorrow) <= tomorrow && !listed.has(id));
    const near = new Set(unlisted.filter((match) => isNear(match, serviceNow)).map(({ id }) => id));
    const due = unlisted.filter(({ id }) => !rereadAt.has(id));
    for (const { id } of due.slice(0, MAX_PER_SYNC)) {
      try {
        const match = await readOrRemove(options, id);
        if (match === undefined || !isNear(match, api.serviceNow())) near.delete(id);
        postpone(id, REREAD_MS[near.has(id) ? 'near' : 'past']);
      } catch (error) {
        if (requestOptions.signal?.aborted === true) return near;
        postpone(id, RETRY_DELAY_MS);
        log.warn({ err: error, matchId: id }, 'match that left the schedule could not be read');
        // A service that is down would fail for the next match, too.
        if (isServiceUnavailable(error)) return near;
      }
    }
    return near;
  };
};
