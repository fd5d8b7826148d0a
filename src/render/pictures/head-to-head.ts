import type { HeadToHead, Meeting } from '../../domain/head-to-head.ts';
import type { ByTeam } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain, shortened } from '../../i18n/text.ts';
import {
  meetingFacts,
  meetingScore,
  outcomeOf,
  type EventName,
  type MeetingOutcome,
} from '../meeting-line.ts';
import { surnameOf } from '../names.ts';
import { column, row, text, type Element } from './element.ts';
import type { Picture } from './picture.ts';
import { facingSides, heightOfSides, sheet, type Sides } from './sides.ts';
import { SIZES, THEME, WIDTH } from './theme.ts';

export interface HeadToHeadPictureView {
  readonly teams: Sides;
  readonly record: HeadToHead;
  readonly eventName: EventName;
}

const MEETINGS = 5;
const ROW = 52;
/** The totals and the paddings; the sides and each meeting add to it. */
const HEIGHT = 220;
const ALT_MAX = 1_024;

/** The head-to-head as a card to share: who leads, in sets and games too, and the last meetings. */
export const headToHeadPicture = (reader: Reader, view: HeadToHeadPictureView): Picture => {
  const { teams, record } = view;
  const shown = record.meetings.slice(0, MEETINGS);
  const height = HEIGHT + heightOfSides(teams) + shown.length * ROW;
  return {
    width: WIDTH,
    height,
    alt: altOf(reader, view),
    root: sheet(
      { justifyContent: 'space-between' },
      facingSides(teams, bigScore(record.matches)),
      totalsRow(reader, record),
      column({}, ...shown.map((meeting) => meetingRow(reader, meeting, view.eventName))),
    ),
  };
};

const bigScore = ({ team_1, team_2 }: ByTeam<number>): Element =>
  row(
    { alignItems: 'center', gap: 16, fontSize: 80, fontWeight: 700 },
    text({ color: THEME.team_1 }, String(team_1)),
    text({ color: THEME.dim, fontSize: 60 }, '–'),
    text({ color: THEME.team_2 }, String(team_2)),
  );

const totalsRow = ({ t }: Reader, { sets, games }: HeadToHead): Element =>
  row(
    { justifyContent: 'center', gap: 24 },
    total(t('h2h.sets'), sets),
    total(t('h2h.games'), games),
  );

const total = (name: string, { team_1, team_2 }: ByTeam<number>): Element =>
  row(
    {
      alignItems: 'center',
      gap: 16,
      padding: '10px 28px',
      borderRadius: 14,
      background: THEME.panel,
    },
    text({ fontSize: SIZES.small, color: THEME.dim }, name),
    text({ fontSize: SIZES.normal, fontWeight: 600 }, `${team_1} – ${team_2}`),
  );

/** The colour of who won; a hollow ring where nobody is known to have. */
const MARKS: Readonly<Record<MeetingOutcome, string>> = {
  won: THEME.team_1,
  lost: THEME.team_2,
  unknown: THEME.line,
};

/** The mark of a win stands on the side of who won: told apart without colours. */
const meetingRow = (reader: Reader, meeting: Meeting, eventName: EventName): Element => {
  const outcome = outcomeOf(meeting);
  const facts = meetingFacts(reader, meeting, eventName)
    .map((fact) => outsidePlain(fact, 22))
    .join(' · ');
  return row(
    {
      height: ROW,
      alignItems: 'center',
      justifyContent: 'space-between',
      borderTop: `2px solid ${THEME.line}`,
    },
    mark(outcome === 'won' ? MARKS.won : null),
    row(
      { width: 840, alignItems: 'center', justifyContent: 'space-between' },
      text(
        { fontSize: 26, fontWeight: 600, maxWidth: 300 },
        outsidePlain(meetingScore(reader, meeting), 60),
      ),
      text({ fontSize: SIZES.small, color: THEME.dim, maxWidth: 530 }, facts),
    ),
    mark(outcome === 'lost' ? MARKS.lost : null),
  );
};

const mark = (colour: string | null): Element =>
  column({
    width: 18,
    height: 18,
    borderRadius: 9,
    ...(colour === null ? {} : { background: colour }),
  });

const sideName = (players: Sides['team_1']): string =>
  players.map(({ name }) => outsidePlain(surnameOf(name), 40)).join(' / ');

const counted = ({ team_1, team_2 }: ByTeam<number>): string => `${team_1}–${team_2}`;

const altOf = (reader: Reader, { teams, record, eventName }: HeadToHeadPictureView): string => {
  const shown = record.meetings.slice(0, MEETINGS);
  const last = shown.map((meeting) =>
    outsidePlain(
      [meetingScore(reader, meeting), ...meetingFacts(reader, meeting, eventName)].join(', '),
      120,
    ),
  );
  const values = {
    first: sideName(teams.team_1),
    second: sideName(teams.team_2),
    matches: counted(record.matches),
    sets: counted(record.sets),
    games: counted(record.games),
    last: last.join('; '),
  };
  return shortened(reader.t('h2h.alt', values), ALT_MAX);
};
