import type { Observer } from '../domain/observer.ts';
import type { Ask } from '../padel-api/calls.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { NotFound } from '../padel-api/errors.ts';

export interface VanishedOptions {
  readonly api: PadelApi;
  readonly observer: Observer;
  readonly ask: Ask;
  readonly now: () => number;
}

/** Asks after matches to come that no schedule lists any more. */
export type AskAfterVanished = (listed: ReadonlySet<number>) => Promise<void>;

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** So many are asked for after one sync, each once an hour. */
const AT_ONCE = 10;

/**
 * A match that was deleted, or whose tournament was cancelled, leaves the schedule without a word:
 * what should be played by tomorrow and is listed nowhere is read by itself.
 */
export const createAskAfterVanished = (options: VanishedOptions): AskAfterVanished => {
  const { api, observer, ask, now } = options;
  const asked = new Map<number, number>();

  const read = async (id: number): Promise<void> => {
    try {
      const { value: match } = await api.match(id, ask);
      await observer.match(match, api.serviceNow());
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      await observer.removed(id);
    }
  };

  return async (listed) => {
    for (const [id, at] of asked) if (now() - at > HOUR) asked.delete(id);
    const tomorrow = new Date(api.serviceNow() + DAY).toISOString().slice(0, 10);
    const vanished = (await observer.upcoming())
      .filter(({ match }) => (match.playedOn ?? tomorrow) <= tomorrow)
      .map(({ match }) => match.id)
      .filter((id) => !listed.has(id) && !asked.has(id));
    for (const id of vanished.slice(0, AT_ONCE)) {
      asked.set(id, now());
      await read(id);
    }
  };
};
