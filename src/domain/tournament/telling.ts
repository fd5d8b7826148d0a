import { playersOf, type Match } from '../match/match.ts';
import { TEAMS } from '../terms.ts';

const isEarlier = (one: Match, other: Match): boolean =>
  one.id !== other.id &&
  one.tournamentId === other.tournamentId &&
  ((one.round ?? 0) > (other.round ?? 0) ||
    (one.playedOn !== null && other.playedOn !== null && one.playedOn < other.playedOn));

/**
 * Whether who plays a match tells who won an earlier one, or will: a side has played before in the tournament, or is
 * not known yet.
 */
export const tellingAmong = (known: readonly Match[]): ((match: Match) => boolean) => {
  const byPlayer = Map.groupBy(
    known.flatMap((match) => playersOf(match).map(({ id }) => ({ id, match }))),
    ({ id }) => id,
  );
  return (match) =>
    TEAMS.some((team) => match.teams[team].length === 0) ||
    playersOf(match).some(
      ({ id }) => byPlayer.get(id)?.some((each) => isEarlier(each.match, match)) === true,
    );
};
