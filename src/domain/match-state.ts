import { mergeGames, tidyGame } from './game-history.ts';
import { hasPlay, type LiveGame, type LivePoints, type LiveSet } from './live-points.ts';
import { phaseOf, type Match, type MatchStatus, type Phase } from './match.ts';
import type { SetScore } from './score.ts';
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

/** A row of the live list may lack its status: then points say that the match is on. */
const statusOf = (update: LivePoints, known: MatchStatus): MatchStatus =>
  update.status ?? (hasPlay(update.sets) ? 'live' : known);

/** The match is over and brings its score along, which is final but for corrections. */
const isConfirmed = ({ status, score }: Match): boolean =>
  phaseOf(status) === 'over' && score !== null;

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
  watchedUntil: null,
  duration: finalDuration(match),
});

/** The service no longer knows the match: deleted, or merged into another one. */
export const withoutMatch = (state: MatchState): MatchState => ({ ...state, status: 'deleted' });

/** The state after the match itself was read. A score once known is not lost to an empty one. */
export const withMatch = (state: MatchState, match: Match): MatchState => ({
  ...state,
  status: laterStatus(state.status, match.status),
  official: match.score ?? state.official,
  confirmed: state.confirmed || isConfirmed(match),
  scoreUnseen: state.scoreUnseen && match.score === null,
  winner: match.winner ?? state.winner,
  minutes: match.duration ?? state.minutes,
  duration: finalDuration(match) ?? state.duration,
});

/** Minutes between two updates; with more, nobody saw when a set ended between them. */
const WATCHED_WITHIN = 5;

/**
 * The state after an update of the live feed, `minutes` into the match. Points that the update
 * lacks are kept: its last message may carry fewer than were seen (padel-facts, "The live feed").
 */
export const withPoints = (
  state: MatchState,
  update: LivePoints,
  minutes: number | null,
): MatchState => {
  const known = (number: number) => state.sets.find((set) => set.number === number);
  const length = Math.max(0, ...[...state.sets, ...update.sets].map((set) => set.number));
  // A set that no update brought stands empty: the one after it keeps its number.
  const sets = Array.from({ length }, (_, index) =>
    mergeSets(
      known(index + 1),
      update.sets.find((set) => set.number === index + 1),
      index + 1,
    ),
  );
  const wasWatched =
    minutes !== null &&
    state.watchedUntil !== null &&
    minutes - state.watchedUntil <= WATCHED_WITHIN;
  const completed = sets.map((set, index) => {
    const hasNext = index + 1 < sets.length;
    const score = set.score ?? (hasNext ? completedScore(set) : null);
    if (score === null) return set;
    const endsNow = wasInProgress(known(set.number)) && wasWatched;
    return { ...set, score, endedAfter: endsNow ? minutes : set.endedAfter };
  });
  return {
    ...state,
    status: laterStatus(state.status, statusOf(update, state.status)),
    sets: completed,
    scoreUnseen: state.scoreUnseen && !hasPlay(update.sets),
    minutes: minutes ?? state.minutes,
    watchedUntil: minutes ?? state.watchedUntil,
  };
};

/** Only of a set that was seen in progress is it known when it ended. */
const wasInProgress = (set: HeldSet | undefined): boolean =>
  set?.score === null && set.games.length > 0;

const mergeSets = (
  known: HeldSet | undefined,
  update: LiveSet | undefined,
  number: number,
): HeldSet => {
  const games = new Map<number, LiveGame>(known?.games.map((game) => [game.number, game]));
  for (const game of update?.games ?? []) {
    const held = games.get(game.number);
    games.set(game.number, held === undefined ? tidyGame(game) : mergeGames(held, game));
  }
  return {
    number,
    score: update?.score ?? known?.score ?? null,
    games: [...games.values()].sort((a, b) => a.number - b.number),
    endedAfter: known?.endedAfter ?? null,
  };
};
