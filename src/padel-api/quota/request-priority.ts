/**
 * The priority of a request: a user who waits for a response, live matches, the background sync of the
 * schedule, the refresh of a stale response, or the sync of all names. The first three each have a
 * reserved part of the minute.
 */
export type Lane = 'person' | 'live' | 'background' | 'refresh' | 'names';

/** The highest priority first. */
export const LANES = [
  'person',
  'live',
  'background',
  'refresh',
  'names',
] as const satisfies readonly Lane[];

/** Whether one priority waits for another. */
export const isBehind = (priority: Lane, other: Lane): boolean =>
  LANES.indexOf(priority) > LANES.indexOf(other);

export const isLane = (text: string): text is Lane => LANES.some((priority) => priority === text);
