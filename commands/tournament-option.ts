import type { AutocompleteRequest, Choice, Services } from '../src/discord/command.ts';
import { CHOICES_MAX } from '../src/discord/message-limits.ts';
import type { DirectoryEntry } from '../src/domain/directory.ts';
import { choiceOf } from './name-option.ts';
import { serviceDay } from './service-day.ts';

/** More than the tournaments of all seasons. */
const ALL = 5_000;

/**
 * Autocompletes a tournament: current ones first, then upcoming, then past ones, latest first;
 * `not-over` leaves the past ones out.
 */
export const suggestTournaments = (
  request: AutocompleteRequest,
  services: Services,
  which: 'all' | 'not-over' = 'all',
): readonly Choice[] => {
  const today = serviceDay(services);
  return services.directory
    .search('tournament', request.typed, ALL)
    .entries.filter((entry) => which === 'all' || stageOf(entry, today) !== STAGES.over)
    .sort((a, b) => stageOf(a, today) - stageOf(b, today) || byNearness(a, b, today))
    .slice(0, CHOICES_MAX)
    .map((entry) => choiceOf(request, entry));
};

const STAGES = { on: 0, next: 1, over: 2 } as const;

const stageOf = ({ startDate, endDate }: DirectoryEntry, today: string): number => {
  if ((endDate ?? today) < today) return STAGES.over;
  return (startDate ?? today) > today ? STAGES.next : STAGES.on;
};

/** Upcoming: the sooner first; started: the later first. */
const byNearness = (a: DirectoryEntry, b: DirectoryEntry, today: string): number => {
  const [one, two] = [a.startDate ?? today, b.startDate ?? today];
  return one > today ? one.localeCompare(two) : two.localeCompare(one);
};
