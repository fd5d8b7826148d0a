import { phaseOf, type Match } from './match.ts';
import { winnerOfSet, winnerOfSets, type SetScore } from './score.ts';
import { byTeam, opponentOf, TEAMS, type ByTeam, type Team } from './terms.ts';

/** Meetings of two sides, counted from the side of `team_1`. */
export interface HeadToHead {
  readonly matches: ByTeam<number>;
  readonly sets: ByTeam<number>;
  readonly games: ByTeam<number>;
  /** The meetings themselves, the latest first, each with the first side's place in it. */
  readonly meetings: readonly Meeting[];
}

export interface Meeting {
  readonly match: Match;
  /** The team of the match in which the first side stands. */
  readonly firstSide: Team;
}

/** Only what was decided counts: not a match to come, and nobody meets a bye. */
const isMeeting = ({ status }: Match): boolean => phaseOf(status) === 'over' && status !== 'bye';

/** On which side all of these players stand; null when they do not stand together. */
const sideOf = (match: Match, ids: readonly number[]): Team | null =>
  TEAMS.find((team) => standsOn(match, team, ids)) ?? null;

const standsOn = (match: Match, team: Team, ids: readonly number[]): boolean =>
  ids.every((id) => match.teams[team].some((player) => player.id === id));

/**
 * Those matches in which these two sides stood against each other. The service tells of "the same
 * teams or players" (specification, `GET /matches/{match}/head2head`): a player's match beside
 * another partner is no meeting of two pairs.
 */
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

/**
 * Counts the meetings of two sides, by the ids of the players of the first: matches in which these
 * do not stand together are none of theirs.
 */
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

/** Who won a match that is over, by the service's word, else by its score. */
export const winnerIn = (match: Match): Team | null => match.winner ?? winnerOfSets(scoreIn(match));
