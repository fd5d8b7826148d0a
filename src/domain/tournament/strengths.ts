import type { Match } from '../match/match.ts';
import { sideRating, type Rating } from '../people/ratings.ts';
import { TEAMS, type Instant } from '../terms.ts';
import type { StrengthOf } from './odds.ts';

/** Who has played for each team of an event, or is named for it. */
const playersByTeam = (matches: readonly Match[]): ReadonlyMap<string, ReadonlySet<number>> => {
  const players = new Map<string, Set<number>>();
  for (const { tie, teams } of matches)
    for (const team of TEAMS) {
      const name = tie?.teams[team] ?? null;
      if (name === null) continue;
      const own = players.get(name) ?? new Set();
      for (const { id } of teams[team]) own.add(id);
      players.set(name, own);
    }
  return players;
};

/** Strengths by the ratings of the players: of a pair its two, of a team all who are named for it in these matches. */
export const strengthsFromRatings = (
  matches: readonly Match[],
  ratingOf: (playerId: number) => Rating | undefined,
  now: Instant,
): StrengthOf => {
  const teams = playersByTeam(matches);
  return ({ players, team }) => {
    const ids = team === null ? players.map(({ id }) => id) : [...(teams.get(team) ?? [])];
    return sideRating(ratingOf, ids, now)?.elo ?? null;
  };
};
