import type { Reader } from '../../i18n/i18n.ts';
import { buttonRow, controlId, pageButtons, pageOf } from '../controls.ts';
import { leadLine, meetingsId, walkoverLine, type HeadToHeadView } from './head-to-head.ts';
import { meetingLine } from '../lines/meeting-line.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { idsOf, sidesTitle } from '../lines/names.ts';
import { joinedLines, readAtLine } from '../lines/lines.ts';

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
  const description = joinedLines([
    leadLine(reader, view),
    '',
    ...shown.map((meeting) => meetingLine(reader, meeting, eventName)),
    '',
    walkoverLine(reader, record),
    readAtLine(t, view.readAt),
  ]);
  return embedReply(
    { title: sidesTitle(teams), description, color: COLOURS.final },
    {
      components: buttonRow(
        ...pageButtons(reader, { page, lastPage }, (to) => meetingsId(teams, to)),
        {
          id: controlId('h2h', 'card', idsOf(teams.team_1), idsOf(teams.team_2)),
          label: t('button.back'),
        },
      ),
    },
  );
};
