/**
 * The priority of a request: a user who waits for a response, live matches, the background sync of the
 * schedule, the refresh of a stale response, or the sync of all names and videos. The first three each
 * have a reserved part of the minute.
 */
export type RequestPriority = 'person' | 'live' | 'background' | 'refresh' | 'names';

/** The highest priority first. */
export const REQUEST_PRIORITIES = [
  'person',
  'live',
  'background',
  'refresh',
  'names',
] as const satisfies readonly RequestPriority[];

/** Whether one priority waits for another. */
export const isLowerPriority = (priority: RequestPriority, other: RequestPriority): boolean =>
  REQUEST_PRIORITIES.indexOf(priority) > REQUEST_PRIORITIES.indexOf(other);

export const isRequestPriority = (text: string): text is RequestPriority =>
  REQUEST_PRIORITIES.some((priority) => priority === text);
