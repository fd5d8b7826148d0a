import { phaseOf, type Match } from './match.ts';
import { winnerOfSet, winnerOfSets, type SetScore } from './score.ts';
import { byTeam, opponentOf, type ByTeam, type Team } from './terms.ts';

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

/** Counts the meetings of two sides, by the ids of the players of the first. */
export const headToHead = (
  matches: readonly Match[],
  firstSideIds: readonly number[],
): HeadToHead => {
  const meetings = matches
    .filter(isMeeting)
    .toSorted((a, b) => (b.playedOn ?? '').localeCompare(a.playedOn ?? ''))
    .map((match) => ({ match, firstSide: sideIn(match, firstSideIds) }));
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

const sideIn = (match: Match, ids: readonly number[]): Team =>
  match.teams.team_1.some(({ id }) => ids.includes(id)) ? 'team_1' : 'team_2';

const scoreIn = (match: Match): readonly SetScore[] => match.score ?? [];

/** Who won a match that is over, by the service's word, else by its score. */
export const winnerIn = (match: Match): Team | null => match.winner ?? winnerOfSets(scoreIn(match));
