import { phaseOf, type Match } from './match.ts';

/** With fewer matches there is nothing to pick from. */
const LEAST = 3;

/**
 * The upcoming match with the highest watchability. Null unless at least three upcoming matches,
 * and more than half of them, have a figure.
 */
export const matchOfTheDay = (matches: readonly Match[]): Match | null => {
  const ahead = matches.filter(({ status }) => phaseOf(status) === 'upcoming');
  const rated = ahead.flatMap((match) =>
    match.watchability === undefined ? [] : [{ match, promise: match.watchability }],
  );
  if (rated.length < LEAST || rated.length * 2 <= ahead.length) return null;
  // On equal figures the first wins, in display order.
  const best = rated.reduce((first, next) => (next.promise > first.promise ? next : first));
  return best.match;
};
