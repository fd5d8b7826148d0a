import type { Services } from '../src/discord/command.ts';
import { coverageOf } from '../src/domain/coverage.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import { phaseOf } from '../src/domain/match.ts';
import { withPoints, type MatchState } from '../src/domain/match-state.ts';
import type { Instant } from '../src/domain/terms.ts';
import { NotFound, NotInPlan } from '../src/padel-api/errors.ts';
import type { Lack } from '../src/render/match-lack.ts';

/** Tells apart what the plan lacks, what nobody notes at this level, and what is not there. */
export const lackOf = ({ tournament, state }: HeldMatch, error?: unknown): Lack => {
  if (error instanceof NotInPlan) return 'notInPlan';
  if (tournament !== null && coverageOf(tournament.level) === 'scores') return 'notCovered';
  return phaseOf(state.status) === 'over' ? 'none' : 'notYet';
};

/** Whether an error says that there is nothing, rather than that something went wrong. */
export const isLack = (error: unknown): boolean =>
  error instanceof NotInPlan || error instanceof NotFound;

export interface PointHistory {
  readonly state: MatchState;
  readonly readAt: Instant;
}

/**
 * The points of a match: those that were pushed while it was on, and what the service has of it. What
 * the service does not tell does not take away what we hold.
 * @throws the classes of padel-api/errors.ts when nothing is held, and nothing can be read
 */
export const pointHistory = async (
  { match, state, changedAt, delayedSince }: HeldMatch,
  { api }: Services,
): Promise<PointHistory> => {
  const isPushed = phaseOf(state.status) === 'playing' && delayedSince === null;
  if (isPushed && isWhole(state)) return { state, readAt: changedAt };
  try {
    const { value, readAt } = await api.matchLive(match.id);
    return { state: withPoints(state, value, null), readAt };
  } catch (error) {
    if (state.sets.length > 0) return { state, readAt: changedAt };
    throw error;
  }
};

/** Held from the first game of the first set on: nothing was missed before we looked. */
const isWhole = ({ sets }: MatchState): boolean => {
  const first = sets[0]?.games[0];
  return first?.before.team_1 === 0 && first.before.team_2 === 0;
};
