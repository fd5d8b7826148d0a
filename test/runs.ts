/**
 * How often a property is tested: `here` times in `npm test`, and `times` as often in
 * `npm run check -- reliability`.
 */
const isThorough = process.env['MODE'] === 'reliability';

export const runs = (here: number, times = 20): number => here * (isThorough ? times : 1);

/** The same input in each run, so that a change is red for what it changes; `npm run check -- reliability` draws another. */
export const seeded = (seed: number): { readonly seed?: number } => (isThorough ? {} : { seed });
