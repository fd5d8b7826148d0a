import type { Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, timestamp } from '../../i18n/text.ts';
import { buttonRow, controlId, pageButtons } from '../controls.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from '../message.ts';

/** A blocked user or server. */
interface BlockView {
  readonly discordId: string;
  readonly reason: string;
  readonly since: Instant;
}

const PER_PAGE = 15;
const REASON_MAX = 100;

/** The result of a change to the block list. */
export const blockNote = (
  { t }: Reader,
  done: 'added' | 'removed' | 'unknown',
  discordId: string,
): string => t(`block.${done}`, { id: discordId });

/** A page of the block list, with a note about the last change. */
export const blockListMessage = (
  reader: Reader,
  blocks: readonly BlockView[],
  page: number,
  note?: string,
): MessageBody => {
  const { t } = reader;
  const lastPage = Math.max(1, Math.ceil(blocks.length / PER_PAGE));
  const shown = Math.min(Math.max(1, page), lastPage);
  const lines = blocks
    .slice((shown - 1) * PER_PAGE, shown * PER_PAGE)
    .map(({ discordId, reason, since }) =>
      [`\`${discordId}\``, timestamp(since, 'R'), outside(reason, REASON_MAX)]
        .filter((part) => part !== '')
        .join(' · '),
    );
  return {
    ...(note === undefined ? {} : { content: note }),
    embeds: [
      {
        title: t('block.title', { count: blocks.length }),
        description: lines.join('\n') || t('block.none'),
        color: COLOURS.warning,
      },
    ],
    components: buttonRow(
      ...pageButtons(reader, { page: shown, lastPage }, (to) => controlId('block', 'page', to)),
    ),
    allowed_mentions: NO_MENTIONS,
  };
};
