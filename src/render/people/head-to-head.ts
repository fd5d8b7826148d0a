import type { APIEmbedField } from 'discord-api-types/v10';
import { FIELD_MAX } from '../../discord/message-limits.ts';
import type { HeadToHead } from '../../domain/people/head-to-head.ts';
import { leaderOf } from '../../domain/match/score.ts';
import { opponentOf, type ByTeam } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { buttonRow, controlId } from '../controls.ts';
import { joinedWithin, joinedLines, readAtLine } from '../lines.ts';
import { meetingLine, type EventName } from './meeting-line.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { sideName, sidesTitle, idsOf, type Named } from './names.ts';
import type { PictureFile } from '../pictures/picture.ts';

export interface HeadToHeadView {
  readonly teams: ByTeam<readonly Named[]>;
  readonly record: HeadToHead;
  /** All meetings; more than were counted when there were too many to read. */
  readonly total: number;
  /** For pairs that never met: their players' records against each other. */
  readonly individual: readonly IndividualRecord[];
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

/** Meetings on the card; the pages list all of them. */
const MEETINGS_SHOWN = 5;

export const headToHeadMessage = (reader: Reader, view: HeadToHeadView): MessageBody => {
  const { t } = reader;
  const { teams, record, total, picture } = view;
  const met = record.meetings.length > 0;
  const counted = record.meetings.length;
  const lines = [
    met ? leadLine(reader, view) : t('h2h.never'),
    view.individual.length === 0 ? null : t('h2h.individual'),
    ...view.individual.map(individualLine),
    counted < total ? t('h2h.partial', { counted: String(counted), total: String(total) }) : null,
    walkoverLine(reader, record),
    readAtLine(t, view.readAt),
  ];
  return embedReply(
    {
      title: sidesTitle(teams),
      description: joinedLines(lines),
      color: COLOURS.final,
      fields: met
        ? [
            ...totals(reader, record),
            // The picture and its alternative text have them already.
            ...(picture === null ? [meetingsField(reader, view)] : []),
          ]
        : [],
    },
    {
      components: buttonRow(
        {
          id: controlId('simulate', idsOf(teams.team_1), idsOf(teams.team_2)),
          label: t('button.simulate'),
        },
        ...(counted > MEETINGS_SHOWN
          ? [{ id: meetingsId(teams, 1), label: t('button.allMeetings') }]
          : []),
      ),
      picture,
    },
  );
};

export const meetingsId = (teams: ByTeam<readonly Named[]>, page: number): string =>
  controlId('h2h', 'all', idsOf(teams.team_1), idsOf(teams.team_2), page);

/** Who leads, in markdown. */
export const leadLine = (
  { t }: Reader,
  { teams, record }: Pick<HeadToHeadView, 'teams' | 'record'>,
): string => {
  const { matches } = record;
  const leader = leaderOf(matches);
  if (leader === null) return t('h2h.level', { won: matches.team_1 });
  const values = {
    leader: sideName(teams, leader),
    won: matches[leader],
    lost: matches[opponentOf(leader)],
  };
  return teams[leader].length === 1 ? t('h2h.leadsOne', values) : t('h2h.leads', values);
};

/** A walkover counts as a win here, but not in statistics of played matches. */
export const walkoverLine = ({ t }: Reader, { meetings }: HeadToHead): string | null =>
  meetings.some(({ match }) => match.status === 'walkover') ? `-# ${t('h2h.walkoverNote')}` : null;

const individualLine = ({ first, second, won, lost }: IndividualRecord): string => {
  const sides = { team_1: [first], team_2: [second] };
  return `${sideName(sides, 'team_1')} ${won}–${lost} ${sideName(sides, 'team_2')}`;
};

const totals = ({ t }: Reader, { matches, sets, games }: HeadToHead): APIEmbedField[] =>
  [
    { name: t('h2h.matches'), of: matches },
    { name: t('h2h.sets'), of: sets },
    { name: t('h2h.games'), of: games },
  ].map(({ name, of }) => ({ name, value: `${of.team_1} – ${of.team_2}`, inline: true }));

const meetingsField = (reader: Reader, { record, eventName }: HeadToHeadView): APIEmbedField => {
  const shown = record.meetings.slice(0, MEETINGS_SHOWN);
  const lines = shown.map((meeting) => meetingLine(reader, meeting, eventName));
  return {
    name: reader.t('h2h.last', { count: shown.length }),
    value: joinedWithin(lines, FIELD_MAX),
  };
};
