import type { MessageBody } from '../render/message.ts';
import type { Place } from './place.ts';
import type { ChannelWriter, LostPost, SendOutcome } from './sender.ts';

/** What became of a post, and where it stands now. */
export interface Written {
  readonly sent: SendOutcome;
  readonly place: Place;
}

/** What is posted, and how it is known again. */
export interface Message {
  readonly body: MessageBody;
  readonly nonce: string;
  /** Where an earlier try may have opened it as a post of a forum. */
  readonly lost: LostPost | undefined;
}

/** Posts at its place; in the channel where the thread of the match is gone. */
export const writePost = async (
  writer: ChannelWriter,
  place: Place,
  { body, nonce, lost }: Message,
): Promise<Written> => {
  if (place.isClosed) return { sent: { kind: 'gone' }, place };
  if (place.isNewPost) return { sent: await writer.openPost(place.name, body, lost), place };
  if (place.threadId === null) return { sent: inChannel(await writer.post(body, nonce)), place };
  const sent = await writer.within(place.threadId).post(body, nonce);
  // What is refused in a thread may be written in its channel.
  const isGone = sent.kind === 'gone' || sent.kind === 'refused';
  if (!isGone) return { sent, place };
  // Whoever removed the post of a forum does not want it back.
  if (place.isForum) return { sent: { kind: 'gone' }, place: { ...place, isClosed: true } };
  return {
    sent: inChannel(await writer.post(body, nonce)),
    place: { ...place, threadId: null },
  };
};

/** A post into the channel itself cannot be gone: that is a thread that somebody has locked. */
export const inChannel = (sent: SendOutcome): SendOutcome =>
  sent.kind === 'gone' ? { kind: 'refused', reason: 'thread-closed' } : sent;
