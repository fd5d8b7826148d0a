import type { Services, AutocompleteRequest, Choice } from '../../src/discord/command.ts';
import type { DirectoryEntry } from '../../src/domain/people/directory.ts';
import type { Tournament } from '../../src/domain/people/people.ts';
import { UserError } from '../../src/errors.ts';
import { isServiceUnavailable } from '../../src/padel-api/errors.ts';
import { PER_PAGE } from '../../src/padel-api/request/pages.ts';
import { CHOICES_MAX } from '../../src/discord/message-limits.ts';
import { nameOption } from './labels.ts';
import { choiceOf } from './name.ts';
import { serviceDay } from './day.ts';
import { firstDayAhead } from './match.ts';

export const tournamentOption = () =>
  nameOption((texts) => ({
    ...texts.command.schedule.option.tournament,
    name: texts.command.tournament.name,
  }));

interface FoundTournament {
  readonly tournament: Tournament;
  readonly isListed: boolean;
  readonly readAt: number | null;
}

/**
 * A tournament by id, a cancelled one, too, which no list has. Where the service has no endpoint for it,
 * it is searched by its name; without any answer the directory's data remain.
 * @throws UserError when the id is unknown.
 */
export const searchTournament = async (
  id: number,
  { api, directory }: Services,
): Promise<FoundTournament> => {
  const entry = directory.get('tournament', id);
  if (entry === undefined) throw new UserError('outdated-control');
  try {
    const { value: tournament, readAt } = await api.tournament(id);
    return { tournament, isListed: true, readAt };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (isServiceUnavailable(error))
      return { tournament: asKnown(entry), isListed: true, readAt: null };
  }
  try {
    const { value, readAt } = await api.tournaments({ name: entry.name, perPage: PER_PAGE });
    const tournament = value.items.find((each) => each.id === id);
    return tournament === undefined
      ? { tournament: asKnown(entry), isListed: false, readAt: null }
      : { tournament, isListed: true, readAt };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { tournament: asKnown(entry), isListed: true, readAt: null };
  }
};

const asKnown = (entry: DirectoryEntry): Tournament => ({
  id: entry.id,
  name: entry.name,
  location: null,
  country: entry.country,
  level: '',
  status: '',
  startDate: entry.startDate,
  endDate: entry.endDate,
});

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
  const firstDay = firstDayAhead(services);
  const stageOf = (entry: DirectoryEntry): number => {
    if (isTournamentOver(entry, firstDay)) return STAGES.over;
    return (entry.startDate ?? today) > today ? STAGES.next : STAGES.on;
  };
  return services.directory
    .search('tournament', request.typed, ALL)
    .entries.filter((entry) => which === 'all' || stageOf(entry) !== STAGES.over)
    .sort((a, b) => stageOf(a) - stageOf(b) || byNearness(a, b, today))
    .slice(0, CHOICES_MAX)
    .map((entry) => choiceOf(request, entry));
};

const STAGES = { on: 0, next: 1, over: 2 } as const;

/**
 * Whether no match of a tournament is played from a day on; false without an end date.
 * @param firstDay the first day that is not over at every venue (`firstDayAhead`)
 */
export const isTournamentOver = ({ endDate }: DirectoryEntry, firstDay: string): boolean =>
  endDate !== null && endDate < firstDay;

/** Upcoming: the sooner first; started: the later first. */
const byNearness = (a: DirectoryEntry, b: DirectoryEntry, today: string): number => {
  const [one, two] = [a.startDate ?? today, b.startDate ?? today];
  return one > today ? one.localeCompare(two) : two.localeCompare(one);
};
