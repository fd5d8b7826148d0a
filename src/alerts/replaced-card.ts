import { replacedCardDeleted, type CardKey } from '../store/cards.ts';
import type { Db } from '../store/database.ts';
import type { ChannelWriter } from './sender.ts';

/**
 * Deletes the message that a card has replaced, if it has; with the next edit of the card when
 * Discord would not now.
 */
export const removeReplaced = async (
  db: Db,
  key: CardKey,
  replacedMessageId: string | null,
  writer: ChannelWriter,
): Promise<void> => {
  if (replacedMessageId === null) return;
  const { kind } = await writer.remove(replacedMessageId);
  if (kind !== 'failed' && kind !== 'limited') await replacedCardDeleted(db, key);
};
