import { z } from 'zod';
import type { MatchStatus } from './match.ts';
import { isTieBreak } from './play.ts';
import { isCompleteSet, mayBeSet, type SetScore } from './score.ts';
import { byTeamSchema, teamSchema, type DeepReadonly } from '../schemas.ts';
import type { ByTeam } from '../terms.ts';
import { TOURNAMENT_LEVELS } from '../levels.ts';

/** The live feed's state of a match; push, poll and read share this shape. */
export interface LivePoints {
  readonly matchId: number;
  /** Null where a row of the live list lacks it. */
  readonly status: MatchStatus | null;
  /** The channel on which its frames are pushed, as the service names it; missing when unknown. */
  readonly channel?: string;
  readonly sets: readonly LiveSet[];
}

export interface LiveSet {
  readonly number: number;
  /** Games when the set is complete; null while it is in progress (and sometimes after). */
  readonly score: SetScore | null;
  readonly games: readonly LiveGame[];
}

export const liveGameSchema = z.object({
  number: z.number(),
  /** Games of the set before this one; the winner shows only in the next game or the set score. */
  before: byTeamSchema(z.number()),
  /** The points reached, in order. The point that wins the game is never an entry. */
  points: z.array(byTeamSchema(z.string())),
  /** The serving team; missing when unknown. */
  serving: teamSchema.exactOptional(),
});

export type LiveGame = DeepReadonly<z.output<typeof liveGameSchema>>;

/** `0 15 30 40 A`, or a counter in a tie-break. */
export type Point = ByTeam<string>;

/** Whether any point was played. A feed may contain an empty set, or `0:0`, before the first point. */
export const hasPlay = (sets: readonly LiveSet[]): boolean =>
  sets.some(
    ({ score, games }) =>
      score !== null ||
      games.some(
        ({ before, points }) =>
          before.team_1 + before.team_2 > 0 ||
          points.some(({ team_1, team_2 }) => team_1 !== '0' || team_2 !== '0'),
      ),
  );

/** What the service has for a level (specification, "Data coverage"); unknown for levels that nobody has described. */
export type Coverage = 'points' | 'scores' | 'unknown';

const WITH_POINTS: readonly string[] = ['finals', 'major', 'p1', 'p2', 'fip_platinum'];

export const coverageOf = (level: string): Coverage => {
  if (WITH_POINTS.includes(level)) return 'points';
  const isKnown = TOURNAMENT_LEVELS.some((each) => each === level) || level.startsWith('ppt_');
  return isKnown ? 'scores' : 'unknown';
};

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
