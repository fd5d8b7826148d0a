import { courseOf, stateAt } from '../live/feed.ts';
import type { Instant } from '../../../src/domain/terms.ts';
import { isCovered, type Match } from '../world/model.ts';
import { metricsOf, type Metrics } from './metrics.ts';
import { playedPoints, type PlayedPoint } from './played-points.ts';

/** The metrics of a match: of all of it, and of each set in which a point was played. */
export interface MatchStats {
  readonly match: Metrics;
  /** From the first set on. */
  readonly sets: readonly Metrics[];
}

/**
 * The points of a match that are known at an instant: as many as its live body shows then. None
 * for levels without statistics (specification, "Data coverage").
 */
export const pointsKnownAt = (match: Match, now: Instant): readonly PlayedPoint[] => {
  const { seed, tournament } = match;
  if (!isCovered(tournament.level) || match.points === 0) return [];
  const { shown } = stateAt(match, now);
  return playedPoints(courseOf(match), { seed, rule: tournament.rule, shown });
};

/** The statistics of a match as far as it is known at an instant; null without any point. */
export const matchStatsAt = (match: Match, now: Instant): MatchStats | null => {
  const points = pointsKnownAt(match, now);
  if (points.length === 0) return null;
  const sets = [1, 2, 3].map((number) => points.filter(({ set }) => set === number));
  return {
    match: metricsOf(points),
    sets: sets.filter((each) => each.length > 0).map(metricsOf),
  };
};
