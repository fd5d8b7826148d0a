import { isAboutMatch } from '../domain/alert-events.ts';
import { readerIn } from '../i18n/i18n.ts';
import { postName } from '../render/posts.ts';
import { findCard } from '../store/cards.ts';
import type { Db } from '../store/database.ts';
import type { Delivery } from './send-post.ts';

/** Where a post goes. */
export interface Place {
  /** The thread of its match; null for the channel itself. */
  readonly threadId: string | null;
  readonly isForum: boolean;
  /** It begins a post of a forum, under this name. */
  readonly isNewPost: boolean;
  readonly name: string;
  /** A thread for the rest of the match begins at it. */
  readonly opensThread: boolean;
}

/** Told in the thread of a match where it has one: the channel itself hears the start and the end. */
const DETAILS: ReadonlySet<string> = new Set(['game', 'set']);

/**
 * Where a post goes. A forum has nothing but posts with a thread each: the first news of a match
 * opens its post, the others go there. Elsewhere a match has a thread when the channel wants it.
 */
export const placeFor = async (db: Db, { outbox, audience, subject }: Delivery): Promise<Place> => {
  const { event } = outbox;
  const { channel } = audience;
  const name = postName(readerIn(channel.locale), event, subject);
  const isForum = channel.kind === 'forum';
  const hasThreads = channel.settings.threads && THREADED.has(channel.kind);
  const place = { threadId: null, isForum, isNewPost: isForum, name, opensThread: false };
  if (!isAboutMatch(event)) return place;
  const card = await findCard(db, { matchId: event.matchId, channelKey: channel.key });
  const threadId = card?.threadId ?? null;
  if (isForum) return { ...place, threadId, isNewPost: threadId === null };
  if (!hasThreads) return place;
  if (threadId !== null && DETAILS.has(event.kind)) return { ...place, threadId };
  return { ...place, opensThread: threadId === null && event.kind === 'start' };
};

/** Kinds of channel in which a thread can be opened at a message. */
const THREADED: ReadonlySet<string> = new Set(['text', 'announcement']);
