import { LRUCache } from 'lru-cache';
import type { TrackedMatch } from '../domain/match/state.ts';
import type { ByTeam } from '../domain/terms.ts';
import { MINUTE } from '../lib/time.ts';
import type { TeamIds } from '../padel-api/client.ts';
import { NotFound, NotInPlan, RequestRefused } from '../padel-api/errors.ts';
import type { MatchSource } from './read-match.ts';
import type { Clocks } from '../lib/clocks.ts';

/** Computes chances from stored ratings; null where a rating is missing. */
export type ChancesLookup = (teams: TeamIds) => ByTeam<number> | null;

interface ChancesReaderOptions extends MatchSource, Pick<Clocks, 'monotonic'> {
  readonly heldChances?: ChancesLookup | undefined;
}

/** Errors that a retry cannot change. */
const FINAL_ERRORS = [NotInPlan, NotFound, RequestRefused] as const;

const RETRY_DELAY_MS = 2 * MINUTE;

/** Matches with nothing to request: those of a few days. */
const MAX_MATCHES = 1_000;

/** Finds the pre-match chances once: computed where possible, otherwise requested. */
export const createChancesReader = (options: ChancesReaderOptions) => {
  const { api, requestOptions, observer, monotonic, heldChances = () => null } = options;
  /** When the chances of each match may be requested again. */
  const retryAt = new LRUCache<number, number>({ max: MAX_MATCHES });

  return {
    /** Whether the chances of a match are unknown and may be requested. */
    wants: ({ match, chances }: TrackedMatch): boolean =>
      chances === null && monotonic() >= (retryAt.get(match.id) ?? -Infinity),
    /** @throws the classes of padel-api/errors.ts; a refused request is not repeated */
    read: async ({ match: { id, teams } }: TrackedMatch): Promise<void> => {
      retryAt.set(id, monotonic() + RETRY_DELAY_MS);
      const ids = {
        team_1: teams.team_1.map((player) => player.id),
        team_2: teams.team_2.map((player) => player.id),
      };
      const computed = heldChances(ids);
      if (computed !== null) {
        await observer.chances(id, computed);
        return;
      }
      try {
        const { value } = await api.simulate(ids, requestOptions);
        // Withheld by the plan: final.
        if (value.chances === null) retryAt.set(id, Infinity);
        else await observer.chances(id, value.chances);
      } catch (error) {
        if (FINAL_ERRORS.some((refusal) => error instanceof refusal)) retryAt.set(id, Infinity);
        throw error;
      }
    },
  };
};
