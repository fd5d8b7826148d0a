import { playersOf, type Match } from '../match/match.ts';
import { TEAMS } from '../terms.ts';

const isOfDayBefore = (one: Match, other: Match): boolean =>
  one.playedOn !== null && other.playedOn !== null && one.playedOn < other.playedOn;

const isEarlier = (one: Match, other: Match): boolean =>
  one.id !== other.id &&
  one.tournamentId === other.tournamentId &&
  ((one.round ?? 0) > (other.round ?? 0) || isOfDayBefore(one, other));

/** Whether who plays tells who won an earlier match, or will. Who plays today is no secret, whatever that tells. */
export const tellingAmong = (
  known: readonly Match[],
  today: string,
): ((match: Match) => boolean) => {
  const byPlayer = Map.groupBy(
    known
      .filter(({ status }) => status !== 'bye')
      .flatMap((match) => playersOf(match).map(({ id }) => ({ id, match }))),
    ({ id }) => id,
  );
  return (match) => {
    const isOpen = match.playedOn !== null && match.playedOn <= today;
    const isToldBy = (other: Match): boolean =>
      isEarlier(other, match) && !(isOpen && isOfDayBefore(other, match));
    return (
      TEAMS.some((team) => match.teams[team].length === 0) ||
      playersOf(match).some(
        ({ id }) => byPlayer.get(id)?.some((each) => isToldBy(each.match)) === true,
      )
    );
  };
};
