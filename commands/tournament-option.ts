import type { AutocompleteRequest, Choice, Services } from '../src/discord/command.ts';
import { CHOICES_MAX } from '../src/discord/message-limits.ts';
import type { DirectoryEntry } from '../src/domain/directory.ts';
import { choiceOf } from './name-option.ts';
import { serviceDay } from './service-day.ts';

/** More than there are tournaments in all seasons. */
const ALL = 5_000;

/**
 * Completes the name of a tournament: what is on comes first, then what is next, then what is over,
 * the latest first; or nothing of that, where only what is still to come can be meant.
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

/** Of those to come the sooner one, of those that have begun the later one. */
const byNearness = (a: DirectoryEntry, b: DirectoryEntry, today: string): number => {
  const [one, two] = [a.startDate ?? today, b.startDate ?? today];
  return one > today ? one.localeCompare(two) : two.localeCompare(one);
};
