import type { HeadToHead, Meeting } from '../../domain/people/head-to-head.ts';
import { winnerIn } from '../../domain/people/head-to-head.ts';
import { leaderOf } from '../../domain/match/score.ts';
import { opponentOf, TEAMS, type ByTeam, type Instant, type Team } from '../../domain/terms.ts';
import { localDate, shortDate } from '../../i18n/format.ts';
import type { Locale, Reader } from '../../i18n/i18n.ts';
import { charactersOf, outsidePlain } from '../../i18n/text.ts';
import { dotted } from '../lines/lines.ts';
import {
  meetingFacts,
  meetingScore,
  meetingOutcome,
  type EventName,
} from '../lines/meeting-line.ts';
import { plainSideName } from '../lines/names.ts';
import { facingSides, sideText, wideSide, type Sides } from './contenders.ts';
import { column, rowElement, textElement, THEME, type Element } from './element.ts';
import { shareBar, winnerMark } from './marks.ts';
import { matchRow } from './match-row.ts';
import type { Picture } from './picture.ts';
import { poster, type Page } from './poster.ts';

interface HeadToHeadPictureView {
  readonly teams: Sides;
  readonly record: HeadToHead;
  readonly readAt: Instant;
  readonly eventName: EventName;
}

/** A longer name has two lines on a phone. */
const LONG = 26;

const MEETINGS = { inline: 2, phone: 3 } as const;

/** Who leads, and by how much; recent meetings below. */
export const headToHeadPicture = (reader: Reader, view: HeadToHeadPictureView): Picture => {
  const { t } = reader;
  const { teams, record, readAt } = view;
  return poster(
    reader,
    {
      kicker: t('button.headToHead'),
      headline: headlineOf(reader, view),
      facts: factsOf(reader, view),
      readAt,
    },
    (page) => [
      ...(page.format === 'inline'
        ? [facingSides(reader, page, teams, middle(reader, page, record))]
        : [
            ...TEAMS.map((team) =>
              wideSide(reader, page, teams, { team, figure: String(record.matches[team]) }),
            ),
            totals(reader, page, record),
          ]),
      column(
        { gap: page.sizes.fine / 3 },
        // On a phone the rows take all the height.
        page.format === 'phone'
          ? null
          : textElement(
              { fontSize: page.sizes.fine * 0.9, lineHeight: 1.1, color: THEME.dim },
              t('h2h.last', { count: Math.min(MEETINGS[page.format], record.meetings.length) }),
            ),
        ...record.meetings
          .slice(0, MEETINGS[page.format])
          .map((meeting) => meetingRow(reader, page, meeting, view)),
      ),
    ],
  );
};

/** The last meetings that one side won in a row. */
const streakOf = ({
  meetings,
}: HeadToHead): { readonly team: Team; readonly count: number } | null => {
  const outcomes = meetings.map(meetingOutcome);
  const [last] = outcomes;
  if (last === undefined || last === 'unknown') return null;
  const end = outcomes.findIndex((each) => each !== last);
  return { team: last === 'won' ? 'team_1' : 'team_2', count: end === -1 ? outcomes.length : end };
};

/** A streak that the record does not tell: at least this many, by a side that does not lead. */
const STREAK = 2;

/** `Level at 4-4, but Vega / Lamas won the last 3` */
const headlineOf = ({ t }: Reader, { teams, record }: HeadToHeadPictureView): string => {
  const { matches } = record;
  const leader = leaderOf(matches);
  const name = (team: Team): string => plainSideName(teams, team);
  const streak = streakOf(record);
  const isSingle = teams.team_1.length === 1;
  const [won, lost] = [
    Math.max(matches.team_1, matches.team_2),
    Math.min(matches.team_1, matches.team_2),
  ];
  const standing =
    leader === null
      ? t('h2h.level', { won })
      : t(isSingle ? 'h2h.leadsOne' : 'h2h.leads', { leader: name(leader), won, lost }).replaceAll(
          '**',
          '',
        );
  if (streak === null || streak.count < STREAK || streak.team === leader) return standing;
  const values = { standing, pair: name(streak.team), count: streak.count };
  return t(isSingle ? 'h2h.butOne' : 'h2h.but', values);
};

/** The matches won, large, and sets and games below. */
const middle = (reader: Reader, page: Page, record: HeadToHead): Element => {
  const { matches } = record;
  const fontSize = page.sizes.figure * (Math.max(matches.team_1, matches.team_2) < 100 ? 1 : 0.7);
  return column(
    { alignItems: 'center', flexShrink: 0 },
    rowElement(
      { alignItems: 'center', gap: fontSize / 5, fontSize, fontWeight: 800, lineHeight: 1.1 },
      textElement({ flexShrink: 0, color: THEME.team_1 }, String(matches.team_1)),
      textElement({ flexShrink: 0, color: THEME.dim, fontSize: 0.6 * fontSize }, '–'),
      textElement({ flexShrink: 0, color: THEME.team_2 }, String(matches.team_2)),
    ),
    totals(reader, page, record),
  );
};

/** Sets and games as bars. */
const totals = ({ t }: Reader, page: Page, { sets, games }: HeadToHead): Element => {
  const width = page.format === 'inline' ? 300 : page.width;
  return column(
    { gap: page.sizes.fine / 5 },
    shareBar(page, width, { name: t('h2h.sets'), ...sets }),
    shareBar(page, width, { name: t('h2h.games'), ...games }),
  );
};

/** The winner of a meeting among the sides of the record; null while unknown. */
const winnerOf = (meeting: Meeting): Team | null => {
  const outcome = meetingOutcome(meeting);
  return outcome === 'unknown' ? null : outcome === 'won' ? 'team_1' : 'team_2';
};

/** `Vega / Lamas beat Soria / Pinto`, with the partners of the day; while the winner is unknown both pairs. */
const beatText = ({ t }: Reader, { match, firstSide }: Meeting): string => {
  const winner = winnerIn(match);
  const name = (team: Team): string => plainSideName(match.teams, team);
  if (winner === null) return `${name(firstSide)} – ${name(opponentOf(firstSide))}`;
  const values = { winner: name(winner), loser: name(opponentOf(winner)) };
  return t('post.resultNoScore', values).replaceAll('**', '');
};

/** Who beat whom, where both names fit on a line; else who won. */
const rowTitle = (reader: Reader, { format }: Page, meeting: Meeting): string => {
  const beat = beatText(reader, meeting);
  const winner = winnerIn(meeting.match);
  const isWhole = winner === null || (format === 'inline' && charactersOf(beat).length <= 46);
  return isWhole ? beat : plainSideName(meeting.match.teams, winner);
};

/** The score begins with the games of who won. */
const toldByWinner = (meeting: Meeting): Meeting =>
  winnerOf(meeting) === 'team_2'
    ? { ...meeting, firstSide: opponentOf(meeting.firstSide) }
    : meeting;

/** Without the year where it is this one. */
const dayOf = (locale: Locale, date: string, readAt: Instant): string =>
  date.startsWith(new Date(readAt).toISOString().slice(0, 4))
    ? shortDate(locale, date)
    : localDate(locale, date);

const meetingRow = (
  reader: Reader,
  page: Page,
  meeting: Meeting,
  { eventName, readAt }: HeadToHeadPictureView,
): Element => {
  const { t, locale } = reader;
  const { match, firstSide } = toldByWinner(meeting);
  const winner = winnerOf(meeting);
  const title = rowTitle(reader, page, meeting);
  const size = page.sizes.normal * 1.3;
  const score = match.status === 'walkover' ? [] : (match.score ?? []);
  const event = (match.tournamentId === null ? null : eventName(match.tournamentId)) ?? '';
  const facts = [
    match.round === null ? outsidePlain(match.roundName, 40) : t(`round.${match.round}`),
    match.playedOn === null ? '' : dayOf(locale, match.playedOn, readAt),
    outsidePlain(event, 60),
  ];
  const isLong = charactersOf(title).length > LONG;
  return matchRow(page, {
    mark: winner === null ? rowElement({ width: size }) : winnerMark(winner, size),
    title,
    // On a phone the event has a line of its own, which a long name takes.
    facts:
      page.format === 'inline'
        ? dotted(facts)
        : [dotted(facts.slice(0, 2)), ...(isLong ? [] : facts.slice(2))],
    isDense: true,
    score,
    side: firstSide,
    note:
      match.status === 'retired'
        ? t('schedule.retired')
        : score.length === 0
          ? meetingScore(reader, meeting)
          : null,
  });
};

const counted = ({ team_1, team_2 }: ByTeam<number>): string => `${team_1}–${team_2}`;

const factsOf = (reader: Reader, { teams, record, eventName }: HeadToHeadPictureView): string => {
  const last = record.meetings
    .slice(0, MEETINGS.phone)
    .map((meeting) =>
      outsidePlain(
        [
          `${beatText(reader, meeting)} ${meetingScore(reader, toldByWinner(meeting))}`,
          ...meetingFacts(reader, meeting, eventName),
        ].join(', '),
        200,
      ),
    );
  return reader.t('h2h.alt', {
    first: sideText(reader, teams.team_1),
    second: sideText(reader, teams.team_2),
    matches: counted(record.matches),
    sets: counted(record.sets),
    games: counted(record.games),
    last: last.join('; '),
  });
};
