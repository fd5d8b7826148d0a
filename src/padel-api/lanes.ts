/**
 * Who asks: a person who waits for an answer, the live matches, the background sync of the schedule,
 * a refresh of what was served as it is, or the long reading of all names. Whoever comes first here
 * goes first, but each of the first three keeps a part of the minute that the others cannot take.
 */
export type Lane = 'person' | 'live' | 'background' | 'refresh' | 'names';

/** Whoever stands first here goes first. */
export const LANES = [
  'person',
  'live',
  'background',
  'refresh',
  'names',
] as const satisfies readonly Lane[];

/** Whether one lane has to wait for another. */
export const isBehind = (lane: Lane, other: Lane): boolean =>
  LANES.indexOf(lane) > LANES.indexOf(other);

export const isLane = (word: string): word is Lane => LANES.some((lane) => lane === word);
