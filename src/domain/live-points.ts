import type { MatchStatus } from './match.ts';
import type { SetScore } from './score.ts';
import type { ByTeam, Team } from './terms.ts';

/** What the live feed says about a match: by push, by poll or by a read, all the same shape. */
export interface LivePoints {
  readonly matchId: number;
  /** Rows of the live list may lack it. */
  readonly status: MatchStatus | null;
  readonly sets: readonly LiveSet[];
}

export interface LiveSet {
  readonly number: number;
  /** Games when the set is complete; null while it is in progress (and sometimes after). */
  readonly score: SetScore | null;
  readonly games: readonly LiveGame[];
}

export interface LiveGame {
  readonly number: number;
  /** Games of the set before this one; who won it shows only in the next game or in the set. */
  readonly before: ByTeam<number>;
  /** The points reached, in order. The point that wins the game is never an entry. */
  readonly points: readonly Point[];
  /** Who serves; missing where it is unknown. */
  readonly serving?: Team;
}

/** `0 15 30 40 A`, or a plain counter in a tie-break. */
export type Point = ByTeam<string>;

/** Whether anything was played. A feed may lay out an empty set, or `0:0`, before the first point. */
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
