import type { SetScore } from '../../src/domain/match/score.ts';
import { byTeam, type ByTeam, type Instant, type Team } from '../../src/domain/terms.ts';
import { FINAL_STATUS, type Status } from './live/feed.ts';
import { playersOf, type Match } from './world/model.ts';

/** The final state of a match, for tests that compare with it. */
export interface Truth {
  readonly id: number;
  /** World times of the first and the last point; null when nothing is played. */
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  /** World time at which its final status is published. */
  readonly closesAt: Instant;
  /** World time at which its court or time changes; null when neither does. */
  readonly movedAt: Instant | null;
  readonly status: Status;
  readonly winner: Team;
  /** The last set is partial after a retirement. */
  readonly sets: readonly SetScore[];
  readonly players: ByTeam<readonly string[]>;
}

/** The truth about a match, its future included. */
export const truthOf = (match: Match): Truth => ({
  id: match.id,
  startsAt: match.started,
  endsAt: match.ended,
  closesAt: match.closed,
  movedAt: match.formerSlot?.until ?? null,
  status: FINAL_STATUS[match.outcome],
  winner: match.winner,
  sets: match.sets,
  players: byTeam((team) => playersOf(match, team).map(({ name }) => name)),
});
