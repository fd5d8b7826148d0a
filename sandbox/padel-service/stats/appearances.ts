import { TEAMS, type Instant, type Team } from '../../../src/domain/terms.ts';
import { playersOf, type Match, type Pair, type Player } from '../world/model.ts';
import type { Knowledge } from '../world/world.ts';

/** A match seen from one of its sides. */
export interface Appearance {
  readonly match: Match;
  readonly team: Team;
}

/** The side on which all these players stand together; null when there is none. */
const sideOf = (match: Match, players: readonly Player[]): Team | null =>
  TEAMS.find((team) => {
    const ids = playersOf(match, team).map(({ id }) => id);
    return players.every(({ id }) => ids.includes(id));
  }) ?? null;

/** The known matches in which two players are a team, byes too, in the order of their ids. */
export const matchesTogether = (known: Knowledge, pair: Pair): readonly Match[] =>
  known.matchesOf(pair[0]).filter((match) => sideOf(match, pair) !== null);

/** Byes are no appearance, nor is what was called off; of a team event its main draw counts. */
const counts = ({ outcome, tie }: Match): boolean =>
  outcome !== 'bye' && outcome !== 'cancelled' && (tie === undefined || tie.draw === 'main');

/** The side of a player or a pair in those of their matches that are over. */
export const appearancesIn = (
  matches: readonly Match[],
  players: readonly Player[],
  now: Instant,
): readonly Appearance[] =>
  matches
    .filter((match) => counts(match) && match.closed <= now)
    .flatMap((match) => {
      const team = sideOf(match, players);
      return team === null ? [] : [{ match, team }];
    });
