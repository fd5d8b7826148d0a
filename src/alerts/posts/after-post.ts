import { ALERT_TRAITS } from '../../domain/alerts/traits.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { findMatch } from '../../store/matches/matches.ts';
import type { DeleteMessage } from '../kept/deletions.ts';
import { cardKeyOf, type Delivery, type DeliveryOptions } from '../delivery/delivery.ts';
import type { PostTarget } from '../delivery/place.ts';
import type { ChannelWriter } from '../delivery/sender.ts';
import { openThreadAt } from '../delivery/write-post.ts';

interface SentPost {
  readonly delivery: Delivery;
  readonly messageId: string;
  readonly place: PostTarget;
  /** The message of the card that it has replaced; null when there was none. */
  readonly replacedMessageId: string | null;
}

/**
 * What follows a post: the card that it replaces is deleted, the thread of its match opened, and the post
 * published to those who follow an announcement channel.
 * @param overtaken is called for a start post, which may be the card, when the match has gone on meanwhile
 */
export const createAfterPost = (
  { db, now, log }: Pick<DeliveryOptions, 'db' | 'now' | 'log'>,
  deleteUnwanted: DeleteMessage,
  overtaken: () => void,
) => {
  /** Whether a start post shows an older revision than is known by now. */
  const isOvertaken = async ({ outbox, subject }: Delivery): Promise<boolean> => {
    if (outbox.event.kind !== 'start' || subject.kind !== 'match') return false;
    const held = await findMatch(db, subject.held.match.id);
    return held !== undefined && held.rev > subject.held.rev;
  };

  const publish = async (
    { delivery, messageId }: SentPost,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { channel } = delivery.audience;
    const { isPublished } = ALERT_TRAITS[delivery.outbox.event.kind];
    if (channel.kind !== 'announcement' || !isPublished) return;
    const published = await writer.publish(messageId);
    if (published.kind !== 'sent') {
      log.info({ channel: channel.discordId, published }, 'post was not published to followers');
    }
  };

  return async (sent: SentPost, writer: ChannelWriter): Promise<void> => {
    try {
      if (await isOvertaken(sent.delivery)) overtaken();
      const key = cardKeyOf(sent.delivery);
      const { replacedMessageId: messageId } = sent;
      const { channel } = sent.delivery.audience;
      if (messageId !== null) await deleteUnwanted({ channel, messageId }, writer);
      await openThreadAt({ db, now, writer }, { key, place: sent.place }, sent.messageId);
      await publish(sent, writer);
    } catch (error) {
      if (error instanceof ShutdownError) return;
      // The post was sent, and that is stored: what follows it must not have it sent again.
      const event = sent.delivery.outbox.key;
      log.warn({ err: error, event }, 'post sent, but what follows it failed');
    }
  };
};
