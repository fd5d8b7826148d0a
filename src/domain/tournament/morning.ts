import { phaseOf } from '../match/match.ts';
import type { TrackedMatch } from '../match/state.ts';
import { opponentOf, TEAMS, type ByTeam, type Team } from '../terms.ts';

/** Among fewer matches there is nothing to compare. */
const LEAST = 3;

/** A favourite of at most this chance may fall, and a match within it of level is close. */
const IN_DANGER = 0.65;
const CLOSE = 0.1;

interface Rated {
  readonly held: TrackedMatch;
  readonly chances: ByTeam<number>;
}

export interface Favourite extends Rated {
  readonly team: Team;
}

const ratedIn = (matches: readonly TrackedMatch[]): readonly Rated[] => {
  const rated = matches.flatMap((held) =>
    held.chances === null || phaseOf(held.state.status) !== 'upcoming'
      ? []
      : [{ held, chances: held.chances }],
  );
  return rated.length < LEAST ? [] : rated;
};

const first = <T>(all: readonly T[], figureOf: (each: T) => number): T | null =>
  all.toSorted((a, b) => figureOf(a) - figureOf(b))[0] ?? null;

/** The upcoming match that is nearest to level; null where none is close. */
export const closestMatch = (matches: readonly TrackedMatch[]): Rated | null => {
  const distance = ({ chances }: Rated): number => Math.abs(chances.team_1 - 0.5);
  return first(
    ratedIn(matches).filter((each) => distance(each) <= CLOSE),
    distance,
  );
};

const seedOf = ({ match }: TrackedMatch, team: Team): number => {
  const seed = match.seeds?.[team] ?? '';
  return /^\d+$/.test(seed) ? Number(seed) : Infinity;
};

/** The better seeded pair with the lowest chance, of an upcoming match other than `not`; null where none is in danger. */
export const favouriteInDanger = (
  matches: readonly TrackedMatch[],
  not: TrackedMatch | null,
): Favourite | null => {
  const favourites = ratedIn(matches)
    .filter(({ held }) => held.match.id !== not?.match.id)
    .flatMap((rated) =>
      TEAMS.flatMap((team) => {
        const isFavourite = seedOf(rated.held, team) < seedOf(rated.held, opponentOf(team));
        return isFavourite && rated.chances[team] <= IN_DANGER ? [{ ...rated, team }] : [];
      }),
    );
  return first(favourites, ({ chances, team }) => chances[team]);
};
