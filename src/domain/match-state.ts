import { mergeGames, tidyGame } from './game-history.ts';
import { hasPlay, type LiveGame, type LivePoints, type LiveSet } from './live-points.ts';
import { isPlayOver, phaseOf, type Match, type MatchStatus, type Phase } from './match.ts';
import { MOST_GAMES, possibleSets } from './possible-points.ts';
import { gamesIn, winnerOfSets, type SetScore } from './score.ts';
import { completedScore } from './set-completion.ts';
import type { Team } from './terms.ts';

/** What we hold to be true about the play of one match. Grows; it never goes backwards. */
export interface MatchState {
  readonly matchId: number;
  readonly status: MatchStatus;
  /** The point-by-point history, as far as the feed gave it. */
  readonly sets: readonly HeldSet[];
  /** The score on the match itself; it is the word that counts once the match is over. */
  readonly official: readonly SetScore[] | null;
  /** A score was read on the match itself after it was over: it is final but for corrections. */
  readonly confirmed: boolean;
  /** In play at first sight, and its score not seen yet: what it brings happened before we looked. */
  readonly scoreUnseen: boolean;
  readonly winner: Team | null;
  /** Minutes of play when this state was seen; on the service's clock. */
  readonly minutes: number | null;
  /** Minutes of play since which points came without a gap, as long as they do. */
  readonly watchedSince: number | null;
  /** Minutes of play when points were last seen: between then and now nobody watched. */
  readonly watchedUntil: number | null;
  /** Minutes of the whole match, as the service tells them when it is over. */
  readonly duration: number | null;
}

export interface HeldSet extends LiveSet {
  /** Minutes of play when the set was seen to end; null when it was over at first sight. */
  readonly endedAfter: number | null;
}

/** How far along a status is; a state never returns to an earlier one. */
const ORDER: Readonly<Record<Phase, number>> = { upcoming: 0, unknown: 1, playing: 1, over: 2 };

const laterStatus = (known: MatchStatus, update: MatchStatus): MatchStatus => {
  if (known === 'ended' && update === 'live') return known;
  // "postponed", then "scheduled" again: a word that we do not know holds nothing back.
  if (phaseOf(known) === 'unknown') return update;
  return ORDER[phaseOf(update)] >= ORDER[phaseOf(known)] ? update : known;
};

/** The status of a match that the service no longer has. */
const DELETED = 'deleted';

/** The status after an update; a row of the live list may lack one: then points say that it is on. */
const statusAfter = (
  known: MatchStatus,
  { status }: LivePoints,
  hasPoints: boolean,
): MatchStatus => {
  // Updates that were on their way bring no match back; only the match itself does.
  if (known === DELETED) return known;
  return laterStatus(known, status ?? (hasPoints ? 'live' : known));
};

/**
 * Nothing more is to come of a match but corrections. The status may be a moment ahead of the score:
 * what was played out is not final before somebody has won by it.
 */
export const isFinal = ({ status, score }: Pick<Match, 'status' | 'score'>): boolean =>
  phaseOf(status) === 'over' && (status !== 'finished' || winnerOfSets(score ?? []) !== null);

/** It brings its final score along. */
const isConfirmed = (match: Match): boolean => isFinal(match) && match.score !== null;

const finalDuration = ({ status, duration }: Match): number | null =>
  phaseOf(status) === 'over' ? duration : null;

/** The state of a match as first seen on the match itself. */
export const stateOf = (match: Match): MatchState => ({
  matchId: match.id,
  status: match.status,
  sets: [],
  official: match.score,
  confirmed: isConfirmed(match),
  scoreUnseen: phaseOf(match.status) === 'playing' && match.score === null,
  winner: match.winner,
  minutes: match.duration,
  watchedSince: null,
  watchedUntil: null,
  duration: finalDuration(match),
});

/** The service no longer knows the match: deleted, or merged into another one. */
export const withoutMatch = (state: MatchState): MatchState => ({ ...state, status: DELETED });

/**
 * The score on the match after it was read again. Of one that is over the newest counts; before that
 * an answer may be older than the one before it: fewer games, or none, are no news.
 */
const laterScore = (known: MatchState['official'], { status, score }: Match) => {
  if (score === null || known === null || phaseOf(status) === 'over') return score ?? known;
  return gamesIn(score) >= gamesIn(known) ? score : known;
};

/**
 * The state after the match itself was read. What was confirmed stands against an answer that knows
 * of no end: it was given before, and came late.
 */
export const withMatch = (state: MatchState, match: Match): MatchState => {
  if (state.confirmed && phaseOf(match.status) !== 'over') return state;
  return {
    ...state,
    status: laterStatus(state.status, match.status),
    official: laterScore(state.official, match),
    confirmed: state.confirmed || isConfirmed(match),
    scoreUnseen: state.scoreUnseen && match.score === null,
    winner: match.winner ?? state.winner,
    minutes: match.duration ?? state.minutes,
    duration: finalDuration(match) ?? state.duration,
  };
};

/** Minutes between two updates: a set that ended between them is wrong by no more. */
const WATCHED_WITHIN = 2;

/**
 * Minutes for which points must have come without a gap before the clock tells when a set ended: what
 * was held up before that comes all at once, later than it was played.
 */
const WATCHED_FOR = 5;

/**
 * The state after an update of the live feed, `minutes` into the match. Points that the update
 * lacks are kept: its last message may carry fewer than were seen (padel-facts, "The live feed").
 * Where the two differ, the one that reaches further into the match is believed, whenever it came.
 */
export const withPoints = (
  state: MatchState,
  update: LivePoints,
  minutes: number | null,
): MatchState => {
  const seen = possibleSets(update.sets);
  const isLate = reachOf(seen) < reachOf(state.sets);
  const known = (number: number) => state.sets.find((set) => set.number === number);
  const length = Math.max(0, ...[...state.sets, ...seen].map((set) => set.number));
  // A set that no update brought stands empty: the one after it keeps its number.
  const sets = Array.from({ length }, (_, index) =>
    mergeSets(
      known(index + 1),
      seen.find((set) => set.number === index + 1),
      { number: index + 1, isLate },
    ),
  );
  const wasWatched =
    minutes !== null &&
    state.watchedUntil !== null &&
    minutes - state.watchedUntil <= WATCHED_WITHIN;
  const watchedSince = wasWatched || minutes === null ? state.watchedSince : minutes;
  const isEndSeen = wasWatched && watchedSince !== null && minutes - watchedSince >= WATCHED_FOR;
  const status = statusAfter(state.status, update, hasPlay(seen));
  const completed = sets.map((set, index) => {
    const hasNext = index + 1 < sets.length;
    const score = set.score ?? (hasNext ? completedScore(set) : null);
    // The last one ends with the play, though its score may be told a while after it.
    const isOver = score !== null || isPlayOver(status);
    const endsNow =
      isOver && isEndSeen && !isPlayOver(state.status) && wasInProgress(known(set.number));
    return { ...set, score, endedAfter: endsNow ? minutes : set.endedAfter };
  });
  return {
    ...state,
    status,
    sets: completed,
    scoreUnseen: state.scoreUnseen && !hasPlay(seen),
    minutes: minutes ?? state.minutes,
    watchedSince,
    watchedUntil: minutes ?? state.watchedUntil,
  };
};

/** Only of a set that was seen in progress is it known when it ended. */
const wasInProgress = (set: HeldSet | undefined): boolean =>
  set?.score === null && set.games.length > 0;

/** How far into a match its points go: the set, and the game in it. */
const reachOf = (sets: readonly LiveSet[]): number =>
  Math.max(
    0,
    ...sets.map(({ number, score, games }) => {
      const lastGame = Math.max(0, ...games.map((game) => game.number));
      return number * 2 * MOST_GAMES + (score === null ? lastGame : MOST_GAMES + 1);
    }),
  );

const mergeSets = (
  known: HeldSet | undefined,
  update: LiveSet | undefined,
  { number, isLate }: { readonly number: number; readonly isLate: boolean },
): HeldSet => {
  const games = new Map<number, LiveGame>(known?.games.map((game) => [game.number, game]));
  for (const game of update?.games ?? []) {
    const held = games.get(game.number);
    if (held === undefined) games.set(game.number, tidyGame(game));
    else games.set(game.number, isLate ? mergeGames(game, held) : mergeGames(held, game));
  }
  const [first, second] = isLate ? [known, update] : [update, known];
  return {
    number,
    score: first?.score ?? second?.score ?? null,
    games: [...games.values()].sort((a, b) => a.number - b.number),
    endedAfter: known?.endedAfter ?? null,
  };
};
