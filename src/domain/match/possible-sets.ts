import type { LiveGame, LiveSet, Point } from './live-points.ts';
import { isTieBreak } from './play.ts';
import { isCompleteSet, mayBeSet } from './score.ts';

/** Maximum games before the last game of a set, in total and for one team. */
export const MOST_GAMES = 13;
const MOST_GAMES_OF_ONE = 6;

/** More points than any real game. */
const MOST_POINTS = 200;

const POINT_LABELS: readonly string[] = ['0', '15', '30', '40', 'A'];

const isPossiblePoint = ({ team_1, team_2 }: Point, tieBreak: boolean): boolean => {
  const labels = [team_1, team_2];
  if (tieBreak) return !labels.includes('A');
  const hasAdvantage = labels.includes('A');
  return (
    labels.every((label) => POINT_LABELS.includes(label)) &&
    (!hasAdvantage || labels.includes('40'))
  );
};

const isPossibleGame = ({ number, before: { team_1, team_2 } }: LiveGame): boolean =>
  number >= 1 && number <= MOST_GAMES && Math.max(team_1, team_2) <= MOST_GAMES_OF_ONE;

/** Removes what the rules exclude: a feed may contain anything, and the impossible is neither posted nor stored. */
export const possibleSets = (sets: readonly LiveSet[]): readonly LiveSet[] =>
  sets.map(({ number, score, games }) => ({
    number,
    score: score !== null && isCompleteSet(score) && mayBeSet(score, number) ? score : null,
    games: games.filter(isPossibleGame).map((game) => ({
      ...game,
      points: game.points
        .slice(0, MOST_POINTS)
        .filter((point) => isPossiblePoint(point, isTieBreak(game.before))),
    })),
  }));
