import { LRUCache } from 'lru-cache';
import type { HeldMatch } from '../domain/held-match.ts';
import type { ByTeam } from '../domain/terms.ts';
import { MINUTE } from '../lib/time.ts';
import type { TeamIds } from '../padel-api/client.ts';
import { NotFound, NotInPlan, RequestRefused } from '../padel-api/errors.ts';
import type { MatchSource } from './read-match.ts';

/** Finds the chances before a match, once: computed where that is possible, else asked for. */
export interface ChancesReader {
  /** Whether the chances of a match are unknown, and may be asked for. */
  readonly wants: (held: HeldMatch) => boolean;
  /** @throws the classes of padel-api/errors.ts; a refusal is not asked for again. */
  readonly read: (held: HeldMatch) => Promise<void>;
}

/** The chances as they can be computed from what is held; null where a rating is missing. */
export type HeldChances = (teams: TeamIds) => ByTeam<number> | null;

export interface ChancesReaderOptions extends MatchSource {
  readonly heldChances?: HeldChances | undefined;
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
}

/** What the service will not say of a match, however often it is asked. */
const REFUSALS = [NotInPlan, NotFound, RequestRefused] as const;

const AGAIN_AFTER = 2 * MINUTE;

/** Matches of which it is known that there is nothing to ask: those of a few days. */
const REMEMBERED = 1_000;

export const createChancesReader = (options: ChancesReaderOptions): ChancesReader => {
  const { api, ask, observer, monotonic, heldChances = () => null } = options;
  /** From when on each may be asked for again. */
  const notBefore = new LRUCache<number, number>({ max: REMEMBERED });

  return {
    wants: ({ match, chances }) =>
      chances === null && monotonic() >= (notBefore.get(match.id) ?? -Infinity),
    read: async ({ match: { id, teams } }) => {
      notBefore.set(id, monotonic() + AGAIN_AFTER);
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
        const { value } = await api.simulate(ids, ask);
        // Withheld by the plan: that is an answer, too.
        if (value.chances === null) notBefore.set(id, Infinity);
        else await observer.chances(id, value.chances);
      } catch (error) {
        if (REFUSALS.some((refusal) => error instanceof refusal)) notBefore.set(id, Infinity);
        throw error;
      }
    },
  };
};
