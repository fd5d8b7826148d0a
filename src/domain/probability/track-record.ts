import type { Diff } from '../match/events.ts';
import { isUnconfirmed, winnerOf } from '../match/reading.ts';
import type { TrackedMatch } from '../match/state.ts';
import type { ByTeam, Team } from '../terms.ts';
import { outlookOf } from './belief.ts';
import { bothChances, walkThrough } from './win-probability.ts';

interface Prediction {
  readonly matchId: number;
  /** Sets played when it was made; 0 for the chance before the match. */
  readonly sets: number;
  readonly favourite: Team;
  /** The favourite's chance to win the match, 0.5 to 0.999. */
  readonly chance: number;
}

export interface PredictionChange {
  /** The prediction of this moment; null when there is none. */
  readonly made: Prediction | null;
  readonly winner: Team | null;
}

/** Nothing is certain before the last point. */
const MAX_CHANCE = 0.999;

const predictionOf = (matchId: number, sets: number, chances: ByTeam<number>): Prediction => {
  const favourite = chances.team_1 >= chances.team_2 ? 'team_1' : 'team_2';
  return { matchId, sets, favourite, chance: Math.min(MAX_CHANCE, chances[favourite]) };
};

/** Made as a match starts or a set ends, with the outcome of earlier ones; never again: none is wiser afterwards. */
export const predictionChange = (
  held: TrackedMatch,
  { news, corrections, completions }: Diff,
): PredictionChange => {
  const result = [...news, ...corrections, ...completions].find(({ kind }) => kind === 'result');
  // What is not confirmed counts for nothing.
  if (result !== undefined && !isUnconfirmed(held.state)) {
    return { made: null, winner: winnerOf(held.state) };
  }
  const last = news.at(-1);
  if (last === undefined || last.kind === 'result') return { made: null, winner: null };
  const walk = walkThrough(held);
  if ('reason' in walk) return { made: null, winner: null };
  const sets = last.kind === 'start' ? 0 : last.set;
  // The score may be further than the end of the set.
  const step = walk.steps.find(({ play }) => play.sets.length === sets);
  if (step?.play.winner !== null) return { made: null, winner: null };
  const { chance } = outlookOf(walk.tables, step.belief);
  const chances = last.kind === 'start' ? walk.before : bothChances(chance);
  return { made: predictionOf(last.matchId, sets, chances), winner: null };
};

interface PredictionCount {
  readonly chance: number;
  readonly happened: boolean;
  readonly count: number;
}

/** Predictions of about the same chance: "said 64 %, won 61 %". */
interface Tenth {
  /** The chances in it: from 0.6 to 0.7, for example. */
  readonly from: number;
  readonly to: number;
  /** Their mean, and how often the favourite won, 0 to 1. */
  readonly said: number;
  readonly won: number;
  readonly predictions: number;
}

/** How good the predictions of decided matches were. */
export interface TrackRecord {
  readonly predictions: number;
  readonly matches: number;
  /** The mean squared distance between chance and outcome: 0 is perfect, 0.25 is tossing a coin. */
  readonly brier: number;
  /** The mean surprise in nats: 0 is perfect, 0.693 is tossing a coin. */
  readonly logLoss: number;
  /** By tenths of the favourite's chance, the even ones first; empty tenths are left out. */
  readonly tenths: readonly Tenth[];
}

const FIRST_TENTH = 5;
const LAST_TENTH = 9;

const sumOf = (
  counts: readonly PredictionCount[],
  valueOf: (each: PredictionCount) => number,
): number => counts.reduce((sum, each) => sum + each.count * valueOf(each), 0);

const tenthOf = (counts: readonly PredictionCount[], tenth: number): Tenth | null => {
  const inside = counts.filter(
    ({ chance }) => Math.min(LAST_TENTH, Math.floor(chance * 10)) === tenth,
  );
  const predictions = sumOf(inside, () => 1);
  if (predictions === 0) return null;
  return {
    from: tenth / 10,
    to: (tenth + 1) / 10,
    said: sumOf(inside, ({ chance }) => chance) / predictions,
    won: sumOf(inside, ({ happened }) => Number(happened)) / predictions,
    predictions,
  };
};

/** Sums up predictions of decided matches; null without one. */
export const trackRecordOf = (
  counts: readonly PredictionCount[],
  matches: number,
): TrackRecord | null => {
  const predictions = sumOf(counts, () => 1);
  if (predictions === 0) return null;
  const brier = sumOf(counts, ({ chance, happened }) => (chance - Number(happened)) ** 2);
  const surprise = sumOf(
    counts,
    ({ chance, happened }) => -Math.log(happened ? chance : 1 - chance),
  );
  const tenths = Array.from({ length: LAST_TENTH - FIRST_TENTH + 1 }, (_, index) =>
    tenthOf(counts, FIRST_TENTH + index),
  ).filter((tenth) => tenth !== null);
  return {
    predictions,
    matches,
    brier: brier / predictions,
    logLoss: surprise / predictions,
    tenths,
  };
};
