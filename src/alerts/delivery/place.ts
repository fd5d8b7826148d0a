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

/** Where something goes: in a forum to the post of its match, which the first news opens; else to a thread, if wanted. */
const placeIn = async (
  db: Db,
  { key: channelKey, kind, settings }: Channel,
  name: PostTarget['name'],
  about?: { readonly matchId: number; readonly placement: AlertTraits['place'] },
): Promise<PostTarget> => {
  const isForum = kind === 'forum';
  const hasThreads = isForum || (settings.threads && CAN_THREAD.has(kind));
  const itself = { threadId: null, isForum, isNewPost: isForum, isClosed: false, name };
  if (about === undefined || !hasThreads) return { ...itself, opensThread: false };
  const thread = await threadOf(db, { matchId: about.matchId, channelKey });
  const threadId = thread?.threadId ?? null;
  const isNew = thread === undefined;
  if (isForum) {
    const isClosed = !isNew && threadId === null;
    return { ...itself, threadId, isNewPost: isNew, isClosed, opensThread: false };
  }
  return threadId !== null && about.placement === 'detail'
    ? { ...itself, threadId, opensThread: false }
    : { ...itself, opensThread: isNew && about.placement !== 'channel' };
};

/** Where a post goes: to its match, if it is about one. */
export const placeFor = (
  db: Db,
  { outbox: { event }, audience: { channel }, subject }: Delivery,
): Promise<PostTarget> => {
  const name = (): string => postName(readerIn(channel.locale), event, subject);
  if (!isAboutMatch(event)) return placeIn(db, channel, name);
  const { matchId, kind } = event;
  return placeIn(db, channel, name, { matchId, placement: ALERT_TRAITS[kind].place });
};

/** Where a card without a start post goes: where the start post would. */
export const placeOfCard = (
  db: Db,
  { matchId, channel }: Card,
  held: TrackedMatch,
): Promise<PostTarget> =>
  placeIn(db, channel, () => threadName(held), { matchId, placement: ALERT_TRAITS.start.place });
