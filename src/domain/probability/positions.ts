import { setScoresOf } from '../match/reading.ts';
import { finalTally } from '../match/momentum.ts';
import { isInProgress, newPlay, type DeuceRule, type Play } from '../match/play.ts';
import { playedSets, type PlayedGame } from '../match/played-games.ts';
import {
  gamesIn,
  isCompleteSet,
  isMatchTieBreak,
  sameGames,
  winnerOfSets,
  type SetScore,
} from '../match/score.ts';
import { afterChanges } from '../match/serving.ts';
import type { MatchState } from '../match/state.ts';
import { byTeam, NONE, sumOf, TEAMS, type ByTeam, type Team } from '../terms.ts';

export interface Position {
  readonly play: Play;
  /** Points played by then, as the momentum chart counts them. */
  readonly played: number;
}

/** The scores that a match is known to have reached, in order, from 0-0 on. */
export interface Positions {
  readonly list: readonly Position[];
  /** Who served the first game; null where the feed does not say, or contradicts itself. */
  readonly firstServer: Team | null;
}

const isReached = (from: ByTeam<number>, to: ByTeam<number>): boolean =>
  TEAMS.every((team) => from[team] <= to[team]);

/** An entry that a later one contradicts is dropped; of a game with more points than the rules allow none is believed. */
const talliesOf = (
  { tallies, tieBreak }: PlayedGame,
  rule: DeuceRule,
): readonly ByTeam<number>[] => {
  if (!tallies.every(({ won }) => isInProgress(won, tieBreak, rule))) return [];
  const kept: ByTeam<number>[] = [];
  for (const { won } of tallies.toReversed()) {
    const next = kept[0];
    if (next === undefined || isReached(won, next)) kept.unshift(won);
  }
  return kept;
};

/** Whether a set is none of games up to 7: a match tie-break, whose points have no chances here. */
const isUncounted = (set: SetScore): boolean =>
  isMatchTieBreak(set) || (!isCompleteSet(set) && Math.max(set.team_1, set.team_2) > 6);

/**
 * From the points, and from the score where that is ahead. Null if a set has begun although the one before has no end, the
 * match goes on after its end, or a set is none of games.
 */
export const positionsOf = (state: MatchState, rule: DeuceRule): Positions | null => {
  const sets = playedSets(state, rule);
  const list: Position[] = [{ play: newPlay(), played: 0 }];
  const firstServers = new Set<Team>();
  let done: readonly SetScore[] = [];
  let counted = NONE;

  const add = (play: Partial<Play>, played: number): void => {
    const next = { ...newPlay(), sets: done, ...play };
    const last = list.at(-1)?.play ?? newPlay();
    const isSame =
      last.sets.length === next.sets.length &&
      sameGames(last.games, next.games) &&
      sameGames(last.points, next.points);
    if (!isSame) list.push({ play: next, played });
  };

  for (const [index, score] of setScoresOf(state).entries()) {
    if (done.length < index || winnerOfSets(done) !== null || isUncounted(score)) return null;
    const set = sets[index];
    let reached = NONE;
    for (const game of set?.games ?? []) {
      reached = game.before;
      add({ games: reached }, sumOf(counted));
      for (const points of talliesOf(game, rule)) {
        add({ games: reached, points }, sumOf(counted) + sumOf(points));
      }
      const final = finalTally(game, set?.score ?? null);
      counted = byTeam((team) => counted[team] + final[team]);
      if (game.server !== null) {
        firstServers.add(afterChanges(game.server, gamesIn(done) + sumOf(game.before)));
      }
    }
    if (isCompleteSet(score)) {
      done = [...done, score];
      add({ winner: winnerOfSets(done) }, sumOf(counted));
    } else if (sumOf(score) > sumOf(reached)) {
      add({ games: byTeam((team) => score[team]) }, sumOf(counted));
    }
  }
  const [firstServer = null, other] = firstServers;
  return { list, firstServer: other === undefined ? firstServer : null };
};
