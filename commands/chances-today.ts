import type { Services } from '../src/discord/command.ts';
import { ratingDifference } from '../src/domain/service-ratings.ts';
import { byTeam, TEAMS, type ByTeam, type Instant } from '../src/domain/terms.ts';
import type { TeamIds } from '../src/padel-api/client.ts';
import { heldChances } from '../src/padel-api/held-ratings.ts';

export interface ChancesToday {
  /** 0 to 1; null where a small plan masks them. */
  readonly chances: ByTeam<number> | null;
  /** By how much the first side is rated higher; null where that is unknown. */
  readonly difference: number | null;
  readonly readAt: Instant;
}

/**
 * The chances of two sides today: computed from the ratings that are held, without a request, else as
 * the service tells them.
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
