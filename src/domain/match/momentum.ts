import { isBreak, type PlayedGame, type PlayedSet } from './played-games.ts';
import { plusOne } from './play.ts';
import type { SetScore } from './score.ts';
import { byTeam, NONE, opponentOf, sumOf, type ByTeam, type Team } from '../terms.ts';

interface Moment {
  readonly played: number;
}

export interface Momentum {
  /** Points won by team 1 minus those won by team 2, from the first point on. */
  readonly leads: readonly (Moment & { readonly lead: number })[];
  /** Points with a known winner; where the feed skipped points, their order is unknown. */
  readonly points: readonly (Moment & { readonly winner: Team })[];
  /** Ends of games, with the games of the set by then; `isBreak` only where the server is known. */
  readonly games: readonly (Moment & {
    readonly winner: Team;
    readonly isBreak: boolean;
    readonly score: ByTeam<number>;
  })[];
  /** Ends of sets; the score is null while a set is in progress. */
  readonly sets: readonly (Moment & { readonly number: number; readonly score: SetScore | null })[];
  readonly won: ByTeam<number>;
  /** Games won against the serve; null unless the server of every game is known. */
  readonly breaks: Breaks | null;
}

interface Breaks {
  readonly won: ByTeam<number>;
  readonly chances: ByTeam<number>;
}

const plus = (a: ByTeam<number>, b: ByTeam<number>): ByTeam<number> =>
  byTeam((team) => a[team] + b[team]);

/** Points of a game at its end: the last entry plus what the winner still needed. A game without points stays empty. */
export const finalTally = (game: PlayedGame, setScore: SetScore | null): ByTeam<number> => {
  const last = game.tallies.at(-1)?.won ?? NONE;
  if (game.winner === null || game.tallies.length === 0) return last;
  const loser = opponentOf(game.winner);
  const lost = Math.max(last[loser], game.tieBreak ? (setScore?.tieBreak ?? 0) : 0);
  const clear = game.deciding ? lost + 1 : lost + 2;
  const won = Math.max(last[game.winner] + 1, clear, game.tieBreak ? 7 : 4);
  return game.winner === 'team_1' ? { team_1: won, team_2: lost } : { team_1: lost, team_2: won };
};

/** The points between two counts, if one team won them all. */
const wonBetween = (from: ByTeam<number>, to: ByTeam<number>): Momentum['points'] => {
  const gained = byTeam((team) => Math.max(0, to[team] - from[team]));
  if (gained.team_1 > 0 && gained.team_2 > 0) return [];
  const winner: Team = gained.team_1 > 0 ? 'team_1' : 'team_2';
  return Array.from({ length: gained[winner] }, (_, index) => ({
    played: sumOf(from) + index + 1,
    winner,
  }));
};

export const momentumOf = (sets: readonly PlayedSet[]): Momentum => {
  const leads: { played: number; lead: number }[] = [{ played: 0, lead: 0 }];
  const points: { played: number; winner: Team }[] = [];
  const games: Momentum['games'][number][] = [];
  const ends: { played: number; number: number; score: SetScore | null }[] = [];
  let won = NONE;
  let at = NONE;

  const goTo = (count: ByTeam<number>): void => {
    if (sumOf(count) <= sumOf(at)) return;
    points.push(...wonBetween(at, count));
    leads.push({ played: sumOf(count), lead: count.team_1 - count.team_2 });
    at = count;
  };

  for (const { number, score, games: played } of sets) {
    for (const game of played) {
      for (const tally of game.tallies) goTo(plus(won, tally.won));
      won = plus(won, finalTally(game, score));
      goTo(won);
      const { winner } = game;
      if (winner !== null)
        games.push({
          ...{ played: sumOf(won), winner, isBreak: isBreak(game) === true },
          score: plusOne(game.before, winner),
        });
    }
    if (played.length > 0) ends.push({ played: sumOf(won), number, score });
  }
  return { leads, points, games, sets: ends, won, breaks: breaksIn(sets) };
};

const breaksIn = (sets: readonly PlayedSet[]): Breaks | null => {
  const served = sets.flatMap(({ games }) => games).filter(({ tieBreak }) => !tieBreak);
  if (served.length === 0 || served.some(({ server }) => server === null)) return null;
  const received = (team: Team) => served.filter(({ server }) => server !== team);
  return {
    won: byTeam((team) => received(team).filter(isBreak).length),
    chances: byTeam((team) => received(team).reduce((all, game) => all + game.breakPoints, 0)),
  };
};

interface Run {
  /** Points won in a row. */
  readonly length: number;
  /** The points played when it ended. */
  readonly played: number;
}

/** Each team's longest run of points, where their order is known. */
export const longestRuns = ({ points }: Momentum): ByTeam<Run> => {
  const longest = { team_1: NO_RUN, team_2: NO_RUN };
  let length = 0;
  for (const [index, { winner, played }] of points.entries()) {
    const before = points[index - 1];
    const goesOn = before?.winner === winner && before.played + 1 === played;
    length = goesOn ? length + 1 : 1;
    // Of two as long the later one counts more.
    if (length >= longest[winner].length) longest[winner] = { length, played };
  }
  return longest;
};

const NO_RUN: Run = { length: 0, played: 0 };

export const largestLeads = ({ leads }: Momentum): ByTeam<number> => ({
  team_1: Math.max(0, ...leads.map(({ lead }) => lead)),
  team_2: Math.max(0, ...leads.map(({ lead }) => -lead)),
});

/** The share of the points after which each team led. */
export const shareLed = ({ leads }: Momentum): ByTeam<number> => {
  const all = leads.at(-1)?.played ?? 0;
  return byTeam((team) => {
    const led = leads.map(({ played, lead }, index) =>
      (team === 'team_1' ? lead : -lead) > 0 ? played - (leads[index - 1]?.played ?? 0) : 0,
    );
    return all === 0 ? 0 : led.reduce((sum, each) => sum + each, 0) / all;
  });
};
