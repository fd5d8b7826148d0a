import type { KeyOutcome, MomentEvent, UpsetOutcome } from '../alerts/events.ts';
import { isPlaying, isPlayOver } from '../match/match.ts';
import { isTieBreak } from '../match/play.ts';
import { winnerOf } from '../match/reading.ts';
import { leaderOf } from '../match/score.ts';
import { opponentOf, TEAMS, type Instant, type Team } from '../terms.ts';
import { gameServer, gameWorthOf, outlookOf } from './belief.ts';
import type { Moment } from './curve.ts';
import {
  gameOf,
  isKeyMoment,
  momentsOf,
  outsiderOf,
  planBit,
  PLANS,
  upsetChange,
  type MomentLedger,
  type MomentPlan,
  type UpsetChange,
} from './moments.ts';
import { walkThrough, type ProbabilityInput, type Walk } from './win-probability.ts';

/** Positions that are looked at for what came of a game: those of the last two games, and more. */
const STEPS_BACK = 60;

/** The plans under which a moment is a post, as bits. */
const plansFor = (
  moment: Moment,
  change: UpsetChange | null,
  ledgerOf: (plan: MomentPlan) => MomentLedger,
): Readonly<Record<'key' | 'upset', number>> => {
  const plans = { key: 0, upset: 0 };
  for (const plan of PLANS) {
    const ledger = ledgerOf(plan);
    if (plan.upset && change === 'opens' && ledger.used < plan.budget) {
      plans.upset |= planBit(plan);
    } else if (plan.key && isKeyMoment(moment, plan, ledger)) plans.key |= planBit(plan);
  }
  return plans;
};

const ledgerIn = (stored: readonly MomentEvent[], plan: MomentPlan): MomentLedger => {
  const posted = stored.filter(({ plans }) => (plans & planBit(plan)) !== 0);
  const lastGame = posted.reduce((last, { game }) => Math.max(last, game), 0);
  return { used: posted.length, lastGame: lastGame === 0 ? null : lastGame };
};

/** The game's winner as a later score shows it; null where the feed skipped the games in between. */
const winnerOfGame = ({ set, games }: KeyMoment, after: Moment): Team | null => {
  const { sets, games: now } = after.play;
  const ended = sets[set - 1];
  return ended === undefined
    ? (TEAMS.find((team) => now[team] > games[team]) ?? null)
    : leaderOf(ended);
};

type KeyMoment = Extract<MomentEvent, { kind: 'key' }>;
type UpsetWatch = Extract<MomentEvent, { kind: 'upset' }>;

const keyOutcome = (event: KeyMoment, scenes: readonly Scene[], at: Instant): KeyOutcome | null => {
  const after = scenes.find(({ moment }) => gameOf(moment) === event.game + 1);
  const winner = after === undefined ? null : winnerOfGame(event, after.moment);
  if (after === undefined || winner === null) return null;
  const chance = winner === 'team_1' ? after.moment.chance : 1 - after.moment.chance;
  // Teams serve in turn; who began a tie-break breaks nobody.
  const served = after.server === null || isTieBreak(event.games) ? null : opponentOf(after.server);
  return { winner, isBreak: served === null ? null : served !== winner, chance, at };
};

/** A score of a match with all that a post about it says. */
export interface Scene {
  readonly moment: Moment;
  /** Who serves the game; null while unknown. */
  readonly server: Team | null;
}

export interface MomentChanges {
  readonly news: readonly MomentEvent[];
  /** Stored events with what came of them. */
  readonly revised: readonly MomentEvent[];
}

const NO_CHANGES: MomentChanges = { news: [], revised: [] };

const upsetOutcome = (
  { state }: Pick<ProbabilityInput, 'state'>,
  { outsider }: UpsetWatch,
  change: UpsetChange | null,
  chance: number,
): Omit<UpsetOutcome, 'at'> | null => {
  if (isPlayOver(state.status)) {
    if (state.status !== 'finished') return { kind: 'stopped', chance: null };
    return { kind: winnerOf(state) === outsider ? 'won' : 'lost', chance: null };
  }
  return change === 'closes' ? { kind: 'closed', chance } : null;
};

const sceneAt = ({ tables }: Walk, { belief, ...position }: Walk['steps'][number]): Scene => {
  const [only, other] = belief.hypotheses;
  const isKnown = only !== undefined && other === undefined;
  return {
    moment: { ...position, ...outlookOf(tables, belief) },
    server: isKnown ? gameServer(belief.play, only.firstServer) : null,
  };
};

/** When and where a moment is, as its event says it. */
const whereOf = (held: ProbabilityInput, moment: Moment) => ({
  matchId: held.match.id,
  set: moment.play.sets.length + 1,
  games: moment.play.games,
  game: gameOf(moment),
  outcome: null,
});

/**
 * The posts that the present score of a match brings, and what came of earlier ones. Depends on what
 * is stored, so repeated and corrected updates bring nothing twice, and no plan gets more than its
 * budget.
 * @param stored the moments of the match so far
 * @param at now
 */
export const momentChanges = (
  held: ProbabilityInput,
  stored: readonly MomentEvent[],
  at: Instant,
): MomentChanges => {
  const walk = walkThrough(held);
  if ('reason' in walk) return NO_CHANGES;
  const { tables, before, steps } = walk;
  const scenes = steps.slice(-STEPS_BACK).map((step) => sceneAt(walk, step));
  const [last, belief] = [scenes.at(-1), steps.at(-1)?.belief];
  if (last === undefined || belief === undefined) return NO_CHANGES;
  const { moment } = last;

  const outsider = outsiderOf(before);
  const watch = stored.findLast((event) => event.kind === 'upset');
  const isOpen = watch?.outcome === null;
  const change = outsider === null ? null : upsetChange(isOpen, outsider, moment);
  const chance = outsider === 'team_1' ? moment.chance : 1 - moment.chance;

  const revised = stored.flatMap((event): MomentEvent[] => {
    if (event.outcome !== null) return [];
    if (event.kind === 'key') {
      const outcome = keyOutcome(event, scenes, at);
      return outcome === null ? [] : [{ ...event, outcome }];
    }
    const outcome = upsetOutcome(held, event, change, chance);
    return outcome === null ? [] : [{ ...event, outcome: { ...outcome, at } }];
  });
  if (moment.play.winner !== null || !isPlaying(held.state)) return { news: [], revised };

  const plans = plansFor(moment, change, (plan) => ledgerIn(stored, plan));
  const where = whereOf(held, moment);
  const opening = stored.filter(({ kind }) => kind === 'upset').length + 1;
  const news: MomentEvent[] = [];
  if (outsider !== null && change === 'opens') {
    const [kind, was] = ['upset', before[outsider]] as const;
    news.push({ ...where, kind, opening, outsider, before: was, chance, plans: plans.upset });
  }
  if (plans.key !== 0) {
    const worth = gameWorthOf(tables, belief);
    news.push({ ...where, kind: 'key', worth, leverage: moment.leverage, plans: plans.key });
  }
  return { news, revised };
};

/** Every post that a channel with this plan would have got of a match, with what came of each. */
export const momentsInHindsight = (
  held: ProbabilityInput,
  plan: MomentPlan,
): readonly MomentEvent[] => {
  const walk = walkThrough(held);
  if ('reason' in walk) return [];
  const { tables, before, steps } = walk;
  const scenes = steps.map((step) => sceneAt(walk, step));
  const outsider = outsiderOf(before);
  const plans = planBit(plan);
  const posted = momentsOf({ before, moments: scenes.map(({ moment }) => moment) }, plan);
  return posted.flatMap(({ kind, moment }): MomentEvent[] => {
    const where = whereOf(held, moment);
    if (kind === 'upset') {
      if (outsider === null) return [];
      const chance = outsider === 'team_1' ? moment.chance : 1 - moment.chance;
      return [{ ...where, kind, opening: 1, outsider, before: before[outsider], chance, plans }];
    }
    const at = scenes.findIndex((scene) => scene.moment === moment);
    const belief = steps[at]?.belief;
    if (belief === undefined) return [];
    const worth = gameWorthOf(tables, belief);
    const event = { ...where, kind, worth, leverage: moment.leverage, plans };
    return [{ ...event, outcome: keyOutcome(event, scenes.slice(at), 0) }];
  });
};
