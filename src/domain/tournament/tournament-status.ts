import type { Tournament } from '../people/people.ts';

/** The status of a tournament that the service no longer has: ours, no word of the service. */
export const GONE = 'deleted';

/** Statuses of a tournament that is not played on its dates. */
export const CALLED_OFF = ['cancelled', 'postponed', GONE] as const;

/** Whether a tournament is not played on its dates: its days are no days of play. */
export const isCalledOff = ({ status }: Pick<Tournament, 'status'>): boolean =>
  CALLED_OFF.some((each) => each === status);
