import { drawOf } from '#src/domain/tournament/draw.ts';
import { drawOdds } from '#src/domain/tournament/odds.ts';
import { CATEGORIES, type Category } from '#src/domain/terms.ts';
import { WALKOVERS } from '#sandbox/padel-service/world/draws/contest.ts';
import type { Pair } from '#sandbox/padel-service/world/model.ts';
import { edgeOf } from '#sandbox/padel-service/world/people/edge.ts';
import { createStrengths } from '#sandbox/padel-service/world/people/strength.ts';
import { openHistory } from '#sandbox/padel-service/world/records/history.ts';
import type { Day } from '#sandbox/padel-service/world/schedule/days.ts';
import { openWorld, type Knowledge } from '#sandbox/padel-service/world/world.ts';
import { chanceOfContest } from '../elo/oracle.ts';
import { readFrom, recordsIn, servedStrengths } from './shown.ts';

/** What is said of the champion before the first match of the draw. */
interface Said {
  /** To win the title, 0 to 1. */
  readonly chance: number;
  /** How many pairs were likelier to win it. */
  readonly likelier: number;
}

export const FORECASTERS = ['Bandeja', 'oracle', 'uniform'] as const;

export type Forecaster = (typeof FORECASTERS)[number];

export type Draw = Readonly<Record<Forecaster, Said>>;

type Titles<T> = readonly (readonly [T, number])[];

const saidOf = <T>(titles: Titles<T>, champion: T): Said => {
  const chance = titles.find(([each]) => each === champion)?.[1] ?? 0;
  return { chance, likelier: titles.filter(([, each]) => each > chance).length };
};

/** The sums of `drawOdds`, written apart from it, over any chances of the meetings; null is a bye. */
const titlesIn = (
  field: readonly (Pair | null)[],
  chanceOf: (one: Pair, other: Pair) => number,
): Titles<Pair> => {
  const [only] = field;
  if (field.length < 2) return only ? [[only, 1]] : [];
  const upper = titlesIn(field.slice(0, field.length / 2), chanceOf);
  const lower = titlesIn(field.slice(field.length / 2), chanceOf);
  if (upper.length === 0 || lower.length === 0) return [...upper, ...lower];
  const against = (others: Titles<Pair>) => (one: Pair) =>
    others.reduce((sum, [other, there]) => sum + there * chanceOf(one, other), 0);
  return [
    ...upper.map(([pair, here]) => [pair, here * against(lower)(pair)] as const),
    ...lower.map(([pair, here]) => [pair, here * against(upper)(pair)] as const),
  ];
};

/** The chances that the bot shows, by the pairs' first players. */
const shownIn = (known: Knowledge, tournament: number, category: Category): Titles<number> => {
  const matches = readFrom(recordsIn(known, tournament));
  const draw = drawOf(matches, category);
  const odds = draw && drawOdds(draw, servedStrengths(known, matches));
  return (odds?.contenders ?? []).map(({ contender: { players }, wins }) => [
    players[0]?.id ?? 0,
    wins.get(1) ?? 0,
  ]);
};

/**
 * The draws of the last tournaments before a world's first day: true strengths decide their matches, which
 * the ratings only learn.
 * @returns both draws of each
 */
export const drawsOf = (seed: number, anchor: Day, tournaments: number): readonly Draw[][] => {
  const history = openHistory(seed, anchor);
  const strengthOf = createStrengths(seed, history.people);
  const world = openWorld(seed, anchor, { profile: 'today', history });
  const played = history.matchesUntil(anchor).filter(({ tournament }) => tournament.end < anchor);
  const byTournament = [...Map.groupBy(played, ({ tournament }) => tournament)];

  return byTournament.slice(-tournaments).map(([{ id, start, rule }, both]) =>
    CATEGORIES.map((category): Draw => {
      const matches = both.filter((match) => match.category === category);
      const first = Math.max(...matches.map(({ round }) => round));
      const field = matches
        .filter(({ round }) => round === first)
        .flatMap(({ teams }) => [teams.team_1, teams.team_2]);
      const titles = titlesIn(field, (one, other) => {
        const edge = edgeOf(strengthOf(one, start) - strengthOf(other, start), { category, rule });
        return (1 - WALKOVERS) * chanceOfContest(edge, { category, rule }) + WALKOVERS / 2;
      });
      const real = matches.filter(({ outcome }) => outcome !== 'bye');
      const begins = Math.min(...real.map(({ started, closed }) => started ?? closed));
      const final = real.find(({ round }) => round === 1);
      const champion = final?.teams[final.winner];
      if (!champion) throw new Error(`nobody has won tournament ${id} of seed ${seed}`);
      return {
        Bandeja: saidOf(shownIn(world.at(begins - 1), id, category), champion[0].id),
        oracle: saidOf(titles, champion),
        uniform: { chance: 1 / titles.length, likelier: 0 },
      };
    }),
  );
};
