import type { LiveGame, LiveSet, Point } from './live-points.ts';
import { isTieBreak } from './play.ts';
import { isCompleteSet } from './score.ts';

/** Of one set, and of each team in it before its last game. */
export const MOST_GAMES = 13;
const MOST_GAMES_OF_ONE = 6;

/** No game was ever as long; more is no game. */
const MOST_POINTS = 200;

const LABELS: ReadonlySet<string> = new Set(['0', '15', '30', '40', 'A']);

const isPossiblePoint = ({ team_1, team_2 }: Point, tieBreak: boolean): boolean => {
  const labels = [team_1, team_2];
  if (tieBreak) return !labels.includes('A');
  const hasAdvantage = labels.includes('A');
  return labels.every((label) => LABELS.has(label)) && (!hasAdvantage || labels.includes('40'));
};

const isPossibleGame = ({ number, before: { team_1, team_2 } }: LiveGame): boolean =>
  number >= 1 && number <= MOST_GAMES && Math.max(team_1, team_2) <= MOST_GAMES_OF_ONE;

/**
 * Sets without what the rules exclude: a feed may say anything, and what cannot have happened is
 * neither told nor kept.
 */
export const possibleSets = (sets: readonly LiveSet[]): readonly LiveSet[] =>
  sets.map(({ number, score, games }) => ({
    number,
    score: score !== null && isCompleteSet(score) ? score : null,
    games: games.filter(isPossibleGame).map((game) => ({
      ...game,
      points: game.points
        .slice(0, MOST_POINTS)
        .filter((point) => isPossiblePoint(point, isTieBreak(game.before))),
    })),
  }));
