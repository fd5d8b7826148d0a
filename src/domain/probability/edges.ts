import type { ByTeam, Category } from '../terms.ts';

/**
 * The point model of a padel match.
 *
 * Points are independent. The serving pair wins a share `s` of them between equals; the **edge** `d`
 * is what team 1 gains in every point: it wins `s + d` of the points that it serves and `1 - s + d`
 * of those that it returns. The edge is unknown, so everything is computed for a grid of edges at
 * once: a **row** holds one value for each of them, and a weighted mean over the row is the answer.
 */
export type Row = Float64Array;

const COUNT = 101;
const MOST = 0.25;

/** The grid: 101 edges from -0.25 to 0.25. */
export const EDGES: Row = Float64Array.from(
  { length: COUNT },
  (_, index) => MOST * ((2 * index) / (COUNT - 1) - 1),
);

/** The serving pair's share between equals, fitted on set scores and games at 40:40: men hold 78 %, women 66 %. */
export const SERVE: Readonly<Record<Category, number>> = { men: 0.64, women: 0.57 };

/** Deviation of the form of the day, which nobody knows before a match (best fit on set scores: 0.04 to 0.05). */
export const FORM = 0.045;

/** No point is certain, however large the edge. */
const LEAST = 0.02;

const clamped = (chance: number): number => Math.min(1 - LEAST, Math.max(LEAST, chance));

export const pointChances = (serve: number, edge: number): ByTeam<number> => ({
  team_1: clamped(serve + edge),
  team_2: clamped(1 - serve + edge),
});

/** What team 1 has certainly won or lost, whatever the edge. */
export const WON: Row = new Float64Array(COUNT).fill(1);
export const LOST: Row = new Float64Array(COUNT);

// Plain loops: `map` and `reduce` of typed arrays take ten times as long, and each point needs several.

/** `chance · won + (1 - chance) · lost`, for each edge. */
export const mix = (chance: Row, won: Row, lost: Row): Row => {
  const row = new Float64Array(COUNT);
  for (let at = 0; at < COUNT; at += 1) {
    const p = chance[at] ?? 0;
    row[at] = p * (won[at] ?? 0) + (1 - p) * (lost[at] ?? 0);
  }
  return row;
};

/** What was seen, as an event with a chance for each edge: it happened, or it did not. */
export interface Likelihood {
  readonly chance: Row;
  readonly happened: boolean;
}

/** Weights times a likelihood, over the sum that the weights had before; with their new sum. */
export const update = (
  weights: Row,
  { chance, happened }: Likelihood,
  before: number,
): { readonly weights: Row; readonly total: number } => {
  const offset = happened ? 0 : 1 / before;
  const factor = (happened ? 1 : -1) / before;
  const row = new Float64Array(COUNT);
  let total = 0;
  for (let at = 0; at < COUNT; at += 1) {
    const weight = (weights[at] ?? 0) * (offset + factor * (chance[at] ?? 0));
    row[at] = weight;
    total += weight;
  }
  return { weights: row, total };
};

export const dot = (weights: Row, values: Row): number => {
  let sum = 0;
  for (let at = 0; at < COUNT; at += 1) sum += (weights[at] ?? 0) * (values[at] ?? 0);
  return sum;
};

export const sumOf = (row: Row): number => dot(row, WON);
