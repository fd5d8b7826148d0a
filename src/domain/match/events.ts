import { DELETED } from './match.ts';
import { GAME_MINUTES } from './plausible.ts';
import { finalScoreOf, hasStarted, isUnconfirmed, scoreOf, winnerOf } from './reading.ts';
import type { MatchEvent } from './match-event.ts';
import type { MatchState } from './state.ts';
import { isCompleteSet, sameGames, winnerOfSets, type SetScore } from './score.ts';

/** Unique per occurrence: `match:123:start`, `match:123:set:2`, `match:123:result`. */
export const matchEventKey = (event: MatchEvent): string => {
  if (event.kind === 'set') return `match:${event.matchId}:set:${event.set}`;
  const withdrawn = event.kind === 'result' ? event.withdrawn : undefined;
  return `match:${event.matchId}:${event.kind}${withdrawn === undefined ? '' : `:${withdrawn}`}`;
};

export const resultKey = (matchId: number): string => `match:${matchId}:result`;

export interface Diff {
  readonly news: readonly MatchEvent[];
  /** Known events that changed: their posts are edited. */
  readonly corrections: readonly MatchEvent[];
  /** With more detail. A result is completed until it is confirmed; another winner always is a correction. */
  readonly completions: readonly MatchEvent[];
}

export const withResults = (
  { news, corrections, completions }: Diff,
  more: Partial<Extract<MatchEvent, { kind: 'result' }>>,
): Diff => {
  const within = (event: MatchEvent): MatchEvent =>
    event.kind === 'result' ? { ...event, ...more } : event;
  return {
    news: news.map(within),
    corrections: corrections.map(within),
    completions: completions.map(within),
  };
};

/** Compares two states; any number of points may lie between. What was `announced` counts, not what was known before. */
export const diffStates = (
  before: MatchState,
  after: MatchState,
  announced: readonly MatchEvent[] = [],
): Diff => {
  // That the service has removed it says nothing of its play.
  if (after.status === DELETED) return { news: [], corrections: [], completions: [] };
  const known = new Map(
    [...eventsOf(before), ...announced].map((event) => [matchEventKey(event), event]),
  );
  const news: MatchEvent[] = [];
  const corrections: MatchEvent[] = [];
  const completions: MatchEvent[] = [];
  const current = eventsOf(after);
  const result = current.find(({ kind }) => kind === 'result');
  const isResultKnown = known.has(resultKey(after.matchId));
  for (const event of current) {
    // The result has told the sets, also one that is doubted now.
    if (isResultKnown && event.kind === 'set' && !known.has(matchEventKey(event))) continue;
    // A score from before the first read is no news; only the result may be.
    if (before.scoreUnseen && event.kind !== 'result') continue;
    const earlier = known.get(matchEventKey(event));
    if (earlier === undefined) news.push(event);
    else if (differs(earlier, event)) {
      const isCompletion = isProvisional(event) && isSameWinner(earlier, event);
      (isCompletion ? completions : corrections).push(event);
    } else if (isBetterKnown(earlier, event)) completions.push(event);
  }
  if (result !== undefined && !isProvisional(result)) {
    const keys = new Set(current.map(matchEventKey));
    for (const event of known.values()) {
      if (event.kind === 'set' && event.withdrawn === undefined && !keys.has(matchEventKey(event)))
        corrections.push({ ...event, withdrawn: true });
    }
  }
  return { news, corrections, completions };
};

export const eventsOf = (state: MatchState): readonly MatchEvent[] => {
  if (state.status === 'bye' || !hasStarted(state)) return [];
  const { matchId } = state;
  const result = resultOf(state);
  if (state.status === 'walkover') return result === null ? [] : [result];
  // In order: a set with unknown score holds back the sets after it.
  const score = scoreOf(state);
  const unfinished = score.findIndex((set) => !isCompleteSet(set));
  const complete = unfinished === -1 ? score : score.slice(0, unfinished);
  const minutes = minutesOfSets(state, complete);
  const sets = complete.map((set, index) => ({
    kind: 'set' as const,
    matchId,
    set: index + 1,
    score: set,
    minutes: minutes[index] ?? null,
  }));
  return [{ kind: 'start', matchId }, ...sets, ...(result === null ? [] : [result])];
};

/** Minutes of each set seen from start to end; none when they exceed the match's own: then the bot's clock was wrong. */
const minutesOfSets = (
  state: MatchState,
  score: readonly SetScore[],
): readonly (number | null)[] => {
  const ends = score.map((_, index) => endOfSet(state, score, index));
  const { duration } = state;
  if (duration !== null && ends.some((end) => end !== null && end > duration + ROUNDED)) {
    return ends.map(() => null);
  }
  return score.map((set, index) => {
    const ended = ends[index] ?? null;
    const began = index === 0 ? 0 : (ends[index - 1] ?? null);
    return ended === null || began === null ? null : believable(ended - began, set);
  });
};

/** Minutes by which the bot's count may be ahead of the service's, since updates arrive late. */
const ROUNDED = 1;

/** Minutes into the match at which a set ended. The last set ends with the match. */
const endOfSet = (
  { status, sets, duration }: MatchState,
  score: readonly SetScore[],
  index: number,
): number | null => {
  const seen = sets[index]?.endedAfter ?? null;
  const isLast = index === score.length - 1 && winnerOfSets(score) !== null;
  if (!isLast || status !== 'finished' || duration === null) return seen;
  return seen !== null && seen <= duration + ROUNDED ? seen : duration;
};

/** Null for an implausible set duration: clocks jump and feeds stall. */
const believable = (minutes: number, { team_1, team_2 }: SetScore): number | null => {
  const games = team_1 + team_2;
  const { least, most } = GAME_MINUTES;
  return minutes >= games * least && minutes <= games * most ? minutes : null;
};

const isProvisional = (event: MatchEvent): boolean =>
  event.kind === 'result' && event.confirmed === false;

const isSameWinner = (a: MatchEvent, b: MatchEvent): boolean =>
  a.kind === 'result' && b.kind === 'result' && a.winner === b.winner;

/** The result, once the winner is certain; a score that is known later completes it. */
const resultOf = (state: MatchState): MatchEvent | null => {
  const winner = winnerOf(state);
  if (winner === null) return null;
  const { matchId, duration: minutes } = state;
  const status = state.status === 'ended' ? 'finished' : state.status;
  const score = finalScoreOf(state);
  const mark = isUnconfirmed(state) && score.length > 0 ? ({ confirmed: false } as const) : {};
  return { kind: 'result', matchId, status, winner, score, minutes, ...mark };
};

const differs = (a: MatchEvent, b: MatchEvent): boolean => {
  if (a.kind === 'set' && b.kind === 'set')
    return !sameGames(a.score, b.score) || a.withdrawn !== b.withdrawn;
  if (a.kind !== 'result' || b.kind !== 'result') return false;
  if (a.winner !== b.winner || a.status !== b.status) return true;
  if (isScoreless(a)) return false;
  return (
    a.score.length !== b.score.length ||
    a.score.some((set, index) => {
      const other = b.score[index];
      return other === undefined || !sameGames(set, other);
    })
  );
};

const tieBreaksIn = (event: MatchEvent): number => {
  if (event.kind === 'start') return 0;
  const sets = event.kind === 'set' ? [event.score] : event.score;
  return sets.filter(({ tieBreak }) => tieBreak !== null).length;
};

const minutesIn = (event: MatchEvent): number | null =>
  event.kind === 'start' ? null : event.minutes;

/** Whether a match that was played has a result without its score. */
const isScoreless = (event: MatchEvent): boolean =>
  event.kind === 'result' && event.status !== 'walkover' && event.score.length === 0;

const isBetterKnown = (a: MatchEvent, b: MatchEvent): boolean =>
  (isScoreless(a) && !isScoreless(b)) ||
  (isProvisional(a) && !isProvisional(b)) ||
  minutesIn(a) !== minutesIn(b) ||
  tieBreaksIn(b) > tieBreaksIn(a);
