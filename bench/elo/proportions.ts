import { winnerOfSet, type SetScore } from '#src/domain/match/score.ts';
import { betterRankedWins } from './verdict.ts';
import type { Forecast } from './forecasts.ts';

/** A proportion of the world beside the real one (measured on a half-season of 1,030 matches). */
export interface Proportion {
  readonly name: string;
  readonly seen: number;
  readonly real: number;
}

const share = <T>(list: readonly T[], is: (entry: T) => boolean): number =>
  list.filter(is).length / list.length;

const is = (high: number, low: number) => (set: SetScore) =>
  Math.max(set.team_1, set.team_2) === high && Math.min(set.team_1, set.team_2) === low;

const SETS = [
  { high: 6, low: 0, real: 0.051 },
  { high: 6, low: 1, real: 0.116 },
  { high: 6, low: 2, real: 0.175 },
  { high: 6, low: 3, real: 0.23 },
  { high: 6, low: 4, real: 0.198 },
  { high: 7, low: 5, real: 0.091 },
  { high: 7, low: 6, real: 0.138 },
] as const;

/** Proportions of the world's matches, beside real ones. */
export const proportionsOf = (forecasts: readonly Forecast[]): Proportion[] => {
  const all = forecasts.map(({ match }) => match);
  const played = all.filter(({ outcome }) => outcome === 'played');
  const sets = played.flatMap((match) => match.sets);
  const squares = all.reduce((sum, { edge }) => sum + edge ** 2, 0);
  return [
    { name: 'straight sets', seen: share(played, (match) => match.sets.length === 2), real: 0.729 },
    {
      name: 'match after set one',
      seen: share(played, ({ sets: [first], winner }) => !!first && winnerOfSet(first) === winner),
      real: 0.862,
    },
    { name: 'better ranked wins', seen: betterRankedWins(forecasts), real: 0.825 },
    { name: 'known edges deviate by', seen: Math.sqrt(squares / all.length), real: 0.062 },
    { name: 'retired', seen: share(all, ({ outcome }) => outcome === 'retired'), real: 0.013 },
    ...SETS.map(({ high, low, real }) => ({
      name: `sets ${high}-${low}`,
      seen: share(sets, is(high, low)),
      real,
    })),
  ];
};
