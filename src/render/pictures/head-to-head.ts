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

/** Who leads, and by how much; recent meetings below. */
export const headToHeadPicture = (reader: Reader, view: HeadToHeadPictureView): Picture => {
  const { t } = reader;
  const { teams, record, readAt } = view;
  return poster(
    reader,
    {
      ...{ kicker: t('button.headToHead'), headline: headlineOf(reader, view) },
      ...{ facts: factsOf(reader, view), readAt },
    },
    (page) => [
      ...(page.format === 'inline'
        ? [facingSides(reader, page, teams, middle(reader, page, record))]
        : [
            ...TEAMS.map((team) => sidePanel(reader, page, view, team)),
            totals(reader, page, record),
          ]),
      column(
        { gap: page.sizes.fine / 3, flexGrow: 1, justifyContent: 'center' },
        ...record.meetings
          .slice(0, meetingsOn(page, teams))
          .map((meeting) => meetingRow(reader, page, meeting, view)),
      ),
    ],
  );
};

const MEETINGS = 3;

/** Two pairs leave less room than two players. */
const meetingsOn = ({ format }: Page, { team_1 }: Sides): number =>
  format === 'inline' && team_1.length > 1 ? MEETINGS - 1 : MEETINGS;

/** A side on a phone, with the matches that it won. */
const sidePanel = (
  reader: Reader,
  page: Page,
  { teams, record }: HeadToHeadPictureView,
  team: Team,
): Element => {
  const padding = page.sizes.fine / 2;
  // Pairs leave room for the meetings.
  const large = (teams.team_1.length > 1 ? 0.82 : 1) * page.sizes.large;
  const within = { ...page, width: page.width - 3 * padding, sizes: { ...page.sizes, large } };
  return rowElement(
    {
      ...{ boxSizing: 'border-box', width: page.width, borderRadius: 12, background: THEME.panel },
      padding: `${padding / 2}px ${padding}px ${padding / 2}px ${padding * 1.5}px`,
      borderLeft: `${padding / 2}px solid ${THEME[team]}`,
    },
    wideSide(reader, within, teams, { team, figure: String(record.matches[team]) }),
  );
};

/** The last meetings that one side won in a row. */
const streakOf = ({ meetings }: HeadToHead) => {
  const outcomes = meetings.map(meetingOutcome);
  const [last] = outcomes;
  if (last === undefined || last === 'unknown') return null;
  const end = outcomes.findIndex((each) => each !== last);
  const team: Team = last === 'won' ? 'team_1' : 'team_2';
  return { team, count: end === -1 ? outcomes.length : end };
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
  const [lost = 0, won = 0] = TEAMS.map((team) => matches[team]).toSorted((a, b) => a - b);
  const key = isSingle ? 'h2h.leadsOne' : 'h2h.leads';
  const standing =
    leader === null
      ? t('h2h.level', { won })
      : t(key, { leader: name(leader), won, lost }).replaceAll('**', '');
  if (streak === null || streak.count < STREAK || streak.team === leader) return standing;
  const values = { standing, pair: name(streak.team), count: streak.count };
  return t('h2h.but', values);
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
  { teams, eventName, readAt }: HeadToHeadPictureView,
): Element => {
  const { t, locale } = reader;
  const { match, firstSide } = toldByWinner(meeting);
  const winner = winnerOf(meeting);
  const size = page.sizes.normal * 1.3;
  const isTight = page.format === 'phone' && teams.team_1.length > 1;
  const event = (match.tournamentId === null ? null : eventName(match.tournamentId)) ?? '';
  const title = winner === null ? beatText(reader, meeting) : plainSideName(match.teams, firstSide);
  const round =
    match.round === null ? outsidePlain(match.roundName, 40) : t(`round.${match.round}`);
  const day = match.playedOn === null ? '' : dayOf(locale, match.playedOn, readAt);
  return matchRow(reader, page, {
    mark: winner === null ? rowElement({ width: size }) : winnerMark(winner, size),
    title,
    // A long name takes the line of the event.
    facts:
      isTight && charactersOf(title).length > LONG
        ? [dotted([round, day]), '']
        : [round, dotted([day, outsidePlain(event, 60)])],
    match,
    side: firstSide,
    scale: isTight ? 0.9 : 0.96,
  });
};

/** A longer name has two lines beside three sets. */
const LONG = 26;

const counted = ({ team_1, team_2 }: ByTeam<number>): string => `${team_1}–${team_2}`;

const factsOf = (reader: Reader, { teams, record, eventName }: HeadToHeadPictureView): string => {
  const last = record.meetings
    .slice(0, MEETINGS)
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
    ...{ matches: counted(record.matches), sets: counted(record.sets) },
    games: counted(record.games),
    last: last.join('; '),
  });
};
