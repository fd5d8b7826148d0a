import { LRUCache } from 'lru-cache';
import type { AlertEvent } from '../../domain/alerts/events.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { readerIn, type Reader } from '../../i18n/i18n.ts';
import { conceal } from '../../render/conceal.ts';
import { messageUrl } from '../../render/controls.ts';
import type { MessageBody } from '../../render/message.ts';
import { withPauseButton } from '../../render/moderation/member-settings.ts';
import { withLiveCard } from '../../render/posts/moment-posts.ts';
import { membersPinged, post } from '../../render/posts/posts.ts';
import { findCard } from '../../store/cards/cards.ts';
import { threadOf } from '../../store/cards/threads.ts';
import type { Audience } from '../../store/members/audiences.ts';
import { cardKeyOf, watchedIn, type Delivery, type DeliveryOptions } from '../delivery/delivery.ts';

type PostOptions = Pick<DeliveryOptions, 'db' | 'whereToWatch'>;

/** Cached variants of a match's messages: mostly one per language. */
const MAX_VARIANTS = 50;

/** The messages of a match in its current state, shared by all channels with the same variant. */
const postsOf = new WeakMap<TrackedMatch, LRUCache<string, MessageBody>>();

const renderPost = (options: PostOptions, { outbox, subject, audience }: Delivery): MessageBody => {
  const { channel, memberIds } = audience;
  const { locale, settings } = channel;
  const isDirect = channel.kind === 'direct';
  const { event, correctedAt } = outbox;
  const render = (shown: Delivery['subject']): MessageBody => {
    const facts = { event, subject: shown, settings, memberIds, correctedAt };
    const body = post(readerIn(locale), facts);
    return isDirect ? direct(readerIn(locale), body, audience, event) : body;
  };
  if (subject.kind !== 'match') return render(subject);
  const { held, offset } = subject;
  const posts = postsOf.get(held) ?? new LRUCache<string, MessageBody>({ max: MAX_VARIANTS });
  postsOf.set(held, posts);
  const members = membersPinged(settings, event, memberIds);
  const variant = JSON.stringify([event, correctedAt, offset, locale, settings, members, isDirect]);
  const body =
    posts.get(variant) ?? render({ ...subject, held: watchedIn(options, channel, held) });
  posts.set(variant, body);
  return body;
};

/** A direct message: a notification shows no score to who hides them, and a button pauses them. */
const direct = (
  reader: Reader,
  body: MessageBody,
  { channel }: Audience,
  { kind }: AlertEvent,
): MessageBody => {
  const shown = channel.settings.coverScores ? conceal(body) : body;
  // The post of a start becomes the live card, whose edits have its own controls.
  return kind === 'start' ? shown : withPauseButton(reader, shown);
};

/** The message of a delivery; that of a key moment or an upset links the live card in the channel. */
export const postBody = async (options: PostOptions, delivery: Delivery): Promise<MessageBody> => {
  const body = renderPost(options, delivery);
  const { kind } = delivery.outbox.event;
  if (kind !== 'key' && kind !== 'upset') return body;
  const { channel } = delivery.audience;
  const key = cardKeyOf(delivery);
  const messageId = (await findCard(options.db, key))?.messageId ?? null;
  if (messageId === null) return body;
  const thread = channel.kind === 'forum' ? await threadOf(options.db, key) : undefined;
  const place = thread?.threadId ?? channel.discordId;
  return withLiveCard(
    readerIn(channel.locale),
    body,
    messageUrl(channel.guildId, place, messageId),
  );
};
