import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Command, Services } from '../src/discord/command.ts';
import { SEASON_YEARS, seasonYearAt, type SeasonYear } from '../src/domain/tournament/seasons.ts';
import { UserError } from '../src/errors.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { wholeList } from '../src/padel-api/request/pages.ts';
import type { MessageBody } from '../src/render/message.ts';
import { SEASON_FILTERS, seasonMessage, type SeasonView } from '../src/render/tournament/season.ts';
import { numberIn, wordIn } from './options/control-values.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import { serviceDay } from './options/day.ts';

/** `/season`: the calendar of a year. */
export const season: Command = {
  definition: {
    ...labels((texts) => texts.command.season),
    ...ANYWHERE,
    options: [
      {
        ...labels((texts) => texts.command.season.option.year),
        type: ApplicationCommandOptionType.Integer,
        choices: SEASON_YEARS.map((year) => ({ name: String(year), value: year })),
      },
    ],
  },
  visibility: 'public',
  run: (request, services) => {
    const typed = request.integer('year');
    const year =
      typed === null
        ? seasonYearAt(services.api.serviceNow())
        : wordIn(SEASON_YEARS, String(typed));
    return calendar(request, { year, filter: 'all', page: null }, services);
  },
  component: {
    answer: 'update',
    run: (request, services) => {
      const [kind, typedYear, filter, page] = request.values;
      const year = wordIn(SEASON_YEARS, typedYear);
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

/** All tournaments of a year, the season's status, and when the oldest part was read. */
const tournamentsOf = async (
  year: SeasonYear,
  { api }: Services,
): Promise<Pick<SeasonView, 'tournaments' | 'status' | 'readAt'>> => {
  const seasons = await api.seasons({ year });
  const found = seasons.value.items.find((each) => each.year === year);
  if (found === undefined) return { tournaments: [], status: '', readAt: seasons.readAt };
  const { items: tournaments, readAt } = await wholeList(
    (paging) => api.seasonTournaments(found.id, paging),
    MAX_PAGES,
  );
  return { tournaments, status: found.status, readAt };
};
