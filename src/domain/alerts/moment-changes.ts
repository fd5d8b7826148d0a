import type { KeyMoment, KeyOutcome, MomentEvent } from './events.ts';
import { isOver, isPlaying, isPlayOver } from '../match/match.ts';
import { isTieBreak } from '../match/play.ts';
import { winnerOf } from '../match/reading.ts';
import { leaderOf } from '../match/score.ts';
import type { MatchState } from '../match/state.ts';
import { TEAMS, type Instant, type Team } from '../terms.ts';
import { gameServer, outlookOf, stakesOf } from '../probability/belief.ts';
import { chanceOf, gameOf, isBetweenGames } from '../probability/curve.ts';
import { isKeyMoment, isTense, opensUpsetWatch, outsiderOf } from './moments.ts';
import { walkThrough, type ProbabilityInput, type Walk } from '../probability/win-probability.ts';

/** A stored event with what came of it; a correction when that was different before. */
interface RevisedMoment {
  readonly event: MomentEvent;
  readonly isCorrection: boolean;
}

export interface MomentChanges {
  readonly news: readonly MomentEvent[];
  readonly revised: readonly RevisedMoment[];
}

type Step = Walk['steps'][number];

/** The game's winner as a later score shows it; null where the feed skipped the games in between. */
const winnerOfGame = ({ set, games }: KeyMoment, after: Step): Team | null => {
  const { sets, games: now } = after.play;
  const ended = sets[set - 1];
  return ended === undefined
    ? (TEAMS.find((team) => now[team] > games[team]) ?? null)
    : leaderOf(ended);
};

/** What came of the game of a key moment, from the first known score after it; null until then. */
const keyOutcome = (
  event: KeyMoment,
  { tables, steps }: Walk,
  state: MatchState,
): Omit<KeyOutcome, 'at'> | null => {
  const after = steps.find((each) => gameOf(each) === event.game + 1);
  if (after === undefined) {
    // The service may have no score of the last set: its last game is won by who won the match.
    const last = steps.at(-1);
    const isLastGame = last !== undefined && gameOf(last) === event.game;
    const winner = state.status === 'finished' && isLastGame ? winnerOf(state) : null;
    return winner === null ? null : { winner, isBreak: null, chance: 1 };
  }
  const { belief, play } = after;
  const winner = winnerOfGame(event, after);
  if (winner === null) return null;
  const [only, other] = belief.hypotheses;
  const isKnown = only !== undefined && other === undefined;
  // Teams serve in turn; who began a tie-break breaks nobody.
  const isServed = isKnown && !isTieBreak(event.games);
  const isBreak = isServed ? gameServer(play, only.firstServer) === winner : null;
  return { winner, isBreak, chance: chanceOf(outlookOf(tables, belief), winner) };
};

/** Who won the match, null where it ended early; undefined while it is not over. */
const endOf = (state: MatchState): Team | null | undefined =>
  isOver(state) && state.status !== 'finished' ? null : (winnerOf(state) ?? undefined);

/** What came of a stored moment, and of its match; nothing where that is told already. */
const revisedOf = (
  event: MomentEvent,
  walk: Walk | null,
  state: MatchState,
  at: Instant,
): readonly RevisedMoment[] => {
  const winner = endOf(state);
  const isSameEnd = winner === event.end?.winner;
  const end = isSameEnd ? event.end : winner === undefined ? null : { winner, at };
  if (event.kind === 'upset') {
    return isSameEnd ? [] : [{ event: { ...event, end }, isCorrection: event.end !== null }];
  }
  const found = walk === null ? null : keyOutcome(event, walk, state);
  const isSame =
    found === null ||
    (found.winner === event.outcome?.winner && found.isBreak === event.outcome.isBreak);
  const outcome = isSame ? event.outcome : { ...found, at };
  if (isSame && isSameEnd) return [];
  const isCorrection = (!isSame && event.outcome !== null) || (!isSameEnd && event.end !== null);
  return [{ event: { ...event, outcome, end }, isCorrection }];
};

/** The post that a score brings after what was told; undefined for none, never two. */
const momentAt = (
  matchId: number,
  { tables, before }: Pick<Walk, 'tables' | 'before'>,
  { belief, play }: Step,
  told: readonly MomentEvent[],
): MomentEvent | undefined => {
  if (play.winner !== null) return undefined;
  const { chance, leverage } = outlookOf(tables, belief);
  const { won, lost } = stakesOf(tables, belief);
  const { games } = play;
  const where = { matchId, set: play.sets.length + 1, games, game: gameOf({ play }), end: null };
  const outsider = outsiderOf(before);
  if (outsider !== null && opensUpsetWatch({ play, chance }, outsider, told)) {
    const chances = { before: before[outsider], chance: chanceOf({ chance }, outsider) };
    return { ...where, ...chances, kind: 'upset', outsider };
  }
  return isKeyMoment({ play, chance, leverage, worth: won - lost }, told)
    ? { ...where, kind: 'key', chance, won, lost, outcome: null }
    : undefined;
};

/** The posts of the present score, and what came of earlier ones. By what is stored: repeats bring nothing twice. */
export const momentChanges = (
  held: ProbabilityInput,
  stored: readonly MomentEvent[],
  at: Instant,
): MomentChanges => {
  const { match, state } = held;
  const walked = walkThrough(held);
  const walk = 'reason' in walked ? null : walked;
  const revised = stored.flatMap((event) => revisedOf(event, walk, state, at));
  const step = walk?.steps.at(-1);
  const isStill = isPlaying(state) && !isPlayOver(state.status);
  if (walk === null || step === undefined || !isStill) return { news: [], revised };
  const news = momentAt(match.id, walk, step, stored);
  return { news: news === undefined ? [] : [news], revised };
};

/** Every post about moments that a match would have brought, with what came of it. */
export const momentsOfMatch = (held: ProbabilityInput): readonly MomentEvent[] => {
  const walk = walkThrough(held);
  if ('reason' in walk) return [];
  const told: MomentEvent[] = [];
  for (const step of walk.steps) {
    const isLooked = isBetweenGames(step) || isTense(outlookOf(walk.tables, step.belief));
    const moment = isLooked ? momentAt(held.match.id, walk, step, told) : undefined;
    if (moment !== undefined) told.push(moment);
  }
  return told.map((each) => revisedOf(each, walk, held.state, 0)[0]?.event ?? each);
};
