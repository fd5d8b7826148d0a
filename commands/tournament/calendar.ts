import type { ComponentRequest, Services } from '../../src/discord/command.ts';
import { FIRST_SEASON_YEAR, seasonYearAt } from '../../src/domain/tournament/seasons.ts';
import { UserError } from '../../src/errors.ts';
import type { Reader } from '../../src/i18n/i18n.ts';
import { wholeList } from '../../src/padel-api/request/pages.ts';
import type { MessageBody } from '../../src/render/message.ts';
import {
  SEASON_FILTERS,
  seasonMessage,
  type SeasonView,
} from '../../src/render/tournament/season.ts';
import { numberIn, wordIn } from '../options/control-values.ts';
import { serviceDay } from '../options/day.ts';

/** The last year that can be asked for. */
const LAST_YEAR = 9999;

/** The calendar of the current season. */
export const currentCalendar = (reader: Reader, services: Services): Promise<MessageBody> =>
  calendar(
    reader,
    { year: seasonYearAt(services.api.serviceNow()), filter: 'all', page: null },
    services,
  );

const CONTROLS: readonly (string | undefined)[] = ['year', 'filter', 'page'];

/** Whether a control of `/tournament` is one of the calendar. */
export const isOnCalendar = ([kind]: readonly string[]): boolean => CONTROLS.includes(kind);

/** Another year, what the menu filters by, or another page. */
export const onCalendar = (request: ComponentRequest, services: Services): Promise<MessageBody> => {
  const [kind, typedYear, filter, page] = request.values;
  const chosen = kind === 'filter' ? request.chosen[0] : filter;
  const asked = {
    year: yearIn(typedYear),
    filter: kind === 'year' ? 'all' : wordIn(SEASON_FILTERS, chosen),
    page: kind === 'page' ? numberIn(page) : null,
  } as const;
  return calendar(request, asked, services);
};

const isSeasonYear = (year: number): boolean => year >= FIRST_SEASON_YEAR && year <= LAST_YEAR;

/** @throws UserError for what is no year of a season. */
const yearIn = (value: string | undefined): number => {
  const year = numberIn(value);
  if (!isSeasonYear(year)) throw new UserError('outdated-control');
  return year;
};

const calendar = async (
  reader: Reader,
  asked: Pick<SeasonView, 'year' | 'filter' | 'page'>,
  services: Services,
): Promise<MessageBody> => {
  const read = await tournamentsOf(asked.year, services);
  return seasonMessage(reader, { ...asked, ...read, today: serviceDay(services) });
};

/** More than one tournament per day of a year. */
const MAX_PAGES = 10;

/**
 * All tournaments of a year, the season's status, the years to choose from, and when the oldest
 * part was read. All seasons are read: the service refuses to filter by a year that is new to it.
 */
const tournamentsOf = async (
  year: number,
  { api }: Services,
): Promise<Pick<SeasonView, 'tournaments' | 'status' | 'years' | 'readAt'>> => {
  const seasons = await wholeList((paging) => api.seasons(paging), MAX_PAGES);
  const listed = seasons.items.flatMap((each) => each.year ?? []).filter(isSeasonYear);
  const years = [...new Set([...listed, seasonYearAt(api.serviceNow())])].sort((a, b) => a - b);
  const found = seasons.items.find((each) => each.year === year);
  if (found === undefined) return { tournaments: [], status: '', years, readAt: seasons.readAt };
  const { items: tournaments, readAt } = await wholeList(
    (paging) => api.seasonTournaments(found.id, paging),
    MAX_PAGES,
  );
  return { tournaments, status: found.status, years, readAt };
};
