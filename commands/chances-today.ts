import type { Services } from '../src/discord/command.ts';
import { ratingDifference } from '../src/domain/service-ratings.ts';
import { byTeam, TEAMS, type ByTeam, type Instant } from '../src/domain/terms.ts';
import type { TeamIds } from '../src/padel-api/client.ts';
import { heldChances } from '../src/padel-api/held-ratings.ts';

export interface ChancesToday {
  /** 0 to 1; null when a small plan masks them. */
  readonly chances: ByTeam<number> | null;
  /** How much higher the first side is rated; null when unknown. */
  readonly difference: number | null;
  readonly readAt: Instant;
}

/**
 * Two sides' chances today: from cached ratings without a request, else from the service.
 * @throws the classes of padel-api/errors.ts
 */
export const chancesToday = async (
  ids: TeamIds,
  { api, directory, now }: Services,
  signal?: AbortSignal,
): Promise<ChancesToday> => {
  const held = heldChances(directory, ids, now());
  if (held !== null) return held;
  const { value, readAt } = await api.simulate(ids, { signal });
  const ratings = byTeam((team) => value.players[team].flatMap(({ elo }) => elo ?? []));
  const areKnown = TEAMS.every(
    (team) => ids[team].length > 0 && ratings[team].length === ids[team].length,
  );
  const difference = areKnown ? ratingDifference(ratings) : null;
  return { chances: value.chances, difference, readAt };
};
