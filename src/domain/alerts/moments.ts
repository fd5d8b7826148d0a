import { gamesIn } from '../match/score.ts';
import {
  chanceOf,
  isBetweenGames,
  type Moment,
  type ProbabilityCurve,
} from '../probability/curve.ts';
import { TEAMS, type ByTeam, type Team } from '../terms.ts';
import type { AlertSettings } from './settings.ts';

/** The posts about key moments and upsets that a channel may get for one match. */
export const BUDGETS = [0, 1, 2, 3, 4, 5] as const;

/** What of a channel's settings decides which moments it gets. */
export interface MomentPlan {
  readonly key: boolean;
  readonly upset: boolean;
  readonly budget: number;
}

/** Every plan under which a channel gets posts. Stored as bits by their order: only append. */
export const PLANS: readonly MomentPlan[] = BUDGETS.filter((budget) => budget > 0).flatMap(
  (budget) => [
    { key: true, upset: false, budget },
    { key: false, upset: true, budget },
    { key: true, upset: true, budget },
  ],
);

/** The bit of a plan in the `plans` of an event; 0 for a plan without posts. */
export const planBit = ({ key, upset, budget }: MomentPlan): number => {
  const index = PLANS.findIndex(
    (plan) => plan.key === key && plan.upset === upset && plan.budget === budget,
  );
  return index === -1 ? 0 : 1 << index;
};

export const planOf = ({
  kinds,
  momentsPerMatch,
}: Pick<AlertSettings, 'kinds' | 'momentsPerMatch'>): MomentPlan => ({
  key: kinds.includes('key'),
  upset: kinds.includes('upset'),
  budget: momentsPerMatch,
});

/** No moment below this leverage is worth a post: half of all matches never come near it. */
export const LEAST_LEVERAGE = 0.15;

/**
 * The leverage that the next point must have, by the posts that are left: the fewer, the more. The
 * ladder of three is from probability.md, "Key moments"; the others are tuned by
 * `npm run bench moments` (docs/predictions.md).
 */
const LADDERS: Readonly<Record<number, readonly number[]>> = {
  1: [0.19],
  2: [0.21, 0.16],
  3: [0.25, 0.18, 0.15],
  4: [0.25, 0.2, 0.16, 0.15],
  5: [0.25, 0.2, 0.18, 0.15, 0.15],
};

/** The threshold of leverage with so many posts left of a budget; Infinity with none. */
export const thresholdOf = (budget: number, left: number): number =>
  left < 1 ? Infinity : (LADDERS[budget]?.[left - 1] ?? Infinity);

/** What was posted of a match so far under one plan. */
export interface MomentLedger {
  readonly used: number;
  /** The game of the last post (see `gameOf`); null before the first. */
  readonly lastGame: number | null;
}

export const NOTHING_POSTED: MomentLedger = { used: 0, lastGame: null };

/** The number of the game at a moment, counted over the whole match from 1. */
export const gameOf = ({ play: { sets, games } }: Pick<Moment, 'play'>): number =>
  gamesIn(sets) + games.team_1 + games.team_2 + 1;

/** Whether the coming points are worth a post: at most one in a game, and within the budget. */
const isKeyMoment = (
  moment: Pick<Moment, 'play' | 'leverage'>,
  { budget }: Pick<MomentPlan, 'budget'>,
  { used, lastGame }: MomentLedger,
): boolean =>
  moment.play.winner === null &&
  lastGame !== gameOf(moment) &&
  moment.leverage >= thresholdOf(budget, budget - used);

/** A side at this chance before the match is the favourite whose defeat would be an upset. */
export const FAVOURITE = 0.7;

/** The watch opens when the outsider stands at this chance, and closes at that. */
const OPENS_AT = 0.5;
const CLOSES_AT = 0.3;

/** The team whose win would be an upset; null between sides that are too close. */
export const outsiderOf = (before: ByTeam<number>): Team | null =>
  TEAMS.find((team) => before[team] <= 1 - FAVOURITE) ?? null;

export type UpsetChange = 'opens' | 'closes';

/**
 * What the end of a game does to the upset watch. The distance between opening and closing keeps it
 * from opening with each break.
 */
export const upsetChange = (
  isOpen: boolean,
  outsider: Team,
  moment: Pick<Moment, 'play' | 'chance'>,
): UpsetChange | null => {
  if (moment.play.winner !== null || !isBetweenGames(moment)) return null;
  const chance = chanceOf(moment, outsider);
  if (isOpen) return chance <= CLOSES_AT ? 'closes' : null;
  return chance >= OPENS_AT ? 'opens' : null;
};

export type MomentKind = 'key' | 'upset';

/** What a moment is posted as under a plan, never as both; null when it is no post. */
export const momentKind = (
  moment: Pick<Moment, 'play' | 'leverage'>,
  change: UpsetChange | null,
  plan: MomentPlan,
  ledger: MomentLedger,
): MomentKind | null => {
  if (plan.upset && change === 'opens' && ledger.used < plan.budget) return 'upset';
  return plan.key && isKeyMoment(moment, plan, ledger) ? 'key' : null;
};

export interface PostedMoment {
  readonly kind: MomentKind;
  readonly moment: Moment;
}

/** Every post that a channel with this plan gets of a match, in order; for previews and benches. */
export const momentsOf = (
  { moments, before }: Pick<ProbabilityCurve, 'moments' | 'before'>,
  plan: MomentPlan,
): readonly PostedMoment[] => {
  const outsider = outsiderOf(before);
  const posted: PostedMoment[] = [];
  let ledger = NOTHING_POSTED;
  let isOpen = false;
  for (const moment of moments) {
    const change: UpsetChange | null =
      outsider === null ? null : upsetChange(isOpen, outsider, moment);
    if (change !== null) isOpen = change === 'opens';
    const kind = momentKind(moment, change, plan, ledger);
    if (kind === null) continue;
    posted.push({ kind, moment });
    ledger = { used: ledger.used + 1, lastGame: gameOf(moment) };
  }
  return posted;
};
