import type { Services } from '../../src/discord/command.ts';
import { chancesFromRatings, meanRatings } from '../../src/domain/people/ratings.ts';
import { byTeam, TEAMS, type ByTeam, type Instant } from '../../src/domain/terms.ts';
import type { TeamIds } from '../../src/padel-api/client.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { phaseOf } from '../../src/domain/match/match.ts';
import { readInTime } from './optional.ts';

interface ChancesToday {
  /** 0 to 1; null when a small plan masks them. */
  readonly chances: ByTeam<number> | null;
  /** The mean ratings of the sides; null when unknown. */
  readonly elo: ByTeam<number> | null;
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
  const ratingOf = (id: number) => directory.get('player', id)?.rating;
  const held = chancesFromRatings(ratingOf, ids, now());
  if (held !== null) return held;
  const { value, readAt } = await api.simulate(ids, { signal });
  const ratings = byTeam((team) => value.players[team].flatMap(({ elo }) => elo ?? []));
  const areKnown = TEAMS.every(
    (team) => ids[team].length > 0 && ratings[team].length === ids[team].length,
  );
  return { chances: value.chances, elo: areKnown ? meanRatings(ratings) : null, readAt };
};

/**
 * Each team's chances before a match: those recorded at its start; for an upcoming match, today's.
 * Null when unavailable in time.
 */
export const preMatchChances = async (
  { match, state, chances }: TrackedMatch,
  services: Services,
): Promise<TrackedMatch['chances']> => {
  const { team_1, team_2 } = match.teams;
  const areKnown = team_1.length > 0 && team_1.length === team_2.length;
  if (chances !== null || phaseOf(state.status) !== 'upcoming' || !areKnown) return chances;
  const ids = byTeam((team) => match.teams[team].map(({ id }) => id));
  const today = await readInTime((signal) => chancesToday(ids, services, signal));
  return today?.chances ?? null;
};
