import { phaseOf, type Match } from './match.ts';

/** Among fewer nothing stands out. */
const LEAST = 3;

/**
 * The match to come that promises the most, by the service's figure. Null where too few of them have
 * it to be compared: three at least, and more than half of all that are to come.
 */
export const matchOfTheDay = (matches: readonly Match[]): Match | null => {
  const ahead = matches.filter(({ status }) => phaseOf(status) === 'upcoming');
  const rated = ahead.flatMap((match) =>
    match.watchability === undefined ? [] : [{ match, promise: match.watchability }],
  );
  if (rated.length < LEAST || rated.length * 2 <= ahead.length) return null;
  // Of equal ones the first, in the order in which they are shown.
  const best = rated.reduce((first, next) => (next.promise > first.promise ? next : first));
  return best.match;
};
