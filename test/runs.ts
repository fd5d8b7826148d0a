/**
 * How often a property is tested: `here` times in `npm test`, and `times` as often in
 * `npm run reliability`.
 */
const isThorough = process.env['MODE'] === 'reliability';

export const runs = (here: number, times = 20): number => here * (isThorough ? times : 1);
