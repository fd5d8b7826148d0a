import type { Match } from '../domain/match.ts';
import type { Observer } from '../domain/observer.ts';
import type { Ask } from '../padel-api/calls.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { NotFound } from '../padel-api/errors.ts';

export interface MatchSource {
  readonly api: PadelApi;
  readonly observer: Observer;
  /** The lane of its questions, and what ends them. */
  readonly ask: Ask;
}

/**
 * Reads a match itself, and tells the observer.
 * @returns undefined, and tells that too, when the service no longer has it: deleted, or merged
 * into another, which is told instead.
 * @throws the classes of padel-api/errors.ts, but for NotFound
 */
export const readOrRemove = async (
  { api, observer, ask }: MatchSource,
  id: number,
): Promise<Match | undefined> => {
  try {
    const { value: match } = await api.match(id, ask);
    await observer.match(match, api.serviceNow());
    if (match.id === id) return match;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
  await observer.removed(id);
  return undefined;
};
