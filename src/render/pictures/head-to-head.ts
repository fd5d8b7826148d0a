import type { HeadToHead, Meeting } from '../../domain/people/head-to-head.ts';
import { leaderOf } from '../../domain/match/score.ts';
import type { ByTeam, Instant, Team } from '../../domain/terms.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain } from '../../i18n/text.ts';
import { dotted } from '../lines/lines.ts';
import {
  meetingFacts,
  meetingScore,
  meetingSign,
  meetingOutcome,
  type EventName,
} from '../lines/meeting-line.ts';
import { plainSideName } from '../lines/names.ts';
import { facingSides, sideText, type Sides } from './contenders.ts';
import { column, rowElement, textElement, THEME, type Element } from './element.ts';
import { winnerMark } from './marks.ts';
import { matchRow } from './match-row.ts';
import type { Picture } from './picture.ts';
import { poster, type Page } from './poster.ts';

interface HeadToHeadPictureView {
  readonly teams: Sides;
  readonly record: HeadToHead;
  readonly readAt: Instant;
  readonly eventName: EventName;
}

const MEETINGS = 3;

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
        ? [facingSides(page, teams, middle(reader, page, record))]
        : [facingSides(page, teams, null), middle(reader, page, record)]),
      column(
        { gap: page.sizes.fine / 3 },
        ...record.meetings
          .slice(0, MEETINGS)
          .map((meeting) => meetingRow(reader, page, meeting, view.eventName)),
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
const middle = ({ t }: Reader, { sizes }: Page, { matches, sets, games }: HeadToHead): Element => {
  const fontSize = sizes.figure * (Math.max(matches.team_1, matches.team_2) < 100 ? 1 : 0.7);
  const total = (name: string, { team_1, team_2 }: ByTeam<number>): Element =>
    textElement({ fontSize: sizes.fine, color: THEME.dim }, `${name} ${team_1}–${team_2}`);
  return column(
    { alignItems: 'center', flexShrink: 0 },
    rowElement(
      { alignItems: 'center', gap: fontSize / 5, fontSize, fontWeight: 800, lineHeight: 1.1 },
      textElement({ flexShrink: 0, color: THEME.team_1 }, String(matches.team_1)),
      textElement({ flexShrink: 0, color: THEME.dim, fontSize: 0.6 * fontSize }, '–'),
      textElement({ flexShrink: 0, color: THEME.team_2 }, String(matches.team_2)),
    ),
    total(t('h2h.sets'), sets),
    total(t('h2h.games'), games),
  );
};

const meetingRow = (
  reader: Reader,
  page: Page,
  meeting: Meeting,
  eventName: EventName,
): Element => {
  const { t, locale } = reader;
  const { match, firstSide } = meeting;
  const outcome = meetingOutcome(meeting);
  const size = page.sizes.normal * 1.3;
  const score = match.status === 'walkover' ? [] : (match.score ?? []);
  return matchRow(page, {
    mark:
      outcome === 'unknown'
        ? rowElement({ width: size })
        : winnerMark(outcome === 'won' ? 'team_1' : 'team_2', size),
    title: dotted([
      match.round === null ? outsidePlain(match.roundName, 40) : t(`round.${match.round}`),
      match.playedOn === null ? null : localDate(locale, match.playedOn),
    ]),
    facts: outsidePlain(
      (match.tournamentId === null ? null : eventName(match.tournamentId)) ?? '',
      60,
    ),
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
    .slice(0, MEETINGS)
    .map((meeting) =>
      outsidePlain(
        [
          `${meetingSign(meeting)} ${meetingScore(reader, meeting)}`,
          ...meetingFacts(reader, meeting, eventName),
        ].join(', '),
        120,
      ),
    );
  return reader.t('h2h.alt', {
    first: sideText(teams.team_1),
    second: sideText(teams.team_2),
    matches: counted(record.matches),
    sets: counted(record.sets),
    games: counted(record.games),
    last: last.join('; '),
  });
};
