import { advancingFrom } from './draw.ts';
import { phaseOf, type Match, type PlayerRef } from './match.ts';
import type { Category, Round } from './terms.ts';

/** How many matches of a tournament are where; nobody plays a bye. */
export interface MatchCount {
  readonly played: number;
  readonly playing: number;
  readonly toCome: number;
}

export const countMatches = (matches: readonly Match[]): MatchCount => {
  const phases = matches
    .filter(({ status }) => status !== 'bye')
    .map(({ status }) => phaseOf(status));
  const count = (wanted: string): number => phases.filter((phase) => phase === wanted).length;
  return { played: count('over'), playing: count('playing'), toCome: count('upcoming') };
};

/** How far a category has come. */
export interface Progress {
  /** The earliest round in which somebody still has to play, else the latest that was played. */
  readonly round: Round;
  /** Nobody is known who has to play in it any more. */
  readonly isOver: boolean;
  readonly champions: readonly PlayerRef[] | null;
}

/** How far a category has come; null while no match of it is known. */
export const progressOf = (matches: readonly Match[], category: Category): Progress | null => {
  const own = matches.flatMap((match) =>
    match.category === category && match.round !== null ? [{ match, round: match.round }] : [],
  );
  const open = own.filter(({ match }) => phaseOf(match.status) !== 'over');
  const final = own.find(({ round }) => round === 1)?.match;
  const winner = final === undefined ? null : advancingFrom(final);
  const champions = final === undefined || winner === null ? null : final.teams[winner];
  const byRound = (open.length > 0 ? open : own).toSorted((a, b) => b.round - a.round);
  const reached = open.length > 0 ? byRound.at(0) : byRound.at(-1);
  return reached === undefined
    ? null
    : { round: reached.round, isOver: open.length === 0, champions };
};
