import type { MessageBody } from '../../render/message.ts';
import type { CardKey } from '../../store/cards/cards.ts';
import type { Db } from '../../store/connection/database.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import { recordDeclined } from '../../store/channels/channel-failures.ts';
import { saveThread } from '../../store/cards/threads.ts';
import type { DeliveryOptions } from './delivery.ts';
import { channelOutcome, threadOutcome } from './response-classification.ts';
import type { PostTarget } from './place.ts';
import type { ChannelWriter, PossibleMessage, PossibleForumPost, SendOutcome } from './sender.ts';

export interface PostAttempt {
  readonly sent: SendOutcome;
  readonly place: PostTarget;
  readonly text: string;
}

interface Message {
  readonly body: MessageBody;
  readonly nonce: string;
  /** Where an earlier try may have opened it as a post of a forum. */
  readonly lost: PossibleForumPost | undefined;
  /** The same of a message whose nonce Discord may have forgotten. */
  readonly forgotten?: PossibleMessage | undefined;
}

/** Posts at its place; in the channel where the thread of the match is gone, which is noted. */
export const writePost = async (
  { db, writer }: { readonly db: Db; readonly writer: ChannelWriter },
  { key, place }: { readonly key: CardKey; readonly place: PostTarget },
  { body, nonce, lost, forgotten }: Message,
): Promise<PostAttempt> => {
  const text = body.content ?? '';
  if (place.isClosed) return { sent: { kind: 'gone' }, place, text };
  if (place.isNewPost) {
    return { sent: await writer.openPost(place.name(), body, lost), place, text };
  }
  if (place.threadId === null) {
    return { sent: channelOutcome(await writer.post(body, nonce, forgotten)), place, text };
  }
  const sent = threadOutcome(await writer.within(place.threadId).post(body, nonce, forgotten));
  if (!isShut(sent, place)) return { sent, place, text };
  // A thread that is gone is not the channel: that one goes on without it.
  await saveThread(db, key, null);
  // A forum post that was removed is not posted again.
  if (place.isForum) return { sent, place, text };
  return {
    sent: channelOutcome(await writer.post(body, nonce, forgotten)),
    place: { ...place, threadId: null },
    text,
  };
};

/** Whether a thread takes nothing more. What one refuses may be written in its channel, if it has one. */
const isShut = ({ kind }: SendOutcome, { isForum }: PostTarget): boolean =>
  kind === 'gone' || (kind === 'refused' && !isForum);

/** Opens the thread of a match where it is to begin; where Discord does not, the match has none. */
export const openThreadAt = async (
  { db, writer, now }: Pick<DeliveryOptions, 'db' | 'now'> & { readonly writer: ChannelWriter },
  { key, place }: { readonly key: CardKey; readonly place: PostTarget },
  messageId: string,
): Promise<void> => {
  if (!place.opensThread) return;
  const thread = await writer.openThread(messageId, place.name());
  if (thread.kind === 'sent') await writeWithRetry(() => saveThread(db, key, thread.messageId));
  if (thread.kind === 'declined') await recordDeclined(db, key.channelKey, thread.code, now());
};
