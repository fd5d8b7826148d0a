import type { Tournament } from '../people/people.ts';
import { probabilityCurve } from './curve.ts';
import { talliesOf } from '../match/game-history.ts';
import type { LiveGame } from '../match/live-points.ts';
import type { Match } from '../match/match.ts';
import { setScoresOf } from '../match/reading.ts';
import { isCompleteSet, sameGames, winnerOfSets, type SetScore } from '../match/score.ts';
import type { TrackedMatch, TrackedSet, MatchState } from '../match/state.ts';

/** Everything before game `game` of set `set`, and `points` points of it. The end of set 1 is the start of set 2. */
export interface Bookmark {
  readonly set: number;
  readonly game: number;
  readonly points: number;
}

export const START: Bookmark = { set: 1, game: 1, points: 0 };

export const STEPS = ['game', 'set', 'moment'] as const;

/** What to reveal next: the rest of a game or of a set, or everything up to a point that decides much. */
export type Step = (typeof STEPS)[number];

/** A match as known at a bookmark, built from what came before, never by leaving out: what is not named betrays nothing. */
export const matchUntil = ({ match, state, chances, tournament }: TrackedMatch, at: Bookmark) =>
  ({
    match: beforePlay(match),
    state: stateUntil(state, at),
    rev: 0,
    changedAt: 0,
    delayedSince: null,
    chances,
    tournament: tournament === null ? null : beforeEnd(tournament),
  }) satisfies TrackedMatch;

const STATUS = 'live';

const beforePlay = (match: Match): Match => ({
  id: match.id,
  tournamentId: match.tournamentId,
  category: match.category,
  round: match.round,
  roundName: match.roundName,
  slot: match.slot,
  playedOn: match.playedOn,
  court: match.court,
  teams: match.teams,
  ...(match.seeds === undefined ? {} : { seeds: match.seeds }),
  ...(match.draw === undefined ? {} : { draw: match.draw }),
  ...(match.tie === undefined ? {} : { tie: match.tie }),
  startedAt: null,
  duration: null,
  scheduleLabel: null,
  courtOrder: null,
  status: STATUS,
  score: null,
  winner: null,
  withheld: [],
});

const beforeEnd = ({ id, name, country, level }: Tournament): Tournament => ({
  id,
  name,
  country,
  level,
  location: null,
  status: STATUS,
  startDate: null,
  endDate: null,
});

const stateUntil = (state: MatchState, { set, game, points }: Bookmark): MatchState => {
  const hasBegun = game > 1 || points > 0;
  const sets = setScoresOf(state)
    .slice(0, hasBegun ? set : set - 1)
    .map((score, index): TrackedSet => {
      const number = index + 1;
      const games = state.sets[index]?.games ?? [];
      const isOver = number < set;
      return {
        number,
        score: isOver ? setScore(score, state.sets[index]) : null,
        games: isOver ? games : games.flatMap((each) => gameUntil(each, game, points)),
        endedAfter: null,
      };
    });
  return {
    matchId: state.matchId,
    status: STATUS,
    sets,
    official: null,
    confirmed: false,
    scoreUnseen: false,
    winner: null,
    minutes: null,
    watchedSince: null,
    watchedUntil: null,
    duration: null,
  };
};

/** As the points tell it, as long as they are right: the record may say more, but only in the end. */
const setScore = (known: SetScore, set: TrackedSet | undefined): SetScore | null => {
  const told = set?.score ?? known;
  const score = sameGames(told, known) ? told : known;
  return isCompleteSet(score) ? score : null;
};

/** A game that is over, or its first points; the games before it are its start. */
const gameUntil = (game: LiveGame, last: number, count: number): readonly LiveGame[] => {
  if (game.number !== last) return game.number < last ? [game] : [];
  const { number, before } = game;
  if (count === 0) return [{ number, before, points: [] }];
  const played = talliesOf(game).filter(({ won }) => won.team_1 + won.team_2 <= count);
  return [{ ...game, points: played.map(({ point }) => point) }];
};

/** Everywhere that a match can be followed to, in order: each point, and each end of a game and set. */
const bookmarksIn = (state: MatchState): readonly Bookmark[] => {
  const scores = setScoresOf(state);
  const decidedAt = scores.findIndex((_, at) => winnerOfSets(scores.slice(0, at + 1)) !== null);
  const played = decidedAt === -1 ? scores : scores.slice(0, decidedAt + 1);
  return played.flatMap((score, index): readonly Bookmark[] => {
    const set = index + 1;
    const isOver = isCompleteSet(score) || set < played.length;
    return [
      ...(state.sets[index]?.games ?? []).flatMap((game) => [
        { set, game: game.number, points: 0 },
        ...talliesOf(game).map(({ won: { team_1, team_2 } }) => ({
          set,
          game: game.number,
          points: team_1 + team_2,
        })),
      ]),
      ...(isOver ? [{ set: set + 1, game: 1, points: 0 }] : []),
    ];
  });
};

const isAfter = (one: Bookmark, other: Bookmark): boolean =>
  one.set - other.set > 0 ||
  (one.set === other.set &&
    (one.game > other.game || (one.game === other.game && one.points > other.points)));

/** The bookmark itself, or the last one before it that a match has reached. */
export const reachedBookmark = ({ state }: TrackedMatch, at: Bookmark): Bookmark =>
  bookmarksIn(state).findLast((each) => !isAfter(each, at)) ?? START;

const isStartOfSet = ({ game, points }: Bookmark): boolean => game === 1 && points === 0;

/** Where the chances before a match are not known, the score alone says what is big. */
const EVEN = { team_1: 0.5, team_2: 0.5 };

/** Without the servers a score's leverage follows from the scores before it alone. */
const withoutServers = (state: MatchState): MatchState => ({
  ...state,
  sets: state.sets.map((set) => ({
    ...set,
    games: set.games.map(({ number, before, points }) => ({ number, before, points })),
  })),
});

/** The leverage of a point from which a moment is big. */
const BIG = 0.15;

/** The first point of each game of a set at which much is at stake. */
const bigMomentsIn = (held: TrackedMatch, set: number): readonly Bookmark[] => {
  const until = matchUntil(held, { set: set + 1, game: 1, points: 0 });
  const curve = probabilityCurve({
    ...until,
    state: withoutServers(until.state),
    chances: held.chances ?? EVEN,
  });
  if (curve.kind === 'none') return [];
  const big = curve.moments.filter(
    ({ play, leverage }) => leverage >= BIG && play.sets.length === set - 1,
  );
  return (until.state.sets[set - 1]?.games ?? []).flatMap(({ number, before }) => {
    const first = big.find(({ play }) => sameGames(play.games, before));
    if (first === undefined) return [];
    const { team_1, team_2 } = first.play.points;
    return [{ set, game: number, points: team_1 + team_2 }];
  });
};

/** Null at the end of what is known. Without another big moment in a set, the next one is its end. */
export const nextBookmark = (held: TrackedMatch, from: Bookmark, step: Step): Bookmark | null => {
  const ahead = bookmarksIn(held.state).filter((each) => isAfter(each, from));
  if (step === 'game') return ahead.find(({ points }) => points === 0) ?? null;
  if (step === 'set') return ahead.find(isStartOfSet) ?? null;
  return (
    bigMomentsIn(held, from.set).find((each) => isAfter(each, from)) ??
    ahead.find(isStartOfSet) ??
    null
  );
};
