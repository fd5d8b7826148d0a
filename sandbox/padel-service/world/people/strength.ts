import type { Day } from '../schedule/days.ts';
import type { Pair, Player } from '../model.ts';
import { randomFrom } from '../random.ts';

/** How far form carries a player above and below the own talent, on the Elo scale. */
const SWING = { least: 4, most: 26 } as const;

/** How long form takes from one height to the next, days: slow enough to be learnt from results. */
const PERIOD = { least: 540, most: 1100 } as const;

const between = (low: number, high: number, share: number): number => low + (high - low) * share;

/**
 * The true strength of pairs over time: the mean of two players' talents, each of which rises and
 * falls slowly. It is never shown; ratings only learn it from results.
 * @returns a pair's strength on a day, on the Elo scale
 */
export const createStrengths = (
  seed: number,
  people: readonly Player[],
): ((pair: Pair, day: Day) => number) => {
  const forms = new Map(
    people.map(({ id }) => {
      const random = randomFrom(seed, 'form', id);
      const swing = between(SWING.least, SWING.most, random());
      const period = between(PERIOD.least, PERIOD.most, random());
      return [id, { swing, period, phase: random() }] as const;
    }),
  );

  const strengthOf = ({ id, talent }: Player, day: Day): number => {
    const form = forms.get(id);
    if (form === undefined) return talent;
    return talent + form.swing * Math.sin(2 * Math.PI * (day / form.period + form.phase));
  };
  return ([one, two], day) => (strengthOf(one, day) + strengthOf(two, day)) / 2;
};
