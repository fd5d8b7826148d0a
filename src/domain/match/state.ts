import { z } from 'zod';
import { HOUR } from '../../lib/time.ts';
import { mergeGames, normalizeGame } from './game-history.ts';
import {
  hasPlay,
  liveGameSchema,
  MOST_GAMES,
  possibleSets,
  type LiveGame,
  type LivePoints,
  type LiveSet,
} from './live-points.ts';
import {
  DELETED,
  isNotPlayed,
  isPlayOver,
  isPostponed,
  phaseOf,
  type Match,
  isOver,
  isPlaying,
} from './match.ts';
import { isPlayedAfterAll, statusAfter, statusRead } from './later-status.ts';
import { gamesIn, winnerOfSets } from './score.ts';
import { setScoreSchema, teamSchema, type DeepReadonly } from '../schemas.ts';
import type { ByTeam, Instant } from '../terms.ts';
import type { Tournament } from '../people/people.ts';
import type { TieScore } from '../tournament/ties.ts';
import type { MatchVideos } from '../tournament/videos.ts';
import type { WatchPlace } from '../tournament/where-to-watch.ts';
import { completedScore, gamesOf, scoreAtEnd } from './set-completion.ts';

const trackedSetSchema = z.object({
  number: z.number(),
  score: setScoreSchema.nullable(),
  games: z.array(liveGameSchema),
  /** Minutes of play when the set was observed to end; null when it was over at first sight. */
  endedAfter: z.number().nullable(),
});

export type TrackedSet = DeepReadonly<z.output<typeof trackedSetSchema>>;

/** The stored state of play of one match. It only advances, never goes back. */
export const matchStateSchema = z.object({
  matchId: z.number(),
  /** A `MatchStatus`. */
  status: z.string(),
  /** The point-by-point history from the feed. */
  sets: z.array(trackedSetSchema),
  /** The score of the match record; authoritative once the match is over. */
  official: z.array(setScoreSchema).nullable(),
  /** A score was read from the match record after the end: final except for corrections. */
  confirmed: z.boolean(),
  /** In play at first sight with no score yet: the first score contains events from before. */
  scoreUnseen: z.boolean(),
  winner: teamSchema.nullable(),
  /** Minutes of play at this state, on the service's clock. */
  minutes: z.number().nullable(),
  /** Minutes of play since which points have arrived without a gap; null before any. */
  watchedSince: z.number().nullable(),
  /** Minutes of play at the latest points. */
  watchedUntil: z.number().nullable(),
  /** Minutes of the whole match, from the service at its end. */
  duration: z.number().nullable(),
});

export type MatchState = DeepReadonly<z.output<typeof matchStateSchema>>;

/** By a status outside the specification, of which play may begin or go on at any moment: a suspended match. */
export const isInterrupted = ({ status }: Pick<MatchState, 'status'>): boolean =>
  phaseOf(status) === 'unknown' &&
  status !== DELETED &&
  !isPostponed(status) &&
  !isNotPlayed(status);

/** Whether only corrections can follow: a finished match is not final until its score has a winner. */
export const isFinal = ({ status, score }: Pick<Match, 'status' | 'score'>): boolean =>
  phaseOf(status) === 'over' && (status !== 'finished' || winnerOfSets(score ?? []) !== null);

const isConfirmed = (match: Match): boolean => isFinal(match) && match.score !== null;

const finalDuration = ({ status, duration }: Match): number | null =>
  phaseOf(status) === 'over' ? duration : null;

export const stateOf = (match: Match): MatchState => ({
  matchId: match.id,
  status: match.status,
  sets: [],
  official: match.score,
  confirmed: isConfirmed(match),
  scoreUnseen: isPlaying(match) && match.score === null,
  winner: match.winner,
  minutes: match.duration,
  watchedSince: null,
  watchedUntil: null,
  duration: finalDuration(match),
});

/** The service no longer has the match: deleted, or merged into another one. */
export const withoutMatch = (state: MatchState): MatchState => ({ ...state, status: DELETED });

/** After the end the latest counts; before it a score with fewer games, or none, is an outdated response. */
const laterScore = (known: MatchState['official'], { status, score }: Match) => {
  if (score === null || known === null || phaseOf(status) === 'over') return score ?? known;
  return gamesIn(score) >= gamesIn(known) ? score : known;
};

/** The state after a read of the record, whose former read is `last`; a confirmed result outlasts a late response. */
export const withMatch = (state: MatchState, match: Match, last = match): MatchState => {
  if (state.confirmed && !isOver(match)) return state;
  const isPlayed = isPlayedAfterAll(state, match.status, gamesIn(match.score ?? []) > 0);
  const status = statusRead(state, match, last);
  return {
    ...state,
    status: isPlayed ? match.status : status,
    official: laterScore(state.official, match),
    confirmed: state.confirmed || isConfirmed(match),
    scoreUnseen: state.scoreUnseen && match.score === null,
    winner: match.winner ?? (isPlayed ? null : state.winner),
    minutes: match.duration ?? state.minutes,
    duration: finalDuration(match) ?? state.duration,
  };
};

/** Maximum minutes between two updates: the error of a set's observed end. */
const WATCHED_WITHIN = 2;

/** Minutes of points without a gap before set ends are trusted: delayed points arrive all at once, later than played. */
const WATCHED_FOR = 5;

/**
 * The state after an update of the live feed, `minutes` into the match. Points that it lacks are kept: the last message may
 * have fewer (padel-facts). Where they differ, the one further into the match wins. A removed match stays removed.
 */
export const withPoints = (
  state: MatchState,
  update: LivePoints,
  minutes: number | null,
): MatchState => {
  if (state.status === DELETED) return state;
  const seen = possibleSets(update.sets);
  const isLate = reachOf(seen) < reachOf(state.sets);
  const known = (number: number) => state.sets.find((set) => set.number === number);
  const length = Math.max(0, ...[...state.sets, ...seen].map((set) => set.number));
  // A set that no update contained stays empty, so that later sets keep their number.
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
  const isPlayed = isPlayedAfterAll(state, update.status, hasPlay(seen));
  const status =
    isPlayed || playGoesOn(state, update, sets) ? 'live' : statusAfter(state, update, seen, sets);
  const completed = sets.map((set, index) => {
    const hasNext = index + 1 < sets.length;
    const score = set.score ?? (hasNext ? completedScore(set) : null);
    // The last set ends with play, though its score may arrive later.
    const isOver = score !== null || isPlayOver(status);
    const endsNow =
      isOver && isEndSeen && !isPlayOver(state.status) && wasInProgress(known(set.number));
    return { ...set, score, endedAfter: endsNow ? minutes : set.endedAfter };
  });
  return {
    ...state,
    status,
    winner: isPlayed ? null : state.winner,
    sets: completed,
    scoreUnseen: state.scoreUnseen && !hasPlay(seen),
    minutes: minutes ?? state.minutes,
    watchedSince,
    watchedUntil: minutes ?? state.watchedUntil,
  };
};

/** Whether games follow an "ended" that had a winner. A late update, one more point or an empty set undoes no end. */
const playGoesOn = (
  { status, sets: known }: MatchState,
  update: LivePoints,
  sets: readonly LiveSet[],
): boolean =>
  status === 'ended' &&
  update.status === 'live' &&
  scoreAtEnd(known) !== null &&
  gamesIn(sets.map(gamesOf)) > gamesIn(known.map(gamesOf)) &&
  winnerOfSets(sets.map(gamesOf)) === null;

/** How far into a match its points reach: the set, and the game in it. */
const reachOf = (sets: readonly LiveSet[]): number =>
  Math.max(
    0,
    ...sets.map(({ number, score, games }) => {
      const lastGame = Math.max(0, ...games.map((game) => game.number));
      return number * 2 * MOST_GAMES + (score === null ? lastGame : MOST_GAMES + 1);
    }),
  );

/** The end of a set is known only if the set was observed in progress. */
const wasInProgress = (set: TrackedSet | undefined): boolean =>
  set?.score === null && set.games.length > 0;

const mergeSets = (
  known: TrackedSet | undefined,
  update: LiveSet | undefined,
  { number, isLate }: { readonly number: number; readonly isLate: boolean },
): TrackedSet => {
  const games = new Map<number, LiveGame>(known?.games.map((game) => [game.number, game]));
  for (const game of update?.games ?? []) {
    const held = games.get(game.number);
    if (held === undefined) games.set(game.number, normalizeGame(game));
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

export interface TrackedMatch {
  readonly match: Match;
  readonly state: MatchState;
  readonly rev: number;
  readonly changedAt: Instant;
  /** Since when a match in play has had no update from any source; null while data is fresh. */
  readonly delayedSince: Instant | null;
  readonly chances: ByTeam<number> | null;
  readonly tournament: Tournament | null;
  /** The channel on which it is pushed, as the service last named it; missing when it never did. */
  readonly channel?: string;
  /** What the service lists of it; missing when nothing. */
  readonly videos?: MatchVideos;
  /** Who shows it where its readers are; missing where that is not looked up. */
  readonly watch?: readonly WatchPlace[];
  /** The score of its tie; missing for pairs matches, and where it was not read. */
  readonly tie?: TieScore;
}

/** No match is as long. */
export const ABANDONED_AFTER_MS = 12 * HOUR;

/** Whether a match is in play by its status alone: for half a day it has had no point, and its record no change. */
export const isAbandoned = (
  { state, changedAt }: Pick<TrackedMatch, 'state' | 'changedAt'>,
  now: Instant,
): boolean => isPlaying(state) && now - changedAt > ABANDONED_AFTER_MS;
