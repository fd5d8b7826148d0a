import { BUTTONS_PER_ROW, DESCRIPTION_MAX } from '../../discord/message-limits.ts';
import { TOURNAMENT_LEVELS } from '../../domain/levels.ts';
import { isCalledOff } from '../../domain/tournament/tournament-status.ts';
import type { Tournament } from '../../domain/people/people.ts';
import { capitalised, monthName, shortDate, shortDateRange } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { buttonRow, controlId, menuRow, pageButtons, type MenuEntry, pageOf } from '../controls.ts';
import { joinedWithin, dotted, noRecordLine, readAtLine, underHeadings } from '../lines/lines.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import {
  datesOf,
  levelText,
  plainTournamentName,
  statusText,
  TOURNAMENT_STATUSES,
} from '../lines/tournament-texts.ts';

/** The calendar's filter: a known level or status; `all` for none. */
export const SEASON_FILTERS = ['all', ...TOURNAMENT_LEVELS, ...TOURNAMENT_STATUSES] as const;

type SeasonFilter = (typeof SEASON_FILTERS)[number];

export interface SeasonView {
  readonly year: number;
  /** The years to choose from, ascending. */
  readonly years: readonly number[];
  /** The service's word for the season's status; empty when unknown. */
  readonly status: string;
  readonly tournaments: readonly Tournament[];
  readonly filter: SeasonFilter;
  /** From 1; null for the page with today. */
  readonly page: number | null;
  /** Local date, `YYYY-MM-DD`. */
  readonly today: string;
  readonly readAt: number;
}

/** Limited by a description with the longest names; a menu has 25 options. */
const PER_PAGE = 12;

const isOf = (filter: SeasonFilter, { level, status }: Tournament): boolean =>
  filter === 'all' || filter === level || filter === status;

const byDate = (a: Tournament, b: Tournament): number =>
  (a.startDate ?? '9999').localeCompare(b.startDate ?? '9999') || a.id - b.id;

export const seasonMessage = (reader: Reader, view: SeasonView): MessageBody => {
  const { t } = reader;
  const { year, filter, tournaments, readAt } = view;
  const listed = tournaments.filter((each) => isOf(filter, each)).toSorted(byDate);
  const asked = view.page ?? pageOfToday(listed, view.today);
  const { shown, page, lastPage } = pageOf(listed, PER_PAGE, asked);
  const freshness = readAtLine(t, readAt);
  const nothing =
    tournaments.length === 0
      ? noRecordLine(t, t('follow.kind.tournament'))
      : t('season.noneFiltered');
  const lines =
    shown.length === 0
      ? [nothing]
      : underHeadings(shown, monthOf(reader), (each) => calendarLine(reader, each));
  const title = [t('season.title', { year: String(year) }), seasonStatus(t, view.status)];
  return embedReply({
    author: filterCount(reader, filter, listed.length),
    title: dotted(title),
    description: [joinedWithin(lines, DESCRIPTION_MAX - freshness.length - 2), '', freshness],
    color: COLOURS.final,
    open: 'all',
    components: [
      ...buttonRow(
        ...view.years.slice(-BUTTONS_PER_ROW).map((each) => yearButton(each, each === year)),
      ),
      ...menuRow(
        controlId('tournament', 'filter', year),
        t('season.filter'),
        filterEntries(reader, tournaments, filter),
      ),
      ...menuRow(controlId('tournament', 'open'), t('season.open'), openEntries(reader, shown)),
      ...buttonRow(
        ...pageButtons(reader, { page, lastPage }, (to) =>
          controlId('tournament', 'page', year, filter, to),
        ),
      ),
    ],
  });
};

/** How many tournaments a filter leaves: `P1: 12`. */
const filterCount = (reader: Reader, filter: SeasonFilter, value: number): string =>
  reader.t('labelled', { name: filterWord(reader, filter), value });

/** The status in words; an unknown status stays in the service's word. */
const seasonStatus = (t: Reader['t'], status: string): string => {
  if (status === 'active') return t('tournament.status.live');
  if (status === 'upcoming') return t('tournament.status.pending');
  return status === 'finished' ? t('tournament.status.finished') : outside(status, 40);
};

/** The page with the first tournament that is not over. */
const pageOfToday = (listed: readonly Tournament[], today: string): number => {
  const next = listed.findIndex(({ startDate, endDate }) => (endDate ?? startDate ?? '') >= today);
  return 1 + Math.floor(Math.max(0, next) / PER_PAGE);
};

const yearButton = (year: number, isShown: boolean) => ({
  id: controlId('tournament', 'year', year),
  label: String(year),
  disabled: isShown,
});

const filterWord = ({ t, locale }: Reader, filter: SeasonFilter): string => {
  if (filter === 'all') return t('season.all');
  const isLevel = TOURNAMENT_LEVELS.some((each) => each === filter);
  return capitalised(locale, isLevel ? levelText(t, filter) : statusText(t, filter));
};

/** "All" and each level and status in use, with their number of tournaments. */
const filterEntries = (
  reader: Reader,
  tournaments: readonly Tournament[],
  chosen: SeasonFilter,
): readonly MenuEntry[] =>
  SEASON_FILTERS.flatMap((filter): MenuEntry[] => {
    const count = tournaments.filter((each) => isOf(filter, each)).length;
    if (count === 0 && filter !== chosen) return [];
    return [
      {
        value: filter,
        label: filterCount(reader, filter, count),
        isChosen: filter === chosen,
      },
    ];
  });

const openEntries = (reader: Reader, shown: readonly Tournament[]): readonly MenuEntry[] =>
  shown.map((tournament) => {
    const words = dotted([datesOf(reader, tournament), levelText(reader.t, tournament.level)]);
    return {
      value: String(tournament.id),
      label: plainTournamentName(tournament),
      ...(words === '' ? {} : { description: words }),
    };
  });

const monthOf =
  ({ t, locale }: Reader) =>
  ({ startDate }: Tournament): string =>
    startDate === null ? t('season.undated') : monthName(locale, startDate);

const calendarLine = (reader: Reader, tournament: Tournament): string => {
  const { t, locale } = reader;
  const { startDate, endDate, location, level, status } = tournament;
  const dates =
    startDate === null
      ? null
      : endDate === null
        ? shortDate(locale, startDate)
        : shortDateRange(locale, startDate, endDate);
  const name = outside(plainTournamentName(tournament), 60);
  const isNamedThere = location !== null && tournament.name.includes(location);
  return dotted([
    dates,
    isCalledOff({ status }) ? `~~${name}~~` : name,
    location === null || isNamedThere ? null : outside(location, 40),
    tournament.name.includes(levelText(t, level)) ? null : outside(levelText(t, level), 40),
    status === 'live' ? `**${statusText(t, status)}**` : outside(statusText(t, status), 40),
  ]);
};
