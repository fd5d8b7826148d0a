import type { Match } from '../domain/match.ts';
import type { Observer } from '../domain/observer.ts';
import type { Ask } from '../padel-api/calls.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { NotFound, NotInPlan, RequestRefused, UnreadableAnswer } from '../padel-api/errors.ts';
import type { Readings } from './readings.ts';

export interface MatchSource {
  readonly api: PadelApi;
  readonly observer: Observer;
  /** What was asked before a later answer came is not told. */
  readonly readings: Readings;
  /** The lane of its questions, and what ends them. */
  readonly ask: Ask;
}

/** What the service says of a match as often as it is asked. */
const REFUSALS = [NotInPlan, RequestRefused, UnreadableAnswer] as const;

/**
 * Reads a match itself, and tells the observer.
 * @returns undefined, and tells that too, when the service no longer has it: deleted, for good, or
 * merged into another, which is told instead.
 * @throws the classes of padel-api/errors.ts, but for NotFound
 */
export const readOrRemove = async (
  { api, observer, readings, ask }: MatchSource,
  id: number,
): Promise<Match | undefined> => {
  const asked = readings.ask();
  try {
    const { value: match } = await api.match(id, ask);
    // First: what is held of it is what is known of the other one.
    if (match.id !== id) await readings.take(asked, id, () => observer.merged(id, match.id));
    await readings.take(asked, match.id, () => observer.match(match, api.serviceNow()));
    return match.id === id ? match : undefined;
  } catch (error) {
    if (REFUSALS.some((refusal) => error instanceof refusal)) readings.pass(asked, id);
    if (!(error instanceof NotFound)) throw error;
  }
  await readings.take(asked, id, () => observer.removed(id));
  return undefined;
};
