import type { Round } from '../terms.ts';

/** Ranking points of the winners by level (padel-facts.md, "Rankings"); other levels are not known. */
const WINNERS: Readonly<Record<string, number>> = {
  major: 2_000,
  finals: 1_500,
  p1: 1_000,
  p2: 600,
  fip_platinum: 300,
  fip_gold: 150,
};

/** The share of who wins a match of a round and loses the next. */
const SHARES: Readonly<Record<Round, number>> = {
  1: 1,
  2: 0.6,
  4: 0.36,
  8: 0.18,
  16: 0.09,
  32: 0.045,
};

/** The points that are sure once a match of a round is won; null where they are not known. */
export const pointsForWin = (level: string, round: Round): number | null => {
  const points = (WINNERS[level] ?? Number.NaN) * SHARES[round];
  // What is no whole number is rounded by rules that nobody told.
  const whole = Math.round(points);
  return Math.abs(points - whole) < 1e-9 ? whole : null;
};
