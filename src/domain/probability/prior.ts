import { dot, EDGES, FORM, sumOf, type Row } from './edges.ts';

/** Half of the tolerance of a chance in percent with one decimal. */
const CERTAINTY = 0.0005;

/** The mean edge is searched within these bounds, to this many binary digits. */
const BOUNDS = 0.4;
const STEPS = 30;

/** Weights of the edges, normal around a mean, with a sum of 1. */
export const normalWeights = (mean: number, deviation: number): Row => {
  const weights = EDGES.map((edge) => Math.exp(-(((edge - mean) / deviation) ** 2) / 2));
  const sum = sumOf(weights);
  return weights.map((weight) => weight / sum);
};

/** Priors by the row of chances at 0-0; matches in play ask for theirs after every point. */
const known = new WeakMap<Row, Map<string, Row>>();
const MOST_KNOWN = 500;

/**
 * The edge before the first point: normal (μ, τ = 0.045), with μ such that all edges mix to the known chance at 0-0:
 * `Σ w(d; μ, τ) · M(d) = chance`. Who serves first does not matter there.
 */
export const priorOf = (chance: number, start: Row, deviation = FORM): Row => {
  const priors = known.get(start) ?? new Map<string, Row>();
  known.set(start, priors);
  const key = `${chance} ${deviation}`;
  const prior = priors.get(key) ?? solvePrior(chance, start, deviation);
  if (priors.size >= MOST_KNOWN) priors.clear();
  priors.set(key, prior);
  return prior;
};

const solvePrior = (chance: number, start: Row, deviation: number): Row => {
  const wanted = Math.min(1 - CERTAINTY, Math.max(CERTAINTY, chance));
  let [low, high] = [-BOUNDS, BOUNDS];
  for (let step = 0; step < STEPS; step += 1) {
    const mean = (low + high) / 2;
    if (dot(normalWeights(mean, deviation), start) < wanted) low = mean;
    else high = mean;
  }
  return normalWeights((low + high) / 2, deviation);
};
