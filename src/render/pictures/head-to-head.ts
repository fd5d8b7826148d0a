import { ALT_TEXT_MAX } from '../../discord/message-limits.ts';
import type { HeadToHead, Meeting } from '../../domain/people/head-to-head.ts';
import type { ByTeam, Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain, shortened } from '../../i18n/text.ts';
import {
  meetingFacts,
  meetingScore,
  meetingSign,
  meetingOutcome,
  type EventName,
  type MeetingOutcome,
} from '../lines/meeting-line.ts';
import {
  blockElement,
  column,
  rowElement,
  textElement,
  PADDING,
  SIZES,
  THEME,
  WIDTH,
  type Element,
} from './element.ts';
import type { Picture } from './picture.ts';
import { sheet } from './sheet.ts';
import { facingSides, heightOfSides, sideText, type Sides } from './sides.ts';

interface HeadToHeadPictureView {
  readonly teams: Sides;
  readonly record: HeadToHead;
  readonly readAt: Instant;
  readonly eventName: EventName;
}

const MEETINGS = 5;
const ROW = 54;
/** The height of title, totals and padding; the sides and each meeting add to it. */
const HEIGHT = 262;

/** The head-to-head as a card to share: the leader, also in sets and games, and recent meetings. */
export const headToHeadPicture = (reader: Reader, view: HeadToHeadPictureView): Picture => {
  const { teams, record } = view;
  const shown = record.meetings.slice(0, MEETINGS);
  const height = HEIGHT + heightOfSides(teams) + shown.length * ROW;
  return sheet(
    reader,
    { height, alt: altOf(reader, view), readAt: view.readAt },
    textElement({ fontSize: SIZES.small, color: THEME.dim }, reader.t('button.headToHead')),
    facingSides(teams, bigScore(record.matches)),
    totalsRow(reader, record),
    column({}, ...shown.map((meeting) => meetingRow(reader, meeting, view.eventName))),
  );
};

/** As large as fits between the sides; never cut. */
const bigScore = ({ team_1, team_2 }: ByTeam<number>): Element => {
  const fontSize = Math.max(team_1, team_2) < 100 ? 80 : 54;
  return rowElement(
    { alignItems: 'center', gap: fontSize / 5, fontSize, fontWeight: 700 },
    textElement({ flexShrink: 0, color: THEME.team_1 }, String(team_1)),
    textElement({ flexShrink: 0, color: THEME.dim, fontSize: 0.75 * fontSize }, '–'),
    textElement({ flexShrink: 0, color: THEME.team_2 }, String(team_2)),
  );
};

const totalsRow = ({ t }: Reader, { sets, games }: HeadToHead): Element =>
  rowElement(
    { justifyContent: 'center', gap: 24 },
    total(t('h2h.sets'), sets),
    total(t('h2h.games'), games),
  );

const total = (name: string, { team_1, team_2 }: ByTeam<number>): Element =>
  rowElement(
    {
      alignItems: 'center',
      gap: 16,
      padding: '10px 28px',
      borderRadius: 14,
      background: THEME.panel,
    },
    textElement({ fontSize: SIZES.small, color: THEME.dim }, name),
    textElement({ fontSize: SIZES.normal, fontWeight: 600 }, `${team_1} – ${team_2}`),
  );

/** The winner's colour; a hollow ring when the winner is unknown. */
const MARKS: Readonly<Record<MeetingOutcome, string>> = {
  won: THEME.team_1,
  lost: THEME.team_2,
  unknown: THEME.line,
};

const RULE = 2;
const INNER = WIDTH - 2 * PADDING;

/** The mark of a win is on the winner's side, so it can be read without colours. */
const meetingRow = (reader: Reader, meeting: Meeting, eventName: EventName): Element => {
  const outcome = meetingOutcome(meeting);
  const score = outsidePlain(meetingScore(reader, meeting), 60);
  return column(
    {},
    blockElement({ width: INNER, height: RULE, background: THEME.line }),
    rowElement(
      { height: ROW - RULE, alignItems: 'center', justifyContent: 'space-between' },
      mark(outcome === 'won' ? MARKS.won : null),
      rowElement(
        { width: 848, alignItems: 'center', gap: 24 },
        textElement({ flexShrink: 0, fontSize: 27, fontWeight: 600, maxWidth: 400 }, score),
        factsOf(reader, meeting, eventName),
      ),
      mark(outcome === 'lost' ? MARKS.lost : null),
    ),
  );
};

/** Date, event and round; a long event name leaves space for the others. */
const factsOf = (reader: Reader, meeting: Meeting, eventName: EventName): Element => {
  const [first, ...others] = meetingFacts(reader, meeting, eventName).map((fact) =>
    outsidePlain(fact, 60),
  );
  const last = others.pop();
  const ends = { flexShrink: 0 };
  const parts = [
    first === undefined ? null : textElement(ends, first),
    ...others.map((fact) => textElement({ flexShrink: 1, minWidth: 0 }, fact)),
    last === undefined ? null : textElement(ends, last),
  ].filter((part) => part !== null);
  return rowElement(
    { ...REST, justifyContent: 'flex-end', fontSize: SIZES.fine, color: THEME.dim },
    ...parts.flatMap((part, index) => (index === 0 ? [part] : [textElement(SEPARATOR, '·'), part])),
  );
};

const REST = { flexGrow: 1, flexBasis: 0, minWidth: 0 } as const;
const SEPARATOR = { flexShrink: 0, padding: '0 7px' } as const;

const MARK = 20;

const mark = (colour: string | null): Element =>
  blockElement({
    width: MARK,
    height: MARK,
    borderRadius: MARK / 2,
    ...(colour === null ? {} : { background: colour }),
  });

const counted = ({ team_1, team_2 }: ByTeam<number>): string => `${team_1}–${team_2}`;

const altOf = (reader: Reader, { teams, record, eventName }: HeadToHeadPictureView): string => {
  const shown = record.meetings.slice(0, MEETINGS);
  const last = shown.map((meeting) =>
    outsidePlain(
      [
        `${meetingSign(meeting)} ${meetingScore(reader, meeting)}`,
        ...meetingFacts(reader, meeting, eventName),
      ].join(', '),
      120,
    ),
  );
  const values = {
    first: sideText(teams.team_1),
    second: sideText(teams.team_2),
    matches: counted(record.matches),
    sets: counted(record.sets),
    games: counted(record.games),
    last: last.join('; '),
  };
  return shortened(reader.t('h2h.alt', values), ALT_TEXT_MAX);
};
