import { readerIn } from '../../i18n/i18n.ts';
import { messageUrl } from '../../render/controls.ts';
import type { MessageBody } from '../../render/message.ts';
import { withLiveCard } from '../../render/posts/moment-posts.ts';
import { findCard } from '../../store/cards/cards.ts';
import { threadOf } from '../../store/cards/threads.ts';
import type { Db } from '../../store/connection/database.ts';
import { cardKeyOf, renderPost, type Delivery } from '../delivery/delivery.ts';

/** The message of a delivery; that of a key moment or an upset links the live card in the channel. */
export const postBody = async (db: Db, delivery: Delivery): Promise<MessageBody> => {
  const body = renderPost(delivery);
  const { kind } = delivery.outbox.event;
  if (kind !== 'key' && kind !== 'upset') return body;
  const { channel } = delivery.audience;
  const key = cardKeyOf(delivery);
  const messageId = (await findCard(db, key))?.messageId ?? null;
  if (messageId === null) return body;
  const thread = channel.kind === 'forum' ? await threadOf(db, key) : undefined;
  const place = thread?.threadId ?? channel.discordId;
  return withLiveCard(
    readerIn(channel.locale),
    body,
    messageUrl(channel.guildId, place, messageId),
  );
};
