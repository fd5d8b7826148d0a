import type { Reader } from '../../i18n/i18n.ts';
import { outside, timestamp } from '../../i18n/text.ts';
import { buttonRow, controlId, pageButtons, pageOf } from '../controls.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { dotted } from '../lines.ts';
import type { Block } from '../../domain/stored-data.ts';

const PER_PAGE = 15;
const REASON_MAX = 100;

export const blockNote = (
  { t }: Reader,
  done: 'added' | 'removed' | 'unknown',
  discordId: string,
): string => t(`block.${done}`, { id: discordId });

export const blockListMessage = (
  reader: Reader,
  blocks: readonly Block[],
  page: number,
  note?: string,
): MessageBody => {
  const { t } = reader;
  const { shown, ...paged } = pageOf(blocks, PER_PAGE, page);
  const lines = shown.map(({ discordId, reason, since }) =>
    dotted([`\`${discordId}\``, timestamp(since, 'R'), outside(reason, REASON_MAX)]),
  );
  return embedReply(
    {
      title: t('block.title', { count: blocks.length }),
      description: lines.join('\n') || t('block.none'),
      color: COLOURS.warning,
    },
    {
      ...(note === undefined ? {} : { content: note }),
      components: buttonRow(...pageButtons(reader, paged, (to) => controlId('block', 'page', to))),
    },
  );
};
