import type { TrackedMatch } from '../match/state.ts';
import { isCalledOff } from '../tournament/tournament-status.ts';
import { hasStarted } from '../match/reading.ts';
import { DELETED, isCancelled, phaseOf } from '../match/match.ts';

/** Status of a scheduled event (Discord's documentation, "Guild Scheduled Event Status"). */
export const SERVER_EVENT_STATUSES = ['scheduled', 'active', 'completed', 'canceled'] as const;

export type ServerEventStatus = (typeof SERVER_EVENT_STATUSES)[number];

export const serverEventStatusOf = ({
  state,
  tournament,
}: Pick<TrackedMatch, 'state' | 'tournament'>): ServerEventStatus => {
  const phase = phaseOf(state.status);
  if (phase === 'playing') return 'active';
  if (phase === 'over') return state.status === 'walkover' ? 'canceled' : 'completed';
  const isOff = tournament !== null && isCalledOff(tournament);
  if (isOff || state.status === DELETED || isCancelled(state.status)) return 'canceled';
  // Interrupted: what is active is never scheduled again.
  return hasStarted(state) ? 'active' : 'scheduled';
};
