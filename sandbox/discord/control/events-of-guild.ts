import { GuildScheduledEventStatus } from 'discord-api-types/v10';
import type { ShownEvent } from '../shown-state.ts';
import { isOpen, type ScheduledEvent } from '../scheduled-events/event.ts';
import type { State } from '../state/state.ts';

/** How many events that are over are still shown. */
const MOST_FINISHED = 20;

const STATUS: Readonly<Record<GuildScheduledEventStatus, ShownEvent['status']>> = {
  [GuildScheduledEventStatus.Scheduled]: 'scheduled',
  [GuildScheduledEventStatus.Active]: 'active',
  [GuildScheduledEventStatus.Completed]: 'completed',
  [GuildScheduledEventStatus.Canceled]: 'canceled',
};

/** The events of the guild as the control API shows them, in the order of its contract. */
export const shownEvents = ({ events }: Readonly<State>): ShownEvent[] => {
  const byStart = [...events.values()].toSorted((one, other) => one.startsAt - other.startsAt);
  const finished = byStart.filter((event) => !isOpen(event)).slice(-MOST_FINISHED);
  return [...byStart.filter(isOpen), ...finished.toReversed()].map(shownEvent);
};

const shownEvent = (event: ScheduledEvent): ShownEvent => ({
  id: event.id,
  name: event.name,
  description: event.description,
  location: event.location,
  startsAt: new Date(event.startsAt).toISOString(),
  endsAt: new Date(event.endsAt).toISOString(),
  status: STATUS[event.status],
  creatorId: event.creatorId,
});
