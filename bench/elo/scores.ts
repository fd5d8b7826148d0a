/** A forecast of something that happened or did not. */
export interface Said {
  /** Its chance, 0 to 1. */
  readonly chance: number;
  readonly happened: boolean;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean squared distance between chance and outcome: 0 is perfect, 0.25 is tossing a coin. */
export const brier = (said: readonly Said[]): number =>
  mean(said.map(({ chance, happened }) => (chance - Number(happened)) ** 2));

/** The mean surprise, in nats: 0 is perfect, 0.693 is tossing a coin. */
export const logLoss = (said: readonly Said[]): number =>
  mean(said.map(({ chance, happened }) => -Math.log(happened ? chance : 1 - chance)));

/** How often the side that was favoured won, 0 to 1; level chances count as half. */
export const accuracy = (said: readonly Said[]): number =>
  mean(
    said.map(({ chance, happened }) => {
      if (chance === 0.5) return 0.5;
      return Number(chance > 0.5 === happened);
    }),
  );

/** Forecasts of about the same chance. */
export interface Bin {
  /** Its chances reach from here to the next bin. */
  readonly from: number;
  readonly count: number;
  readonly meanChance: number;
  /** How often it happened, 0 to 1. */
  readonly share: number;
}

const BINS = 10;

/** Forecasts in bins of equal width; bins without any are left out. */
export const reliability = (said: readonly Said[], bins = BINS): Bin[] =>
  Array.from({ length: bins }, (_, index) => {
    const inside = said.filter(
      ({ chance }) => Math.min(bins - 1, Math.floor(chance * bins)) === index,
    );
    return {
      from: index / bins,
      count: inside.length,
      meanChance: mean(inside.map(({ chance }) => chance)),
      share: mean(inside.map(({ happened }) => Number(happened))),
    };
  }).filter(({ count }) => count > 0);

/**
 * The expected calibration error: how far the bins' mean chances lie from their shares, on average,
 * each bin weighted by its forecasts.
 */
export const calibrationError = (said: readonly Said[], bins = BINS): number =>
  reliability(said, bins).reduce(
    (sum, { count, meanChance, share }) => sum + count * Math.abs(meanChance - share),
    0,
  ) / said.length;
