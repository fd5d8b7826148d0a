import { REQUEST_PRIORITIES, type RequestPriority } from '../../domain/quota.ts';

export { REQUEST_PRIORITIES, type RequestPriority };

/** Whether one priority waits for another. */
export const isLowerPriority = (priority: RequestPriority, other: RequestPriority): boolean =>
  REQUEST_PRIORITIES.indexOf(priority) > REQUEST_PRIORITIES.indexOf(other);

export const isRequestPriority = (text: string): text is RequestPriority =>
  REQUEST_PRIORITIES.some((priority) => priority === text);
