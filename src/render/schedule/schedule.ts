import { EMBED_TITLE_MAX } from '../../discord/message-limits.ts';
import { expectedStart } from '../../domain/match/expected-start.ts';
import { phaseOf, type Match } from '../../domain/match/match.ts';
import type { CourtProgramme } from '../../domain/tournament/order-of-play.ts';
import type { Instant } from '../../domain/terms.ts';
import { all, localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, outsidePlain, shortened } from '../../i18n/text.ts';
import { buttonRow, menuRow, pageButtons } from '../controls.ts';
import { matchOfTheDayLine } from '../lines/match-line.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { nothingLines, undatedLines, subjectLine, type EmptyDay } from '../lines/empty.ts';
import { hiddenLine, scheduleLine } from '../lines/schedule-line.ts';
import { dayText } from '../lines/time.ts';
import { disambiguator } from '../lines/disambiguation.ts';
import { readAtLine } from '../lines/lines.ts';
import { dayAfter } from '../../lib/time.ts';

interface ScheduleView extends EmptyDay {
  readonly day: string;
  readonly courts: readonly CourtProgramme[];
  readonly page: number;
  /** Tournaments that could not be read: the list is incomplete. */
  readonly missing: readonly string[];
  readonly readAt: Instant | null;
  /** The custom id of a control that keeps the filter and changes the day or page. */
  readonly idOf: (control: string, day: string, page: number) => string;
  /** Whether who plays a match tells a result: covered for those who hide scores. */
  readonly isTelling: (match: Match) => boolean;
}

/** The reply to `/schedule`: the order of play of a day, by court. */
export const scheduleMessage = (reader: Reader, view: ScheduleView): MessageBody => {
  const { t, locale } = reader;
  const apart = disambiguator(view.courts.flatMap(({ matches }) => matches));
  const courts = view.courts.map((court) => ({ ...court, matches: court.matches.map(apart) }));
  const offsets = new Map(
    courts.flatMap(({ matches, offset }) => matches.map((match) => [match, offset])),
  );
  const isHidden = reader.hidesScores === true;
  const pages = programmePages(courts, (match, { offset }) =>
    isHidden
      ? hiddenLine(reader, match, { offset, isTelling: view.isTelling(match) })
      : scheduleLine(reader, match, offset),
  );
  const lastPage = Math.max(1, pages.length);
  const page = Math.min(Math.max(1, view.page), lastPage);
  const lines = [
    subjectLine(reader, view.whose),
    page === 1 && !isHidden
      ? matchOfTheDayLine(reader, [...offsets.keys()], (match) => offsets.get(match) ?? null)
      : null,
    ...(pages[page - 1]?.blocks ?? []).flatMap(({ court, lines: own }) => [
      `**${courtTitle(reader, court)}**`,
      ...own,
      '',
    ]),
    ...(pages.length > 0 ? [] : nothingLines(reader, view)),
    ...undatedLines(reader, view.undated),
    usesVenueTime(view.courts) ? `-# ${t('schedule.venueNote')}` : null,
    view.missing.length === 0
      ? null
      : t('schedule.missing', {
          names: all(
            locale,
            view.missing.map((name) => outside(name, 40)),
          ),
        }),
    view.readAt === null ? null : readAtLine(t, view.readAt),
  ];
  return embedReply({
    author: t('schedule.title'),
    title: shortened(dayText(reader, view.day), EMBED_TITLE_MAX),
    description: lines,
    color: COLOURS.scheduled,
    components: controls(reader, view, pages, { page, lastPage }),
    ...(isHidden ? { open: 'all' } : {}),
  });
};

const courtTitle = ({ t }: Reader, court: CourtProgramme): string =>
  `${outside(court.tournament.name, 60)} · ${outside(courtName(t, court), 40)}`;

/** The court's name, not escaped, or why there is none. */
const courtName = (t: Reader['t'], { court, matches }: CourtProgramme): string => {
  if (court !== null) return court;
  return t(isWithheld(matches) ? 'schedule.courtNotInPlan' : 'schedule.noCourt');
};

const isWithheld = (matches: CourtProgramme['matches']): boolean =>
  matches.some(({ withheld }) => withheld.includes('court'));

/** A menu option; without courts in the plan the tournament stands for all of its own. */
const courtEntry = (t: Reader['t'], court: CourtProgramme) => {
  const tournament = outsidePlain(court.tournament.name, 60);
  return court.court === null && isWithheld(court.matches)
    ? { label: tournament }
    : { label: outsidePlain(courtName(t, court), 60), description: tournament };
};

/** Whether a time is shown as the venue's, because its UTC offset is unknown. */
const usesVenueTime = (courts: readonly CourtProgramme[]): boolean =>
  courts.some(({ offset, matches }) =>
    matches.some(
      (match) =>
        phaseOf(match.status) === 'upcoming' &&
        /\d/.test(match.scheduleLabel ?? '') &&
        expectedStart(match, offset) === null,
    ),
  );

const controls = (
  reader: Reader,
  { day, idOf }: ScheduleView,
  pages: readonly ProgrammePage[],
  paged: { readonly page: number; readonly lastPage: number },
) => {
  const { t, locale } = reader;
  const neighbour = (control: string, days: number) => ({
    id: idOf(control, dayAfter(day, days), 1),
    label: localDate(locale, dayAfter(day, days)),
  });
  const courts = pages.flatMap(({ blocks }, index) =>
    blocks.map(({ court, isContinued }) => ({ court, isContinued, page: index + 1 })),
  );
  const entries = courts
    .filter(({ isContinued }) => !isContinued)
    .map(({ court, page }, index) => ({
      value: `${page}.${index}`,
      ...courtEntry(t, court),
    }));
  return [
    ...(pages.length <= 1
      ? []
      : menuRow(idOf('court', day, paged.page), t('schedule.goTo'), entries)),
    ...buttonRow(...pageButtons(reader, paged, (page) => idOf('page', day, page))),
    ...buttonRow(neighbour('before', -1), neighbour('after', 1), {
      id: idOf('again', day, paged.page),
      label: t('button.refresh'),
    }),
  ];
};

interface ProgrammeBlock {
  readonly court: CourtProgramme;
  readonly lines: readonly string[];
  /** Continues from the previous page. */
  readonly isContinued: boolean;
}

interface ProgrammePage {
  readonly blocks: readonly ProgrammeBlock[];
}

/** Matches on a page: about two screens of a phone. */
const PAGE_MATCHES = 12;

/** A description holds 4,096 characters; headings and notes need some. */
const PAGE_LENGTH = 3_000;

/** Splits the programme into pages; a court may continue on the next page. */
const programmePages = (
  courts: readonly CourtProgramme[],
  lineOf: (match: Match, court: CourtProgramme) => string,
): readonly ProgrammePage[] => {
  const pages: { blocks: { court: CourtProgramme; lines: string[]; isContinued: boolean }[] }[] =
    [];
  let count = 0;
  let length = 0;
  for (const court of courts) {
    let isContinued = false;
    for (const match of court.matches) {
      const line = lineOf(match, court);
      if (pages.length === 0 || count === PAGE_MATCHES || length + line.length > PAGE_LENGTH) {
        pages.push({ blocks: [] });
        count = 0;
        length = 0;
      }
      const page = pages.at(-1);
      if (page?.blocks.at(-1)?.court !== court) {
        page?.blocks.push({ court, lines: [], isContinued });
      }
      page?.blocks.at(-1)?.lines.push(line);
      isContinued = true;
      count += 1;
      length += line.length;
    }
  }
  return pages;
};
