import { mergeGames, tidyGame } from './game-history.ts';
import type { LiveGame, LivePoints, LiveSet } from './live-points.ts';
import { phaseOf, type Match, type MatchStatus, type Phase } from './match.ts';
import { winnerOfSets, type SetScore } from './score.ts';
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
  /** The match itself was read after it was over: its score is final but for corrections. */
  readonly confirmed: boolean;
  readonly winner: Team | null;
  /** Minutes of play when this state was seen; on the service's clock. */
  readonly minutes: number | null;
}

export interface HeldSet extends LiveSet {
  /** Minutes of play when the set was first seen complete. */
  readonly endedAfter: number | null;
}

/** How far along a status is; a state never returns to an earlier one. */
const ORDER: Readonly<Record<Phase, number>> = { upcoming: 0, unknown: 1, playing: 1, over: 2 };

const laterStatus = (known: MatchStatus, update: MatchStatus): MatchStatus => {
  if (known === 'ended' && update === 'live') return known;
  return ORDER[phaseOf(update)] >= ORDER[phaseOf(known)] ? update : known;
};

/** A row of the live list may lack its status: then points say that the match is on. */
const statusOf = (update: LivePoints, known: MatchStatus): MatchStatus =>
  update.status ?? (update.sets.length > 0 ? 'live' : known);

/** The state of a match as first seen on the match itself. */
export const stateOf = (match: Match): MatchState => ({
  matchId: match.id,
  status: match.status,
  sets: [],
  official: match.score,
  confirmed: phaseOf(match.status) === 'over',
  winner: match.winner,
  minutes: match.duration,
});

/** The state after the match itself was read. A score once known is not lost to an empty one. */
export const withMatch = (state: MatchState, match: Match): MatchState => ({
  ...state,
  status: laterStatus(state.status, match.status),
  official: match.score ?? state.official,
  confirmed: state.confirmed || phaseOf(match.status) === 'over',
  winner: match.winner ?? state.winner,
  minutes: match.duration ?? state.minutes,
});

/**
 * The state after an update of the live feed, `minutes` into the match. Points that the update
 * lacks are kept: its last message may carry fewer than were seen (padel-facts, "The live feed").
 */
export const withPoints = (
  state: MatchState,
  update: LivePoints,
  minutes: number | null,
): MatchState => {
  const numbers = new Set([...state.sets, ...update.sets].map((set) => set.number));
  const sets = [...numbers]
    .sort((a, b) => a - b)
    .map((number) =>
      mergeSets(
        state.sets.find((set) => set.number === number),
        update.sets.find((set) => set.number === number),
        number,
      ),
    );
  const completed = sets.map((set, index) => {
    const hasNext = index + 1 < sets.length;
    const score = set.score ?? (hasNext ? completedScore(set) : null);
    if (score === null) return set;
    return { ...set, score, endedAfter: set.endedAfter ?? minutes };
  });
  return {
    ...state,
    status: laterStatus(state.status, statusOf(update, state.status)),
    sets: completed,
    minutes: minutes ?? state.minutes,
  };
};

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

/** Games of a set as far as they are known: its score, else the games before the last one seen. */
export const gamesOf = (set: LiveSet): SetScore =>
  set.score ?? { ...(set.games.at(-1)?.before ?? { team_1: 0, team_2: 0 }), tieBreak: null };

const gamesIn = (score: readonly SetScore[]): number =>
  score.reduce((sum, set) => sum + set.team_1 + set.team_2, 0);

/**
 * The score to show, a set in progress included. Once confirmed, the official one; before, whichever
 * has more games, since the match itself trails its points.
 */
export const scoreOf = (state: MatchState): readonly SetScore[] => {
  const fromPoints = state.sets.map(gamesOf);
  if (state.official === null) return fromPoints;
  if (state.confirmed) return state.official;
  return gamesIn(fromPoints) >= gamesIn(state.official) ? fromPoints : state.official;
};

/** Whether play has begun, as far as status and points tell. */
export const hasBegun = (state: MatchState): boolean => {
  const phase = phaseOf(state.status);
  return phase === 'playing' || phase === 'over' || scoreOf(state).length > 0;
};

/** The game in progress; null between matches, sets, and where no points are covered. */
export const currentGame = (state: MatchState): LiveGame | null => {
  const set = state.sets.at(-1);
  if (phaseOf(state.status) === 'over' || set?.score !== null) return null;
  return set.games.at(-1) ?? null;
};

/**
 * Who won; null as long as that is not certain. A winner named by the service stands even against
 * the score (a retirement may be won from behind).
 */
export const winnerOf = (state: MatchState): Team | null => {
  if (phaseOf(state.status) !== 'over') return null;
  return state.winner ?? winnerOfSets(scoreOf(state));
};

/** The service named a winner whom the score contradicts: shown as the winner, and worth a log. */
export const winnerContradictsScore = (state: MatchState): boolean =>
  state.status === 'finished' &&
  state.winner !== null &&
  winnerOfSets(scoreOf(state)) !== null &&
  winnerOfSets(scoreOf(state)) !== state.winner;
