import { replacedCardDeleted } from '../store/card-changes.ts';
import type { CardKey } from '../store/cards.ts';
import type { Db } from '../store/database.ts';
import { isRemoved } from './meaning.ts';
import type { ChannelWriter } from './sender.ts';

/**
 * Deletes the message that a card has replaced, if it has; with the next edit of the card when
 * Discord would not now.
 * @returns whether nothing is left of it.
 */
export const removeReplaced = async (
  db: Db,
  key: CardKey,
  replacedMessageId: string | null,
  writer: ChannelWriter,
): Promise<boolean> => {
  if (replacedMessageId === null) return true;
  const isGone = isRemoved(await writer.remove(replacedMessageId));
  if (isGone) await replacedCardDeleted(db, key);
  return isGone;
};
