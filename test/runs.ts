/** How often a property is tried: rarely in `npm test`, and so many times as often in `npm run reliability`. */
const TIMES = process.env['MODE'] === 'reliability' ? 20 : 1;

export const runs = (here: number): number => here * TIMES;
