import type { Category, Round } from '../../../../src/domain/terms.ts';
import type { Day } from './days.ts';
import { roundsOf } from '../draws/draw.ts';
import type { Contest, Tournament } from '../model.ts';

/** The last rounds have a day each: quarterfinals, semifinals, final. */
const SINGLE_DAYS = 3;

/** Shares out consecutive days in proportion to weights, at least one day each. */
const splitDays = (days: readonly Day[], weights: readonly number[]): Day[][] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let from = 0;
  let passed = 0;
  return weights.map((weight, index) => {
    passed += weight;
    const left = weights.length - index - 1;
    const ideal = Math.round((passed / total) * days.length);
    const to = Math.max(from + 1, Math.min(ideal, days.length - left));
    const own = days.slice(from, to);
    from = to;
    return own;
  });
};

/** On which days each round of a category is played. */
const daysOfRounds = (
  { start, end, draws }: Tournament,
  category: Category,
  played: readonly Contest[],
): ReadonlyMap<Round, readonly Day[]> => {
  const rounds = roundsOf(draws[category]);
  const early = rounds.slice(0, -SINGLE_DAYS);
  const single = rounds.slice(-SINGLE_DAYS);
  const earlyDays = Array.from({ length: end - start + 1 - single.length }, (_, i) => start + i);
  const weights = early.map((round) => played.filter((each) => each.round === round).length);
  const shares = splitDays(earlyDays, weights);
  return new Map<Round, readonly Day[]>([
    ...early.map((round, index) => [round, shares[index] ?? []] as const),
    ...single.map((round, index) => [round, [end - single.length + 1 + index]] as const),
  ]);
};

/** The matches of each day in the order in which they are put on court. */
export const programmeOf = (
  tournament: Tournament,
  contests: readonly Contest[],
): ReadonlyMap<Day, readonly Contest[]> => {
  const played = contests.filter(({ outcome }) => outcome !== 'bye');
  const placed = (['women', 'men'] as const).flatMap((category) => {
    const own = played.filter((each) => each.category === category);
    const daysOfRound = daysOfRounds(tournament, category, own);
    return [...daysOfRound].flatMap(([round, days]) => {
      const inRound = own.filter((each) => each.round === round);
      return inRound.map((each, position) => ({
        contest: each,
        position,
        day: days[Math.floor((position * days.length) / inRound.length)] ?? tournament.end,
      }));
    });
  });
  // Women and men take turns: by position, women first.
  const ordered = placed.sort((a, b) => a.day - b.day || a.position - b.position);
  return new Map(
    [...Map.groupBy(ordered, ({ day }) => day)].map(([day, list]) => [
      day,
      list.map(({ contest }) => contest),
    ]),
  );
};
