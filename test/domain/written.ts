import type { LiveGame, LivePoints, LiveSet, Point } from '#src/domain/match/live-points.ts';
import type { MatchStatus } from '#src/domain/match/match.ts';
import { stateOf, withPoints, type MatchState } from '#src/domain/match/state.ts';
import type { SetScore } from '#src/domain/match/score.ts';
import type { ByTeam, Team } from '#src/domain/terms.ts';
import { aMatch } from './feed.ts';

/** A score as it is written: `6-4 6-7(5) 2-1`. */
export const sets = (text: string): SetScore[] => (text === '' ? [] : text.split(' ').map(oneSet));

const oneSet = (text: string): SetScore => {
  const [, team_1, team_2, tieBreak] = /^(\d{1,2})-(\d{1,2})(?:\((\d+)\))?$/.exec(text) ?? [];
  if (team_1 === undefined) throw new Error(`not a set: ${text}`);
  return {
    team_1: Number(team_1),
    team_2: Number(team_2),
    tieBreak: tieBreak === undefined ? null : Number(tieBreak),
  };
};

/** Points of a game as the feed writes them: `15:0 30:0 30:15`. */
export const points = (text: string): Point[] =>
  text.split(' ').flatMap((label) => {
    const [team_1, team_2] = label.split(':');
    return team_1 === undefined || team_2 === undefined ? [] : [{ team_1, team_2 }];
  });

/** The points of a game as text, easy to compare. */
export const written = ({ points: list }: LiveGame): string =>
  list.map(({ team_1, team_2 }) => `${team_1}:${team_2}`).join(' ');

const games = (text: string): ByTeam<number> => {
  const [team_1, team_2] = text.split('-').map(Number);
  return { team_1: team_1 ?? 0, team_2: team_2 ?? 0 };
};

/** A game that began at `before` (`3-1`), with its points. */
export const aGame = (before: string, said = ''): LiveGame => ({
  number: games(before).team_1 + games(before).team_2 + 1,
  before: games(before),
  points: points(said),
});

/** The same game with a server that the feed names. */
export const serving = (team: Team, game: LiveGame): LiveGame => ({ ...game, serving: team });

/** A set of the feed: its score when it is complete, and its games. */
export const aSet = (number: number, score: string | null, ...played: LiveGame[]): LiveSet => ({
  number,
  score: score === null ? null : oneSet(score),
  games: played,
});

/** An update of the live feed about `aMatch()`. */
export const anUpdate = (status: MatchStatus | null, ...live: LiveSet[]): LivePoints => ({
  matchId: aMatch().id,
  status,
  sets: live,
});

/** A match in play with these sets from the feed. */
export const inPlay = (...live: LiveSet[]): MatchState =>
  withPoints(stateOf(aMatch({ status: 'live' })), anUpdate('live', ...live), null);
