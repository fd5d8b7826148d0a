import type { DeuceRule } from '../../../../src/domain/match/play.ts';
import { dot } from '../../../../src/domain/probability/edges.ts';
import { normalWeights } from '../../../../src/domain/probability/prior.ts';
import { tablesOf } from '../../../../src/domain/probability/tables.ts';
import type { Category } from '../../../../src/domain/terms.ts';

/**
 * Standard deviation of the form of the day: what two pairs are better or worse than themselves, in
 * every point of one match. Nobody knows it before.
 */
export const FORM_OF_THE_DAY = 0.05;

/** The kind of match: men's and women's serves differ, and so does the rule at 40:40. */
export interface Conditions {
  readonly category: Category;
  readonly rule: DeuceRule;
}

const LEVEL = { team_1: 0, team_2: 0 } as const;

/** The chance of a match, 0 to 1, for a known edge: the mixture over all forms of the day. */
export const chanceOfEdge = (edge: number, { category, rule }: Conditions): number =>
  dot(
    normalWeights(edge, FORM_OF_THE_DAY),
    tablesOf(category, rule).ofMatch(LEVEL, LEVEL, 'team_1'),
  );

const MOST = 0.25;
const STEP = 0.0025;

/** Elo leads (divisor 400) by edge, from 0 in equal steps. */
const leadsFor = (conditions: Conditions): readonly number[] =>
  Array.from({ length: Math.round(MOST / STEP) + 1 }, (_, index) => {
    const chance = chanceOfEdge(index * STEP, conditions);
    return 400 * Math.log10(chance / (1 - chance));
  });

const made = new Map<string, readonly number[]>();

const leadsOf = (conditions: Conditions): readonly number[] => {
  const key = `${conditions.category} ${conditions.rule}`;
  const leads = made.get(key) ?? leadsFor(conditions);
  made.set(key, leads);
  return leads;
};

/**
 * What a side that is rated `lead` points higher (negative: lower) gains in its chance of every
 * point, so that over all forms of the day it wins the match as often as its Elo expects.
 */
export const edgeOf = (lead: number, conditions: Conditions): number => {
  const leads = leadsOf(conditions);
  const wanted = Math.abs(lead);
  const above = leads.findIndex((each) => each > wanted);
  if (above < 1) return Math.sign(lead) * (above === 0 ? 0 : MOST);
  const [from = 0, to = 1] = [leads[above - 1], leads[above]];
  return Math.sign(lead) * STEP * (above - 1 + (wanted - from) / (to - from));
};
