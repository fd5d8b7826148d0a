import {
  afterPoint,
  isTieBreak,
  newPlay,
  pointsLabel,
  type DeuceRule,
  type Play,
} from '../../../src/domain/match/play.ts';
import type { SetScore } from '../../../src/domain/match/score.ts';
import type { ByTeam } from '../../../src/domain/terms.ts';
import type { Course } from '../world/course.ts';
import { chance, pickFrom, randomFrom } from '../world/random.ts';

/** A game of the feed; `game_score` is the set's score before it (specification, MatchLive). */
export interface LiveGame {
  readonly game_number: number;
  readonly game_score: string;
  readonly points: readonly string[];
}

/** A set of the feed; `set_score` is null while it is in progress. */
export interface LiveSet<G = LiveGame> {
  readonly set_number: number;
  readonly set_score: string | null;
  readonly games: readonly G[];
}

/** A game of the feed, and which points of the match are its own. */
export interface PlayedGame extends LiveGame {
  /** Index of its first point. */
  readonly first: number;
  readonly isTieBreak: boolean;
}

/** How one match's feed writes things; deployments and scorers differ (padel-facts). */
export interface FeedStyle {
  readonly startsAtLove: boolean;
  readonly gameScoreDash: ' - ' | '-';
  readonly tieBreak: keyof typeof TIE_BREAK_FORMS;
  /** Indexes of points that never become an entry, and of those entered twice. */
  readonly missing: ReadonlySet<number>;
  readonly repeated: ReadonlySet<number>;
}

const plainSet = ({ team_1, team_2 }: SetScore): string => `${team_1}-${team_2}`;

/** The ways in which the set score of a tie-break has been seen: 7-6, 7-6(4), 7-64 (or 64-7). */
const TIE_BREAK_FORMS = {
  plain: plainSet,
  brackets: (set: SetScore) => `${plainSet(set)}(${set.tieBreak ?? 0})`,
  joined: ({ team_1, team_2, tieBreak }: SetScore) =>
    team_1 > team_2 ? `${team_1}-${team_2}${tieBreak ?? 0}` : `${team_1}${tieBreak ?? 0}-${team_2}`,
} as const;

const ODDS = { missing: 0.008, repeated: 0.008 } as const;

/** The style of a match's feed, from its seed. */
export const feedStyle = (seed: string, points: number): FeedStyle => {
  const random = randomFrom(seed, 'style');
  const some = (odds: number): ReadonlySet<number> =>
    new Set(Array.from({ length: points }, (_, index) => index).filter(() => chance(random, odds)));
  return {
    startsAtLove: chance(random, 0.5),
    gameScoreDash: chance(random, 0.8) ? ' - ' : '-',
    tieBreak: pickFrom(random, ['plain', 'brackets', 'joined'] as const),
    missing: some(ODDS.missing),
    repeated: some(ODDS.repeated),
  };
};

interface OpenGame extends PlayedGame {
  readonly points: string[];
}

interface OpenSet {
  readonly set_number: number;
  set_score: string | null;
  readonly games: OpenGame[];
}

const newGame = (
  number: number,
  games: ByTeam<number>,
  first: number,
  style: FeedStyle,
): OpenGame => ({
  game_number: number,
  game_score: `${games.team_1}${style.gameScoreDash}${games.team_2}`,
  points: style.startsAtLove ? ['0:0'] : [],
  first,
  isTieBreak: isTieBreak(games),
});

const newSet = (number: number, first: number, style: FeedStyle): OpenSet => ({
  set_number: number,
  set_score: null,
  games: [newGame(1, { team_1: 0, team_2: 0 }, first, style)],
});

const entriesOf = (play: Play, index: number, style: FeedStyle): string[] => {
  const label = pointsLabel(play);
  if (style.missing.has(index)) return [];
  return style.repeated.has(index) ? [label, label] : [label];
};

const setScoreOf = (set: SetScore, style: FeedStyle): string =>
  set.tieBreak === null ? plainSet(set) : TIE_BREAK_FORMS[style.tieBreak](set);

/** The sets of the feed after the first `shown` points. The point that wins a game is no entry. */
export const playedSets = (
  course: Course,
  rule: DeuceRule,
  shown: number,
  style: FeedStyle,
): readonly LiveSet<PlayedGame>[] => {
  let set = newSet(1, 0, style);
  const sets = [set];
  let play = newPlay();
  course.winners.slice(0, shown).forEach((winner, index) => {
    const after = afterPoint(play, winner, rule);
    const finished = after.sets.length > play.sets.length ? after.sets.at(-1) : undefined;
    if (finished) {
      set.set_score = setScoreOf(finished, style);
      if (after.winner === null) {
        set = newSet(sets.length + 1, index + 1, style);
        sets.push(set);
      }
    } else if (after.games === play.games) {
      set.games.at(-1)?.points.push(...entriesOf(after, index, style));
    } else {
      set.games.push(newGame(set.games.length + 1, after.games, index + 1, style));
    }
    play = after;
  });
  return sets;
};

/** The sets as the specification has them. */
export const liveSets = (...input: Parameters<typeof playedSets>): readonly LiveSet[] =>
  playedSets(...input).map((set) => ({
    ...set,
    games: set.games.map(({ first, isTieBreak: _, ...game }) => game),
  }));
