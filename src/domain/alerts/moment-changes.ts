import type { KeyMoment, KeyOutcome, MomentEvent, UpsetOutcome } from './events.ts';
import { isOver, isPlaying, isPlayOver } from '../match/match.ts';
import { isTieBreak } from '../match/play.ts';
import { winnerOf } from '../match/reading.ts';
import { leaderOf } from '../match/score.ts';
import type { MatchState } from '../match/state.ts';
import { opponentOf, TEAMS, type Instant, type Team } from '../terms.ts';
import { gameServer, gameWorthOf, outlookOf } from '../probability/belief.ts';
import { chanceOf, type Moment } from '../probability/curve.ts';
import {
  gameOf,
  momentKind,
  momentsOf,
  outsiderOf,
  upsetChange,
  type MomentLedger,
} from './moments.ts';
import { walkThrough, type ProbabilityInput, type Walk } from '../probability/win-probability.ts';

const ledgerIn = (stored: readonly MomentEvent[]): MomentLedger => {
  const lastGame = stored.reduce((last, { game }) => Math.max(last, game), 0);
  return { used: stored.length, lastGame: lastGame === 0 ? null : lastGame };
};

/** The game's winner as a later score shows it; null where the feed skipped the games in between. */
const winnerOfGame = ({ set, games }: KeyMoment, after: Moment): Team | null => {
  const { sets, games: now } = after.play;
  const ended = sets[set - 1];
  return ended === undefined
    ? (TEAMS.find((team) => now[team] > games[team]) ?? null)
    : leaderOf(ended);
};

/** A score of a match with all that a post about it says. */
export interface Scene {
  readonly moment: Moment;
  /** Who serves the game; null while unknown. */
  readonly server: Team | null;
}

/** A stored event with what came of it; a correction when that was different before. */
export interface RevisedMoment {
  readonly event: MomentEvent;
  readonly isCorrection: boolean;
}

export interface MomentChanges {
  readonly news: readonly MomentEvent[];
  readonly revised: readonly RevisedMoment[];
}

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
 * What came of the game of a key moment, from the first known score after it; null until then. Where no
 * score follows, because the service has none of the last set, its winner is that of the match.
 */
const keyOutcome = (
  event: KeyMoment,
  walk: Walk,
  state: MatchState,
): Omit<KeyOutcome, 'at'> | null => {
  const step = walk.steps.find((each) => gameOf(each) === event.game + 1);
  if (step === undefined) return lastOutcome(event, walk, state);
  const { moment, server } = sceneAt(walk, step);
  const winner = winnerOfGame(event, moment);
  if (winner === null) return null;
  // Teams serve in turn; who began a tie-break breaks nobody.
  const served = server === null || isTieBreak(event.games) ? null : opponentOf(server);
  const isBreak = served === null ? null : served !== winner;
  return { winner, isBreak, chance: chanceOf(moment, winner) };
};

const lastOutcome = (
  event: KeyMoment,
  { steps }: Walk,
  state: MatchState,
): Omit<KeyOutcome, 'at'> | null => {
  const last = steps.at(-1);
  const isLastGame = last !== undefined && gameOf(last) === event.game;
  const winner = state.status === 'finished' && isLastGame ? winnerOf(state) : null;
  return winner === null ? null : { winner, isBreak: null, chance: 1 };
};

/** What the end of the match makes of an upset that was on its way; null while that is open. */
const upsetResult = (state: MatchState, outsider: Team): UpsetOutcome['kind'] | null => {
  if (isOver(state) && state.status !== 'finished') return 'stopped';
  const winner = winnerOf(state);
  if (winner === null) return null;
  return winner === outsider ? 'won' : 'lost';
};

/** What came of stored moments, where that is news or was told wrongly. */
const revisedOf = (
  { state }: ProbabilityInput,
  walk: Walk | null,
  stored: readonly MomentEvent[],
  at: Instant,
): readonly RevisedMoment[] =>
  stored.flatMap((event): RevisedMoment[] => {
    const isCorrection = event.outcome !== null;
    if (event.kind === 'key') {
      const outcome = walk === null ? null : keyOutcome(event, walk, state);
      const { winner, isBreak } = event.outcome ?? {};
      if (outcome === null || (outcome.winner === winner && outcome.isBreak === isBreak)) return [];
      return [{ event: { ...event, outcome: { ...outcome, at } }, isCorrection }];
    }
    // A watch that has closed says nothing of the result.
    if (event.outcome?.kind === 'closed') return [];
    const kind = upsetResult(state, event.outsider);
    if (kind === null || kind === event.outcome?.kind) return [];
    return [{ event: { ...event, outcome: { kind, chance: null, at } }, isCorrection }];
  });

/**
 * The posts that the present score of a match brings, and what came of earlier ones. Depends on what
 * is stored, so repeated and corrected updates bring nothing twice, nor more than a match's share.
 * @param stored the moments of the match so far
 * @param at now
 */
export const momentChanges = (
  held: ProbabilityInput,
  stored: readonly MomentEvent[],
  at: Instant,
): MomentChanges => {
  const walked = walkThrough(held);
  const walk = 'reason' in walked ? null : walked;
  const settled = revisedOf(held, walk, stored, at);
  const step = walk?.steps.at(-1);
  const isStill = isPlaying(held.state) && !isPlayOver(held.state.status);
  if (walk === null || step === undefined || !isStill) return { news: [], revised: settled };
  const { tables, before } = walk;
  const { moment } = sceneAt(walk, step);
  if (moment.play.winner !== null) return { news: [], revised: settled };

  const outsider = outsiderOf(before);
  const watch = stored.findLast((event) => event.kind === 'upset');
  const isOpen = watch?.outcome === null;
  const change = outsider === null ? null : upsetChange(isOpen, outsider, moment);
  const revised = [...settled];
  if (isOpen && change === 'closes') {
    const outcome = { kind: 'closed', chance: chanceOf(moment, watch.outsider), at } as const;
    revised.push({ event: { ...watch, outcome }, isCorrection: false });
  }

  const kind = momentKind(moment, change, ledgerIn(stored));
  const where = whereOf(held, moment);
  const opening = stored.filter(({ kind }) => kind === 'upset').length + 1;
  const news: MomentEvent[] = [];
  if (outsider !== null && change === 'opens') {
    const chances = { before: before[outsider], chance: chanceOf(moment, outsider) };
    news.push({ ...where, ...chances, kind: 'upset', opening, outsider });
  }
  if (kind === 'key') {
    const worth = gameWorthOf(tables, step.belief);
    news.push({ ...where, kind, worth, leverage: moment.leverage });
  }
  return { news, revised };
};

/** Every post about moments that a match would have brought, and what came of the key moments. */
export const momentsOfMatch = (held: ProbabilityInput): readonly MomentEvent[] => {
  const walk = walkThrough(held);
  if ('reason' in walk) return [];
  const { tables, before, steps } = walk;
  const moments = steps.map((each) => sceneAt(walk, each).moment);
  const outsider = outsiderOf(before);
  const posted = momentsOf({ before, moments });
  return posted.flatMap(({ kind, moment }): MomentEvent[] => {
    const where = whereOf(held, moment);
    if (kind === 'upset') {
      if (outsider === null) return [];
      const chances = { before: before[outsider], chance: chanceOf(moment, outsider) };
      return [{ ...where, ...chances, kind, opening: 1, outsider }];
    }
    const belief = steps.find(({ play }) => play === moment.play)?.belief;
    if (belief === undefined) return [];
    const worth = gameWorthOf(tables, belief);
    const event = { ...where, kind, worth, leverage: moment.leverage };
    const outcome = keyOutcome(event, walk, held.state);
    return [{ ...event, outcome: outcome === null ? null : { ...outcome, at: 0 } }];
  });
};
