import { advancingFrom } from './draw.ts';
import { isNotPlayed, phaseOf, type Match, type PlayerRef, isOver } from '../match/match.ts';
import type { Category, Round } from '../terms.ts';
import { drawIn, tiesIn } from './ties.ts';

interface MatchCount {
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

interface TournamentProgress {
  /** The earliest round with an unfinished match, else the latest played; `group` while there is only that stage. */
  readonly round: Round | 'group';
  readonly isOver: boolean;
  readonly champions: Champions | null;
}

/** Winners of the final: a pair, or a team by its code or name (ties.ts). */
export type Champions = { readonly pair: readonly PlayerRef[] } | { readonly team: string };

/** The progress of a category; null while no match of it is known. */
export const progressOf = (
  matches: readonly Match[],
  category: Category,
): TournamentProgress | null => {
  const own = matches.filter((match) => match.category === category && !isNotPlayed(match.status));
  const inRounds = own.flatMap((match) =>
    drawIn(match) === 'main' && match.round !== null ? [{ match, round: match.round }] : [],
  );
  const isOpen = (match: Match): boolean => !isOver(match);
  const open = inRounds.filter(({ match }) => isOpen(match));
  const byRound = (open.length > 0 ? open : inRounds).toSorted((a, b) => b.round - a.round);
  const reached = open.length > 0 ? byRound.at(0) : byRound.at(-1);
  if (reached !== undefined) {
    const final = inRounds.filter(({ round }) => round === 1).map(({ match }) => match);
    return { round: reached.round, isOver: open.length === 0, champions: championsOf(final) };
  }
  const inGroups = own.filter((match) => drawIn(match) === 'group');
  if (inGroups.length === 0) return null;
  return { round: 'group', isOver: !inGroups.some(isOpen), champions: null };
};

/** A pair wins its match, a team its tie, even after losing the last rubber. */
const championsOf = (final: readonly Match[]): Champions | null => {
  const [tie] = tiesIn(final);
  if (tie !== undefined) {
    const { winner } = tie.result;
    const team = winner === null ? null : tie.teams[winner];
    return team === null ? null : { team };
  }
  const [match] = final;
  const winner = match === undefined ? null : advancingFrom(match);
  return match === undefined || winner === null ? null : { pair: match.teams[winner] };
};
