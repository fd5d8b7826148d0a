import { leaderOf } from '#src/domain/match/score.ts';
import type { Forecast } from './forecasts.ts';
import { accuracy, brier, calibrationError, logLoss, type Said } from './scores.ts';

/** Elo's limits: its loss as a multiple of the oracle's, and its calibration error. */
export const BOUNDS = { ratio: 1.1, calibrationError: 0.03 } as const;

/** The forecasters: the true chances, `/matches/simulate`, and the ranking alone. */
export const FORECASTERS = ['oracle', 'elo', 'ranking'] as const;

export type Forecaster = (typeof FORECASTERS)[number];

/** The scores of a forecaster. */
export interface Scores {
  readonly brier: number;
  readonly logLoss: number;
  readonly accuracy: number;
  readonly calibrationError: number;
}

/** The scores of all forecasters over the same matches. */
export interface Verdict {
  readonly matches: number;
  readonly scores: Readonly<Record<Forecaster, Scores>>;
  /** Elo's losses as multiples of the oracle's. */
  readonly ratios: { readonly brier: number; readonly logLoss: number };
  readonly isMet: boolean;
}

/** How often the better ranked pair won, 0 to 1. */
export const betterRankedWins = (forecasts: readonly Forecast[]): number => {
  const ranked = forecasts.filter(({ points }) => leaderOf(points) !== null);
  const asRanked = ranked.filter(({ points, won }) => (leaderOf(points) === 'team_1') === won);
  return asRanked.length / ranked.length;
};

/**
 * A forecaster's chances. The ranking gets the best it could know: the share of matches that the better
 * ranked pair really won.
 */
export const saidBy = (forecaster: Forecaster, forecasts: readonly Forecast[]): Said[] => {
  const better = betterRankedWins(forecasts);
  const byRanking = ({ points }: Forecast): number => {
    const leader = leaderOf(points);
    if (leader === null) return 0.5;
    return leader === 'team_1' ? better : 1 - better;
  };
  const chanceOf: Readonly<Record<Forecaster, (forecast: Forecast) => number>> = {
    oracle: ({ oracle }) => oracle,
    elo: ({ elo }) => elo,
    ranking: byRanking,
  };
  return forecasts.map((forecast) => ({
    chance: chanceOf[forecaster](forecast),
    happened: forecast.won,
  }));
};

const scoresOf = (said: readonly Said[]): Scores => ({
  brier: brier(said),
  logLoss: logLoss(said),
  accuracy: accuracy(said),
  calibrationError: calibrationError(said),
});

/** Compares the forecasters over the given matches. */
export const judge = (forecasts: readonly Forecast[]): Verdict => {
  const scores = {
    oracle: scoresOf(saidBy('oracle', forecasts)),
    elo: scoresOf(saidBy('elo', forecasts)),
    ranking: scoresOf(saidBy('ranking', forecasts)),
  };
  const ratios = {
    brier: scores.elo.brier / scores.oracle.brier,
    logLoss: scores.elo.logLoss / scores.oracle.logLoss,
  };
  const isMet =
    Math.max(ratios.brier, ratios.logLoss) <= BOUNDS.ratio &&
    scores.elo.calibrationError < BOUNDS.calibrationError;
  return { matches: forecasts.length, scores, ratios, isMet };
};
