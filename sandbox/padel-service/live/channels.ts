import type { Match } from '../world/model.ts';
import { chance, randomFrom, wholeBetween } from '../world/random.ts';

/** How often the channel of a match gets another name while it is played; only long ones do. */
const MOVES = 0.25;

/** Points before a change at least, and after it: it never falls into the updates of the end. */
const POINTS = { before: 12, after: 10 } as const;

const nameOf = (match: Match, number: number): string => {
  const random = randomFrom(match.seed, 'channel', number);
  const digits = Array.from({ length: 12 }, () => wholeBetween(random, 0, 15).toString(16));
  return `live-${digits.join('')}`;
};

/** After how many points the channel of a match has another name; Infinity when it never has. */
export const movesAfter = ({ seed, points }: Match): number => {
  const random = randomFrom(seed, 'channel moves');
  const last = points - POINTS.after;
  if (last <= POINTS.before || !chance(random, MOVES)) return Infinity;
  return wholeBetween(random, POINTS.before, last);
};

/** The name that a match's answers and updates show after so many points. */
export const channelShown = (match: Match, shown: number): string =>
  nameOf(match, shown < movesAfter(match) ? 1 : 2);

/** The channel on which an update is sent: the one that announces a new name is the last on the old. */
export const channelOfUpdate = (match: Match, shown: number): string =>
  nameOf(match, shown <= movesAfter(match) ? 1 : 2);
