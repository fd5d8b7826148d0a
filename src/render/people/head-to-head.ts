import type { APIEmbedField } from 'discord-api-types/v10';
import { FIELD_MAX } from '../../discord/message-limits.ts';
import type { HeadToHead } from '../../domain/people/head-to-head.ts';
import { scoreOf } from '../../domain/match/reading.ts';
import { formatSets, leaderOf } from '../../domain/match/score.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { CommonOpponent } from '../../domain/people/common-opponents.ts';
import type { Appearance } from '../../domain/people/form.ts';
import { TEAMS, opponentOf, type ByTeam } from '../../domain/terms.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { buttonRow, controlId, pageButtons, pageOf } from '../controls.ts';
import { dotted, joinedWithin, joinedLines, readAtLine } from '../lines/lines.ts';
import { matchContext } from '../lines/match-line.ts';
import { upcomingLine } from '../lines/appearance-line.ts';
import { meetingLine, type EventName } from '../lines/meeting-line.ts';
import { COLOURS, type MessageBody, embedReply, factFields } from '../message.ts';
import { pairName, sideName, sidesTitle, idsOf, type Named } from '../lines/names.ts';
import type { PictureFile } from '../pictures/picture.ts';

export interface HeadToHeadView {
  readonly teams: ByTeam<readonly Named[]>;
  readonly record: HeadToHead;
  /** All meetings; more than were counted when there were too many to read. */
  readonly total: number;
  /** Of two pairs: their players' records against each other, with any partner. */
  readonly individual: readonly IndividualRecord[];
  /** Of sides that never met: whom both have met. */
  readonly common: readonly CommonOpponent[];
  /** Of two single players: what they are or were as a pair. */
  readonly partnership: Partnership | null;
  readonly next: NextMeeting | null;
  /** The match that they are playing now. */
  readonly inPlay: { readonly held: TrackedMatch; readonly seen: Pick<Appearance, 'side'> } | null;
  readonly readAt: number;
  readonly eventName: EventName;
  /** The same facts as a picture; null when there is none. */
  readonly picture: PictureFile | null;
}

export interface IndividualRecord {
  readonly first: Named;
  readonly second: Named;
  readonly won: number;
  readonly lost: number;
}

export interface Partnership {
  /** The latest pair of both. */
  readonly isCurrent: boolean;
  /** Local date, `YYYY-MM-DD`; null when unknown. */
  readonly lastMatchOn: string | null;
}

/** The next match of two sides against each other, from the side of the first. */
export interface NextMeeting {
  readonly next: Appearance;
  /** The UTC offset in minutes of its venue; null when unknown. */
  readonly offset: number | null;
}

/** Opponents in common on the card. */
const COMMON_SHOWN = 5;

/** Meetings on the card; the pages list all of them. */
const MEETINGS_SHOWN = 5;

export const headToHeadMessage = (reader: Reader, view: HeadToHeadView): MessageBody => {
  const { t } = reader;
  const { teams, record, total, picture } = view;
  const met = record.meetings.length > 0;
  const counted = record.meetings.length;
  const ids = [idsOf(teams.team_1), idsOf(teams.team_2)] as const;
  const lines = [
    leadLine(reader, view),
    partnershipLine(reader, view.partnership),
    counted < total ? t('h2h.partial', { counted: String(counted), total: String(total) }) : null,
    walkoverLine(reader, record),
    readAtLine(t, view.readAt),
  ];
  return embedReply({
    title: sidesTitle(teams),
    description: lines,
    color: COLOURS.final,
    fields: [
      ...(met ? totals(reader, view) : []),
      individualField(reader, view),
      // The picture and its alternative text have them already.
      met && picture === null ? meetingsField(reader, view) : null,
      commonField(reader, view),
      inPlayField(reader, view),
      nextField(reader, view),
    ],
    components: buttonRow(
      view.inPlay && {
        id: controlId('match', 'card', view.inPlay.held.match.id),
        label: t('button.match'),
      },
      // Nobody plays against their partner.
      view.partnership?.isCurrent === true
        ? null
        : { id: controlId('simulate', ...ids), label: t('button.simulate') },
      counted > MEETINGS_SHOWN
        ? { id: meetingsId(teams, 1), label: t('button.allMeetings') }
        : null,
    ),
    picture,
    share: controlId('h2h', 'players', ...ids),
  });
};

const meetingsId = (teams: ByTeam<readonly Named[]>, page: number): string =>
  controlId('h2h', 'all', idsOf(teams.team_1), idsOf(teams.team_2), page);

/** Who leads, in markdown. */
export const leadLine = (
  { t }: Reader,
  { teams, record }: Pick<HeadToHeadView, 'teams' | 'record'>,
  nameOf = sideName,
): string => {
  const { matches, meetings } = record;
  if (meetings.length === 0) return t('h2h.never');
  const leader = leaderOf(matches);
  if (leader === null) return t('h2h.level', { won: matches.team_1 });
  const values = {
    leader: nameOf(teams, leader),
    won: matches[leader],
    lost: matches[opponentOf(leader)],
  };
  return teams[leader].length === 1 ? t('h2h.leadsOne', values) : t('h2h.leads', values);
};

/** A walkover counts as a win here, but not in statistics of played matches. */
const walkoverLine = ({ t }: Reader, { meetings }: HeadToHead): string | null =>
  meetings.some(({ match }) => match.status === 'walkover') ? `-# ${t('h2h.walkoverNote')}` : null;

const individualLine = ({ first, second, won, lost }: IndividualRecord): string => {
  const sides = { team_1: [first], team_2: [second] };
  return `${sideName(sides, 'team_1')} ${won}–${lost} ${sideName(sides, 'team_2')}`;
};

const partnershipLine = ({ t, locale }: Reader, partnership: Partnership | null): string | null => {
  if (partnership === null) return null;
  const { isCurrent, lastMatchOn } = partnership;
  const what = t(isCurrent ? 'h2h.partners' : 'h2h.formerPartners');
  if (lastMatchOn === null) return what;
  return `${what} ${t('h2h.latestTogether', { date: localDate(locale, lastMatchOn) })}`;
};

/** What was won and lost: of single players in three fields, of pairs in one beside their players'. */
const totals = ({ t }: Reader, { record, individual }: HeadToHeadView): APIEmbedField[] => {
  const { matches, sets, games } = record;
  const counts = [
    [t('follow.kind.match'), matches],
    [t('h2h.sets'), sets],
    [t('h2h.games'), games],
  ] as const;
  const facts = counts.map(([name, of]) => [name, `${of.team_1} – ${of.team_2}`] as const);
  if (individual.length === 0) return factFields(facts);
  const lines = facts.map(([name, value]) => t('labelled', { name, value }));
  return [{ name: t('h2h.asPairs'), value: joinedLines(lines), inline: true }];
};

/** The records across all partners differ widely from those of the pairs. */
const individualField = ({ t }: Reader, { individual }: HeadToHeadView): APIEmbedField | null =>
  individual.length === 0
    ? null
    : {
        name: t('h2h.anyPartner'),
        value: joinedWithin(individual.map(individualLine), FIELD_MAX),
        inline: true,
      };

const commonField = ({ t }: Reader, { teams, common }: HeadToHeadView): APIEmbedField | null => {
  if (common.length === 0) return null;
  const lines = common.slice(0, COMMON_SHOWN).map(({ players, against }) => {
    const records = TEAMS.map((team) => {
      const { won, lost } = against[team];
      return `${sideName(teams, team)} ${won}–${lost}`;
    });
    return t('labelled', { name: `**${pairName(players)}**`, value: records.join(' · ') });
  });
  return { name: t('h2h.common'), value: joinedWithin(lines, FIELD_MAX) };
};

const nextField = (reader: Reader, { next, eventName }: HeadToHeadView): APIEmbedField | null =>
  next && {
    name: reader.t('form.next'),
    value: upcomingLine(reader, next.next, eventName, next.offset),
  };

const inPlayField = ({ t }: Reader, { inPlay }: HeadToHeadView): APIEmbedField | null =>
  inPlay && {
    name: t('player.inPlay'),
    value: dotted([
      formatSets(scoreOf(inPlay.held.state), inPlay.seen.side),
      outside(matchContext(t, inPlay.held), 200),
    ]),
  };

const meetingsField = (reader: Reader, { record, eventName }: HeadToHeadView): APIEmbedField => {
  const shown = record.meetings.slice(0, MEETINGS_SHOWN);
  const lines = shown.map((meeting) => meetingLine(reader, meeting, eventName));
  return {
    name: reader.t('h2h.last'),
    value: joinedWithin(lines, FIELD_MAX),
  };
};

/** Ten lines with the longest names and scores fit into a description. */
const PER_PAGE = 10;

/** A page of all meetings of two sides, latest first. */
export const meetingsMessage = (
  reader: Reader,
  view: Pick<HeadToHeadView, 'teams' | 'record' | 'total' | 'readAt' | 'eventName'>,
  asked: number,
): MessageBody => {
  const { t } = reader;
  const { teams, record, eventName } = view;
  const { shown, page, lastPage } = pageOf(record.meetings, PER_PAGE, asked);
  return embedReply({
    title: sidesTitle(teams),
    description: [
      leadLine(reader, view),
      '',
      ...shown.map((meeting) => meetingLine(reader, meeting, eventName)),
      '',
      walkoverLine(reader, record),
      readAtLine(t, view.readAt),
    ],
    color: COLOURS.final,
    components: buttonRow(
      ...pageButtons(reader, { page, lastPage }, (to) => meetingsId(teams, to)),
      {
        id: controlId('h2h', 'card', idsOf(teams.team_1), idsOf(teams.team_2)),
        label: t('button.back'),
      },
    ),
  });
};
