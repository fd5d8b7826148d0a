import { isAboutMatch } from '../../domain/alerts/events.ts';
import { ALERT_TRAITS, type AlertTraits } from '../../domain/alerts/traits.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { postName, threadName } from '../../render/posts/posts.ts';
import type { Card } from '../../store/cards/cards.ts';
import type { Channel } from '../../store/channels/channels.ts';
import type { Db } from '../../store/connection/database.ts';
import { threadOf } from '../../store/cards/threads.ts';
import type { Delivery } from './delivery.ts';

export interface PostTarget {
  /** The thread of its match; null for the channel itself. */
  readonly threadId: string | null;
  readonly isForum: boolean;
  /** It begins a post of a forum. */
  readonly isNewPost: boolean;
  /** The forum post of the match was closed or deleted: nothing more is posted about it. */
  readonly isClosed: boolean;
  /** Made only where a thread or a post of a forum begins. */
  readonly name: () => string;
  /** A thread for the rest of the match starts at it. */
  readonly opensThread: boolean;
}

const CAN_THREAD: ReadonlySet<string> = new Set(['text', 'announcement']);

/** The channel itself; in a forum, a post of its own. */
const channelItself = ({ kind }: Channel, name: PostTarget['name']): PostTarget => {
  const isForum = kind === 'forum';
  return {
    threadId: null,
    isForum,
    isNewPost: isForum,
    isClosed: false,
    name,
    opensThread: false,
  };
};

/** Where something of a match goes: in a forum to its post, which the first news opens; else to a thread, if wanted. */
const placeOfMatch = async (
  db: Db,
  channel: Channel,
  {
    matchId,
    name,
    placement,
  }: { matchId: number; name: PostTarget['name']; placement: AlertTraits['place'] },
): Promise<PostTarget> => {
  const place = channelItself(channel, name);
  const hasThreads = place.isForum || (channel.settings.threads && CAN_THREAD.has(channel.kind));
  if (!hasThreads) return place;
  const thread = await threadOf(db, { matchId, channelKey: channel.key });
  const threadId = thread?.threadId ?? null;
  if (place.isForum) {
    const isClosed = thread !== undefined && threadId === null;
    return { ...place, threadId, isNewPost: thread === undefined, isClosed };
  }
  if (threadId !== null && placement === 'detail') return { ...place, threadId };
  return { ...place, opensThread: thread === undefined && placement !== 'channel' };
};

/** Where a post goes: to its match, if it is about one. */
export const placeFor = async (
  db: Db,
  { outbox, audience, subject }: Delivery,
): Promise<PostTarget> => {
  const { event } = outbox;
  const { channel } = audience;
  const name = (): string => postName(readerIn(channel.locale), event, subject);
  if (!isAboutMatch(event)) return channelItself(channel, name);
  const { matchId, kind } = event;
  return await placeOfMatch(db, channel, { matchId, name, placement: ALERT_TRAITS[kind].place });
};

/** Where a card without a start post goes: where the start post would. */
export const placeOfCard = (
  db: Db,
  { matchId, channel }: Card,
  held: TrackedMatch,
): Promise<PostTarget> =>
  placeOfMatch(db, channel, {
    matchId,
    name: () => threadName(held),
    placement: ALERT_TRAITS.start.place,
  });
