import { isAboutMatch } from '../domain/alert-events.ts';
import { ALERT_TRAITS } from '../domain/alert-traits.ts';
import { readerIn } from '../i18n/i18n.ts';
import { postName } from '../render/posts.ts';
import type { Db } from '../store/database.ts';
import { threadOf } from '../store/threads.ts';
import type { Delivery } from './delivery.ts';

/** Where a post goes. */
export interface Place {
  /** The thread of its match; null for the channel itself. */
  readonly threadId: string | null;
  readonly isForum: boolean;
  /** It begins a post of a forum, under this name. */
  readonly isNewPost: boolean;
  /** Somebody closed or deleted the forum's post of the match: nothing more is told of it. */
  readonly isClosed: boolean;
  readonly name: string;
  /** A thread for the rest of the match begins at it. */
  readonly opensThread: boolean;
}

/** Kinds of channel in which a thread can be opened at a message. */
export const CAN_THREAD: ReadonlySet<string> = new Set(['text', 'announcement']);

/**
 * Where a post goes. A forum has nothing but posts with a thread each: the first news of a match
 * opens its post, the others go there. Elsewhere a match has a thread when the channel wants it.
 */
export const placeFor = async (db: Db, { outbox, audience, subject }: Delivery): Promise<Place> => {
  const { event } = outbox;
  const { channel } = audience;
  const name = postName(readerIn(channel.locale), event, subject);
  const isForum = channel.kind === 'forum';
  const place = {
    threadId: null,
    isForum,
    isNewPost: isForum,
    isClosed: false,
    name,
    opensThread: false,
  };
  const hasThreads = isForum || (channel.settings.threads && CAN_THREAD.has(channel.kind));
  if (!isAboutMatch(event) || !hasThreads) return place;
  const thread = await threadOf(db, { matchId: event.matchId, channelKey: channel.key });
  const threadId = thread?.threadId ?? null;
  if (isForum) {
    const isClosed = thread !== undefined && threadId === null;
    return { ...place, threadId, isNewPost: thread === undefined, isClosed };
  }
  const told = ALERT_TRAITS[event.kind].place;
  if (threadId !== null && told === 'detail') return { ...place, threadId };
  return { ...place, opensThread: thread === undefined && told !== 'channel' };
};
