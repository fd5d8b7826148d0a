import type { MessageBody } from '../../render/message.ts';
import type { CardKey } from '../../store/cards/cards.ts';
import type { Db } from '../../store/connection/database.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import { noteThread } from '../../store/cards/threads.ts';
import { inChannel, inThread } from '../delivery/response-classification.ts';
import type { Place } from './place.ts';
import type { ChannelWriter, LostMessage, LostPost, SendOutcome } from '../delivery/sender.ts';

/** What became of a post, and where it stands now. */
export interface Written {
  readonly sent: SendOutcome;
  readonly place: Place;
}

/** What is posted, and how it is known again. */
interface Message {
  readonly body: MessageBody;
  readonly nonce: string;
  /** Where an earlier try may have opened it as a post of a forum. */
  readonly lost: LostPost | undefined;
  /** The same of a message whose nonce Discord may have forgotten. */
  readonly forgotten?: LostMessage | undefined;
}

/** Posts at its place; in the channel where the thread of the match is gone, which is noted. */
export const writePost = async (
  { db, writer }: { readonly db: Db; readonly writer: ChannelWriter },
  { key, place }: { readonly key: CardKey; readonly place: Place },
  { body, nonce, lost, forgotten }: Message,
): Promise<Written> => {
  if (place.isClosed) return { sent: { kind: 'gone' }, place };
  if (place.isNewPost) return { sent: await writer.openPost(place.name(), body, lost), place };
  if (place.threadId === null) {
    return { sent: inChannel(await writer.post(body, nonce, forgotten)), place };
  }
  const sent = inThread(await writer.within(place.threadId).post(body, nonce, forgotten));
  if (!isShut(sent, place)) return { sent, place };
  // A thread that is gone is not the channel: that one goes on without it.
  await noteThread(db, key, null);
  // Whoever removed the post of a forum does not want it back.
  if (place.isForum) return { sent, place };
  return {
    sent: inChannel(await writer.post(body, nonce, forgotten)),
    place: { ...place, threadId: null },
  };
};

/** Whether a thread takes nothing more. What one refuses may be written in its channel, if it has one. */
const isShut = ({ kind }: SendOutcome, { isForum }: Place): boolean =>
  kind === 'gone' || (kind === 'refused' && !isForum);

/** Opens the thread of a match where it is to begin; where Discord does not, the match has none. */
export const openThreadAt = async (
  { db, writer }: { readonly db: Db; readonly writer: ChannelWriter },
  { key, place }: { readonly key: CardKey; readonly place: Place },
  messageId: string,
): Promise<void> => {
  if (!place.opensThread) return;
  const thread = await writer.openThread(messageId, place.name());
  if (thread.kind === 'sent') await writeWithRetry(() => noteThread(db, key, thread.messageId));
};
