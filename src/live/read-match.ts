import type { Match } from '../domain/match/match.ts';
import type { MatchObserver } from '../domain/match/observer.ts';
import type { Clocks } from '../lib/clocks.ts';
import type { Logger } from '../lib/logger.ts';
import type { RequestOptions } from '../padel-api/request/cache.ts';
import type { PadelApi } from '../padel-api/client.ts';
import {
  ifFound,
  isOneOf,
  NotInPlan,
  RequestRefused,
  UnreadableAnswer,
} from '../padel-api/errors.ts';
import type { ReadOrder } from './read-order.ts';

/** What each reader of matches gets. */
export interface MatchSource extends Pick<Clocks, 'monotonic'> {
  readonly api: PadelApi;
  readonly observer: MatchObserver;
  /** Drops a response when one to a later request was applied first. */
  readonly order: ReadOrder;
  /** The priority of its requests, and the signal that aborts them. */
  readonly requestOptions: RequestOptions;
  readonly log: Logger;
}

/** Whether the service has answered, so that a retry would get the same response. */
export const isAnswered = isOneOf(NotInPlan, RequestRefused, UnreadableAnswer);

/**
 * Reads a match, and passes it to the observer.
 * @returns undefined when the service no longer has it: it was deleted, or merged into another
 * match that is observed instead; the observer is notified of both
 * @throws the classes of padel-api/errors.ts, except NotFound
 */
export const readOrRemove = async (
  source: Pick<MatchSource, 'api' | 'observer' | 'order' | 'requestOptions'>,
  id: number,
): Promise<Match | undefined> => {
  const { api, observer, order, requestOptions } = source;
  const request = order.begin();
  const match = (await ifFound(api.match(id, requestOptions)))?.value;
  if (match === undefined) {
    await order.apply(request, id, () => observer.removed(id));
    return undefined;
  }
  // The merge comes first: it moves the stored data to the other match.
  if (match.id !== id) await order.apply(request, id, () => observer.merged(id, match.id));
  await order.apply(request, match.id, () => observer.match(match, api.serviceNow()));
  return match.id === id ? match : undefined;
};
