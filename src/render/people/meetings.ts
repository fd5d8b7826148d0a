import type { Reader } from '../../i18n/i18n.ts';
import { timestamp } from '../../i18n/text.ts';
import { buttonRow, controlId, pageButtons } from '../controls.ts';
import { leadLine, meetingsId, walkoverLine, type HeadToHeadView } from './head-to-head.ts';
import { meetingLine } from './meeting-line.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from '../message.ts';
import { idsOf, sidesTitle } from './names.ts';

/** Ten lines with the longest names and scores fit into a description. */
const PER_PAGE = 10;

/** A page of all meetings of two sides, latest first. */
export const meetingsMessage = (
  reader: Reader,
  view: Omit<HeadToHeadView, 'picture' | 'individual'>,
  asked: number,
): MessageBody => {
  const { t } = reader;
  const { teams, record, eventName } = view;
  const lastPage = Math.max(1, Math.ceil(record.meetings.length / PER_PAGE));
  const page = Math.min(Math.max(1, asked), lastPage);
  const shown = record.meetings.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const walkovers = walkoverLine(reader, record);
  const lines = [
    leadLine(reader, view),
    '',
    ...shown.map((meeting) => meetingLine(reader, meeting, eventName)),
    '',
    ...(walkovers === null ? [] : [walkovers]),
    `-# ${t('readAt', { when: timestamp(view.readAt, 'R') })}`,
  ];
  return {
    embeds: [{ title: sidesTitle(teams), description: lines.join('\n'), color: COLOURS.final }],
    components: buttonRow(
      ...pageButtons(reader, { page, lastPage }, (to) => meetingsId(teams, to)),
      {
        id: controlId('h2h', 'card', idsOf(teams.team_1), idsOf(teams.team_2)),
        label: t('button.back'),
      },
    ),
    allowed_mentions: NO_MENTIONS,
  };
};
