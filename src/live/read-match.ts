import type { Match } from '../domain/match.ts';
import type { Observer } from '../domain/observer.ts';
import type { Ask } from '../padel-api/calls.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { NotFound, NotInPlan, RequestRefused, UnreadableAnswer } from '../padel-api/errors.ts';
import type { ReadOrder } from './readings.ts';

export interface MatchSource {
  readonly api: PadelApi;
  readonly observer: Observer;
  /** A response is dropped when one to a later request came first. */
  readonly order: ReadOrder;
  /** The priority of its requests, and the signal that ends them. */
  readonly ask: Ask;
}

/** Whether the service has answered, and another request now would get the same. */
export const isAnswered = (error: unknown): boolean =>
  [NotInPlan, RequestRefused, UnreadableAnswer].some((refusal) => error instanceof refusal);

/**
 * Reads a match, and passes it to the observer.
 * @returns undefined when the service no longer has it, which the observer is told too: deleted for
 * good, or merged into another one, which is observed instead.
 * @throws the classes of padel-api/errors.ts, but for NotFound
 */
export const readOrRemove = async (
  { api, observer, order, ask }: MatchSource,
  id: number,
): Promise<Match | undefined> => {
  const request = order.begin();
  try {
    const { value: match } = await api.match(id, ask);
    // First: what is known of it is known of the other one from then on.
    if (match.id !== id) await order.apply(request, id, () => observer.merged(id, match.id));
    await order.apply(request, match.id, () => observer.match(match, api.serviceNow()));
    return match.id === id ? match : undefined;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
  await order.apply(request, id, () => observer.removed(id));
  return undefined;
};
