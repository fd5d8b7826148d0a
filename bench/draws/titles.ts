import { drawOf } from '#src/domain/tournament/draw.ts';
import { drawOdds } from '#src/domain/tournament/odds.ts';
import { CATEGORIES, type Category } from '#src/domain/terms.ts';
import { WALKOVERS } from '#sandbox/padel-service/world/draws/contest.ts';
import type { Match, Pair } from '#sandbox/padel-service/world/model.ts';
import { edgeOf } from '#sandbox/padel-service/world/people/edge.ts';
import { createStrengths } from '#sandbox/padel-service/world/people/strength.ts';
import { openHistory } from '#sandbox/padel-service/world/records/history.ts';
import type { Day } from '#sandbox/padel-service/world/schedule/days.ts';
import { openWorld, type Knowledge } from '#sandbox/padel-service/world/world.ts';
import { chanceOfContest } from '../elo/oracle.ts';
import { readFrom, recordsIn, servedStrengths } from './shown.ts';

export const FORECASTERS = ['Bandeja', 'oracle', 'uniform'] as const;

export type Forecaster = (typeof FORECASTERS)[number];

/** The chances of the pairs of a draw to win the title, 0 to 1, by their players' ids. */
type Titles = ReadonlyMap<string, number>;

/** A draw before its first match, and who has won it. */
export interface Draw {
  readonly champion: string;
  readonly titles: Readonly<Record<Forecaster, Titles>>;
}

const keyOf = (pair: Pair): string =>
  pair
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join('-');

type Winners = ReadonlyMap<Pair, number>;

/** The same sums as `drawOdds`, over the matches of the world and with the true chance of each meeting. */
const trueTitles = (
  matches: readonly Match[],
  chanceOf: (one: Pair, other: Pair) => number,
): Titles => {
  const first = Math.max(...matches.map(({ round }) => round));
  const meet = (ones: Winners, others: Winners): Winners => {
    if (others.size === 0) return ones;
    const won = new Map([...ones.keys(), ...others.keys()].map((pair) => [pair, 0]));
    for (const [one, here] of ones)
      for (const [other, there] of others) {
        const chance = chanceOf(one, other);
        won.set(one, (won.get(one) ?? 0) + here * there * chance);
        won.set(other, (won.get(other) ?? 0) + here * there * (1 - chance));
      }
    return won;
  };
  const asWinners = (pair: Pair | null): Winners => new Map(pair === null ? [] : [[pair, 1]]);
  let left = matches
    .filter(({ round }) => round === first)
    .toSorted((a, b) => a.index - b.index)
    .map(({ teams }) => meet(asWinners(teams.team_1), asWinners(teams.team_2)));
  while (left.length > 1)
    left = Array.from({ length: left.length / 2 }, (_, at) =>
      meet(left[2 * at] ?? new Map(), left[2 * at + 1] ?? new Map()),
    );
  return new Map([...(left[0] ?? [])].map(([pair, chance]) => [keyOf(pair), chance]));
};

/** The chances that the bot shows. */
const shownTitles = (known: Knowledge, tournament: number, category: Category): Titles => {
  const matches = readFrom(recordsIn(known, tournament));
  const draw = drawOf(matches, category);
  const odds = draw && drawOdds(draw, servedStrengths(known, matches));
  return new Map(odds?.contenders.map(({ contender, wins }) => [contender.key, wins.get(1) ?? 0]));
};

/**
 * The draws of the last tournaments of a world before its first day: true strengths decide their matches,
 * which the ratings only learn.
 * @param anchor that day
 * @returns those of each tournament
 */
export const drawsOf = (seed: number, anchor: Day, tournaments: number): readonly Draw[][] => {
  const history = openHistory(seed, anchor);
  const strengthOf = createStrengths(seed, history.people);
  const played = Map.groupBy(
    history.matchesUntil(anchor).filter(({ tournament }) => tournament.end < anchor),
    ({ tournament }) => tournament,
  );
  const world = openWorld(seed, anchor, { profile: 'today', history });

  return [...played].slice(-tournaments).map(([{ id, start, rule }, both]) =>
    CATEGORIES.map((category): Draw => {
      const matches = both.filter((match) => match.category === category);
      const chanceOf = (one: Pair, other: Pair): number => {
        const conditions = { category, rule };
        const edge = edgeOf(strengthOf(one, start) - strengthOf(other, start), conditions);
        return (1 - WALKOVERS) * chanceOfContest(edge, conditions) + WALKOVERS / 2;
      };
      const oracle = trueTitles(matches, chanceOf);
      const begins = Math.min(
        ...matches.flatMap(({ outcome, started, closed }) =>
          outcome === 'bye' ? [] : [started ?? closed],
        ),
      );
      const [final] = matches.filter(({ round }) => round === 1);
      const champion = final?.teams[final.winner];
      if (!champion) throw new Error(`nobody has won tournament ${id} of seed ${seed}`);
      return {
        champion: keyOf(champion),
        titles: {
          Bandeja: shownTitles(world.at(begins - 1), id, category),
          oracle,
          uniform: new Map([...oracle.keys()].map((key) => [key, 1 / oracle.size])),
        },
      };
    }),
  );
};
