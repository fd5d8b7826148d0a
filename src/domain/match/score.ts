import { byTeam, opponentOf, type ByTeam, type Team } from '../terms.ts';

/** Games of one set; `tieBreak` is the loser's points in the tie-break, if known. */
export interface SetScore extends ByTeam<number> {
  readonly tieBreak: number | null;
}

const MAX_GAMES = 7;

/** Points that win a match tie-break, with two clear. */
const MATCH_TIE_BREAK = 10;

/** Whether a third set is a match tie-break, by its points: some events play one to 10 in place of the set. */
export const isMatchTieBreak = ({ team_1, team_2 }: ByTeam<number>): boolean => {
  const high = Math.max(team_1, team_2);
  const ahead = high - Math.min(team_1, team_2);
  return high === MATCH_TIE_BREAK || (high > MATCH_TIE_BREAK && ahead <= 2);
};

export const DECIDING_SET = 3;

/** Only the deciding set may be a match tie-break. */
export const mayBeSet = (set: ByTeam<number>, number: number): boolean =>
  number === DECIDING_SET || !isMatchTieBreak(set);

/** By the rules: 6-0 … 6-4, 7-5 or 7-6; in place of a third set also 10-0 … 10-8, 11-9, 12-10 and so on. */
export const isCompleteSet = (set: ByTeam<number>): boolean => {
  const high = Math.max(set.team_1, set.team_2);
  const low = Math.min(set.team_1, set.team_2);
  if (isMatchTieBreak(set)) return high - low >= 2;
  return (high === 6 && low <= 4) || (high === MAX_GAMES && (low === 5 || low === 6));
};

export const leaderOf = (set: ByTeam<number>): Team | null => {
  if (set.team_1 === set.team_2) return null;
  return set.team_1 > set.team_2 ? 'team_1' : 'team_2';
};

/** The winner of a set; null until complete. */
export const winnerOfSet = (set: ByTeam<number>): Team | null =>
  isCompleteSet(set) ? leaderOf(set) : null;

export const setsWon = (sets: readonly ByTeam<number>[]): ByTeam<number> =>
  byTeam((team) => sets.filter((set) => winnerOfSet(set) === team).length);

/** The team that has won two sets; null until then. */
export const winnerOfSets = (sets: readonly ByTeam<number>[]): Team | null => {
  const won = setsWon(sets);
  return won.team_1 >= 2 ? 'team_1' : won.team_2 >= 2 ? 'team_2' : null;
};

/** The team ahead in sets, else in the set in progress; null when level. */
export const leaderOfSets = (sets: readonly ByTeam<number>[]): Team | null => {
  const current = sets.find((set) => !isCompleteSet(set));
  return leaderOf(setsWon(sets)) ?? (current === undefined ? null : leaderOf(current));
};

export const gamesIn = (sets: readonly ByTeam<number>[]): number =>
  sets.reduce((sum, set) => sum + set.team_1 + set.team_2, 0);

export const sameGames = (a: ByTeam<number>, b: ByTeam<number>): boolean =>
  a.team_1 === b.team_1 && a.team_2 === b.team_2;

/** In the usual notation, from the side of `team`: `7-6(4)`; the brackets hold the tie-break points of its loser. */
export const formatSet = (set: SetScore, team: Team = 'team_1'): string => {
  const games = `${set[team]}-${set[opponentOf(team)]}`;
  return set.tieBreak === null ? games : `${games}(${set.tieBreak})`;
};

/** A whole score in the usual notation, from the side of `team`: `6-4 6-7(5) 7-5`. */
export const formatSets = (sets: readonly SetScore[], team: Team = 'team_1'): string =>
  sets.map((set) => formatSet(set, team)).join(' ');
