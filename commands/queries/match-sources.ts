import type { Services } from '../../src/discord/command.ts';
import { coverageOf } from '../../src/domain/match/live-points.ts';
import { facingPoints } from '../../src/domain/match/sides.ts';
import { type TrackedMatch, withPoints, type MatchState } from '../../src/domain/match/state.ts';
import { isOver, isPlaying } from '../../src/domain/match/match.ts';
import type { Instant } from '../../src/domain/terms.ts';
import { NotFound, NotInPlan } from '../../src/padel-api/errors.ts';
import type { MissingReason } from '../../src/render/match/points.ts';
import type { PlanLimits } from '../../src/render/match/controls.ts';

/** Why data is missing: not in the plan, not covered at this level, or none yet. */
export const missingReasonOf = (
  { tournament, state }: TrackedMatch,
  error?: unknown,
): MissingReason => {
  if (error instanceof NotInPlan) return 'notInPlan';
  if (tournament !== null && coverageOf(tournament.level) === 'scores') return 'notCovered';
  return isOver(state) ? 'none' : 'notYet';
};

/** Whether an error means that data is missing, rather than a failure. */
export const isMissingReason = (error: unknown): boolean =>
  error instanceof NotInPlan || error instanceof NotFound;

export interface PointHistory {
  readonly state: MatchState;
  readonly readAt: Instant;
}

/**
 * The points of a match: pushed ones merged with the service's, without losing stored points.
 * @throws the classes of padel-api/errors.ts when none are stored and the read fails
 */
export const pointHistory = async (
  { match, state, changedAt, delayedSince }: TrackedMatch,
  { api }: Services,
): Promise<PointHistory> => {
  const isPushed = isPlaying(state) && delayedSince === null;
  if (isPushed && isWhole(state)) return { state, readAt: changedAt };
  try {
    const { value, readAt } = await api.matchLive(match.id);
    return { state: withPoints(state, facingPoints(value, match), null), readAt };
  } catch (error) {
    if (state.sets.length > 0) return { state, readAt: changedAt };
    throw error;
  }
};

/** Whether points are stored from the very first game on. */
export const isWhole = ({ sets }: MatchState): boolean => {
  const first = sets[0]?.games[0];
  return first?.before.team_1 === 0 && first.before.team_2 === 0;
};

/** What the plan lacks, from the service's recent refusals. */
export const planLimits = ({ api }: Services): PlanLimits => ({
  points: api.state().lacksLive,
  stats: api.state().lacksStats,
});
