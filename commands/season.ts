import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Choice, Command, Services } from '../src/discord/command.ts';
import { FIRST_SEASON_YEAR, seasonYearAt } from '../src/domain/tournament/seasons.ts';
import { UserError } from '../src/errors.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { wholeList } from '../src/padel-api/request/pages.ts';
import type { MessageBody } from '../src/render/message.ts';
import { SEASON_FILTERS, seasonMessage, type SeasonView } from '../src/render/tournament/season.ts';
import { numberIn, wordIn } from './options/control-values.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import { serviceDay } from './options/day.ts';

/** The last year that can be asked for. */
const LAST_YEAR = 9999;

/** `/season`: the calendar of a year. */
export const season: Command = {
  definition: {
    ...labels((texts) => texts.command.season),
    ...ANYWHERE,
    options: [
      {
        ...labels((texts) => texts.command.season.option.year),
        type: ApplicationCommandOptionType.Integer,
        min_value: FIRST_SEASON_YEAR,
        max_value: LAST_YEAR,
        autocomplete: true,
      },
    ],
  },
  visibility: 'public',
  autocomplete: ({ typed }, { api }) =>
    yearsUntil(seasonYearAt(api.serviceNow()))
      .toReversed()
      .map((year): Choice => ({ name: String(year), value: year }))
      .filter(({ name }) => name.includes(typed.trim())),
  run: (request, services) => {
    const typed = request.integer('year');
    const year = typed === null ? seasonYearAt(services.api.serviceNow()) : yearIn(String(typed));
    return calendar(request, { year, filter: 'all', page: null }, services);
  },
  component: {
    answer: 'update',
    run: (request, services) => {
      const [kind, typedYear, filter, page] = request.values;
      const year = yearIn(typedYear);
      if (kind === 'year') {
        return calendar(request, { year, filter: 'all', page: null }, services);
      }
      if (kind === 'filter') {
        const chosen = { year, filter: wordIn(SEASON_FILTERS, request.chosen[0]), page: null };
        return calendar(request, chosen, services);
      }
      if (kind !== 'page') throw new UserError('outdated-control');
      const asked = { year, filter: wordIn(SEASON_FILTERS, filter), page: numberIn(page) };
      return calendar(request, asked, services);
    },
  },
};

const isSeasonYear = (year: number): boolean => year >= FIRST_SEASON_YEAR && year <= LAST_YEAR;

/** @throws UserError for what is no year of a season. */
const yearIn = (value: string | undefined): number => {
  const year = numberIn(value);
  if (!isSeasonYear(year)) throw new UserError('outdated-control');
  return year;
};

/** The years with a season until a year. */
const yearsUntil = (last: number): readonly number[] =>
  Array.from({ length: last - FIRST_SEASON_YEAR + 1 }, (_, index) => FIRST_SEASON_YEAR + index);

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
