import { phaseOf, type Match } from '../match/match.ts';
import { winnerOfSet, winnerOfSets, type SetScore } from '../match/score.ts';
import { byTeam, opponentOf, TEAMS, type ByTeam, type Team } from '../terms.ts';

export interface HeadToHead {
  readonly matches: ByTeam<number>;
  readonly sets: ByTeam<number>;
  readonly games: ByTeam<number>;
  /** Latest first, each with the first side's team in it. */
  readonly meetings: readonly Meeting[];
}

export interface Meeting {
  readonly match: Match;
  readonly firstSide: Team;
}

/** Only decided matches count, and a bye is no meeting. */
const isMeeting = ({ status }: Match): boolean => phaseOf(status) === 'over' && status !== 'bye';

const sideOf = (match: Match, ids: readonly number[]): Team | null =>
  TEAMS.find((team) => standsOn(match, team, ids)) ?? null;

const standsOn = (match: Match, team: Team, ids: readonly number[]): boolean =>
  ids.every((id) => match.teams[team].some((player) => player.id === id));

/** The service returns "the same teams or players" (specification): a match beside another partner is no meeting. */
export const meetingsBetween = (
  matches: readonly Match[],
  sides: ByTeam<readonly number[]>,
): readonly Match[] =>
  matches.filter((match) =>
    TEAMS.some(
      (team) =>
        standsOn(match, team, sides.team_1) && standsOn(match, opponentOf(team), sides.team_2),
    ),
  );

/** Counts meetings by the first side's player ids; matches in which these do not play together are ignored. */
export const headToHead = (
  matches: readonly Match[],
  firstSideIds: readonly number[],
): HeadToHead => {
  const meetings = matches
    .filter(isMeeting)
    .toSorted((a, b) => (b.playedOn ?? '').localeCompare(a.playedOn ?? ''))
    .flatMap((match): Meeting[] => {
      const firstSide = sideOf(match, firstSideIds);
      return firstSide === null ? [] : [{ match, firstSide }];
    });
  const count = (countIn: (match: Match, team: Team) => number): ByTeam<number> =>
    byTeam((side) =>
      meetings.reduce((sum, { match, firstSide }) => {
        const team = side === 'team_1' ? firstSide : opponentOf(firstSide);
        return sum + countIn(match, team);
      }, 0),
    );
  return {
    matches: count((match, team) => (winnerIn(match) === team ? 1 : 0)),
    sets: count((match, team) => scoreIn(match).filter((set) => winnerOfSet(set) === team).length),
    games: count((match, team) => scoreIn(match).reduce((sum, set) => sum + set[team], 0)),
    meetings,
  };
};

const scoreIn = (match: Match): readonly SetScore[] => match.score ?? [];

export const winnerIn = (match: Match): Team | null => match.winner ?? winnerOfSets(scoreIn(match));
