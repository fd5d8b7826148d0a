import { deuceRuleIn } from '../match/deuce-rule.ts';
import { isPlaying, isPlayOver } from '../match/match.ts';
import { newPlay } from '../match/play.ts';
import { winnerContradictsScore } from '../match/reading.ts';
import type { TrackedMatch, MatchState } from '../match/state.ts';
import type { ByTeam } from '../terms.ts';
import { beliefBefore, believeAfter, outlookOf, type Belief } from './belief.ts';
import { positionsOf, type Position } from './positions.ts';
import { priorOf } from './prior.ts';
import { tablesOf, type ChanceTables } from './tables.ts';

/** What of a stored match the probability comes from. */
export type ProbabilityInput = Pick<TrackedMatch, 'match' | 'state' | 'chances' | 'tournament'>;

export interface NoProbability {
  readonly kind: 'none';
  /** `no-category`: the plan withholds it. */
  readonly reason: 'no-category' | 'not-enough-known';
}

interface WinProbability {
  readonly kind: 'win-probability';
  readonly now: ByTeam<number>;
  /** The same before the match. */
  readonly before: ByTeam<number>;
  /** How much the next point decides: the difference between winning and losing it, 0 to 1. */
  readonly leverage: number;
}

export const NOT_ENOUGH: NoProbability = { kind: 'none', reason: 'not-enough-known' };

/** What follows from the points of a match: each position, and what is believed there. */
export interface Walk {
  readonly tables: ChanceTables;
  readonly before: ByTeam<number>;
  readonly steps: readonly (Position & { readonly belief: Belief })[];
}

const isChance = (chance: number): boolean => chance >= 0 && chance <= 1;

export const bothChances = (team_1: number): ByTeam<number> => ({ team_1, team_2: 1 - team_1 });

/** Works out once what follows from a match: it is asked for each channel and each language. */
export const oncePerMatch = <Answer extends object>(
  workOut: (held: ProbabilityInput) => Answer,
): ((held: ProbabilityInput) => Answer) => {
  const known = new WeakMap<ProbabilityInput, Answer>();
  return (held) => {
    const answer = known.get(held) ?? workOut(held);
    known.set(held, answer);
    return answer;
  };
};

let last: { readonly held: ProbabilityInput; readonly walk: Walk | NoProbability } | undefined;

/** Learns the edge from every point. Only the last walk is kept: a write asks three times, and each has hundreds of kB. */
export const walkThrough = (held: ProbabilityInput): Walk | NoProbability => {
  if (last?.held !== held) last = { held, walk: walk(held) };
  return last.walk;
};

const walk = (held: ProbabilityInput): Walk | NoProbability => {
  const { match, state, chances } = held;
  if (chances === null || !isChance(chances.team_1)) return NOT_ENOUGH;
  if (match.category === null) return { kind: 'none', reason: 'no-category' };
  const rule = deuceRuleIn(held);
  const positions = winnerContradictsScore(state) ? null : positionsOf(state, rule);
  if (positions === null) return NOT_ENOUGH;

  const tables = tablesOf(match.category, rule);
  const start = newPlay();
  const prior = priorOf(chances.team_1, tables.ofMatch(start.games, start.games, 'team_1'));
  let belief = beliefBefore(start, prior, positions.firstServer);
  const steps = [];
  for (const [index, position] of positions.list.entries()) {
    const next = index === 0 ? belief : believeAfter(tables, belief, position.play);
    if (next === null) return NOT_ENOUGH;
    belief = next;
    steps.push({ ...position, belief });
  }
  return { tables, before: chances, steps };
};

/** Whether a match may have any score: it was in play at first sight, without score or points. */
export const isScoreUnseen = ({ scoreUnseen, sets }: MatchState): boolean =>
  scoreUnseen && sets.every(({ games }) => games.length === 0);

/** The chance before the match fixes the prior, every point sharpens it. By what is stored: late updates make no drift. */
export const winProbability = oncePerMatch((held): WinProbability | NoProbability => {
  const { state } = held;
  if (isPlayOver(state.status) || !isPlaying(state) || isScoreUnseen(state)) return NOT_ENOUGH;
  const walk = walkThrough(held);
  if ('reason' in walk) return walk;
  const last = walk.steps.at(-1);
  if (last?.play.winner !== null) return NOT_ENOUGH;
  const { chance, leverage } = outlookOf(walk.tables, last.belief);
  return { kind: 'win-probability', now: bothChances(chance), before: walk.before, leverage };
});
