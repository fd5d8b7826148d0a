import { MessageFlags } from 'discord-api-types/v10';
import type { HeldMatch } from '../domain/held-match.ts';
import { readerIn } from '../i18n/i18n.ts';
import { persistently } from '../lib/persistently.ts';
import { liveCard, quietCard } from '../render/live-card.ts';
import { threadName } from '../render/posts.ts';
import {
  cardKey,
  cardPosted,
  cardShown,
  closeCard,
  dropCard,
  postponeCard,
  type Card,
} from '../store/cards.ts';
import { markBroken, markWorking } from '../store/channel-health.ts';
import { noteThread, threadOf } from '../store/threads.ts';
import { retryAt, type DeliveryOptions } from './delivery.ts';
import { nonceOf } from './news.ts';
import { CAN_THREAD } from './place.ts';
import { removeReplaced } from './replaced-card.ts';
import type { ChannelWriter, LostPost, SendOutcome } from './sender.ts';
import { inChannel } from './write-post.ts';

/** No push notification: a badge only. */
const QUIET = MessageFlags.SuppressNotifications;

/** No match takes longer: a post of the same name from before is another one's. */
const LONGEST_MATCH = 6 * 60 * 60_000;

/** Posts cards, edits and removes them, and notes what became of it. */
export const createCardPoster = ({ db, now, log }: Omit<DeliveryOptions, 'sender'>) => {
  const startedAt = now();

  const record = (card: Card, rev: number, sent: SendOutcome): Promise<void> =>
    persistently(() => note(card, rev, sent));

  const note = async (card: Card, rev: number, sent: SendOutcome): Promise<void> => {
    const key = cardKey(card);
    switch (sent.kind) {
      case 'sent':
        await cardShown(db, key, rev, now());
        return;
      case 'gone':
        await closeCard(db, key, now());
        return;
      case 'refused':
        log.warn({ channel: card.channel.discordId, reason: sent.reason }, 'channel marked broken');
        await markBroken(db, card.channel.key, sent.reason, now());
        return;
      case 'rejected':
        // The next revision may be accepted; this one never will.
        log.error({ card: key, reason: sent.reason }, 'Discord rejected a card of ours');
        await cardShown(db, key, rev, now());
        return;
      case 'limited':
        await postponeCard(db, key, now() + sent.retryAfter, card.attempts);
        return;
      case 'failed': {
        const attempts = card.attempts + 1;
        await postponeCard(db, key, retryAt(now(), attempts, sent.retryAfter), attempts);
      }
    }
  };

  /** What an earlier try may have opened in a forum: one that failed, or of the process before. */
  const lostPost = ({ channel, attempts }: Card): LostPost | undefined =>
    attempts > 0 || now() - startedAt < LONGEST_MATCH
      ? { guildId: channel.guildId, since: now() - LONGEST_MATCH }
      : undefined;

  /** A new message becomes the card; the one before it is removed. */
  const postAnew = async (card: Card, held: HeldMatch, writer: ChannelWriter): Promise<void> => {
    const { channel, messageId } = card;
    const key = cardKey(card);
    const body = {
      ...quietCard(readerIn(channel.locale), held, channel.settings),
      flags: QUIET,
    };
    const nonce = nonceOf(`card:${card.matchId}:${messageId ?? 'first'}`, channel.discordId);
    const isForum = channel.kind === 'forum';
    const thread = isForum ? await threadOf(db, key) : undefined;
    if (thread?.threadId === null) {
      // Whoever removed the post of a forum does not want it back.
      await closeCard(db, key, now());
      return;
    }
    const opensPost = isForum && thread === undefined;
    const place = thread === undefined ? writer : writer.within(thread.threadId);
    const posted = await (opensPost
      ? writer.openPost(threadName(held), body, lostPost(card))
      : place.post(body, nonce));
    const sent = thread === undefined ? inChannel(posted) : posted;
    if (sent.kind !== 'sent') {
      await record(card, held.rev, sent);
      return;
    }
    const shown = {
      messageId: sent.messageId,
      rev: held.rev,
      at: now(),
      replacedMessageId: messageId,
    };
    await persistently(() => cardPosted(db, key, shown));
    await markWorking(db, channel.key);
    await removeReplaced(db, key, messageId, place);
    if (opensPost) await noteThread(db, key, sent.messageId);
    else if (!isForum) await openThread(card, sent.messageId, held, writer);
  };

  const openThread = async (
    card: Card,
    messageId: string,
    held: HeldMatch,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { settings, kind } = card.channel;
    if (!settings.threads || !CAN_THREAD.has(kind)) return;
    if ((await threadOf(db, cardKey(card))) !== undefined) return;
    const thread = await writer.openThread(messageId, threadName(held));
    if (thread.kind === 'sent') await noteThread(db, cardKey(card), thread.messageId);
  };

  const edit = async (
    card: Card,
    messageId: string,
    held: HeldMatch,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { channel } = card;
    const body = liveCard(readerIn(channel.locale), held, channel.settings);
    if (channel.kind !== 'forum') {
      await record(card, held.rev, await writer.edit(messageId, body));
      return;
    }
    // The card is a message of the forum's post.
    const { threadId } = (await threadOf(db, cardKey(card))) ?? { threadId: messageId };
    const sent = await writer.within(threadId ?? messageId).edit(messageId, body);
    // A deleted post is not the forum: that one goes on without it.
    const isGone = sent.kind === 'refused' && sent.reason === 'unknown-channel';
    if (isGone || sent.kind === 'gone') await noteThread(db, cardKey(card), null);
    await record(card, held.rev, isGone ? { kind: 'gone' } : sent);
  };

  const remove = async (card: Card, messageId: string, writer: ChannelWriter): Promise<void> => {
    const { kind } = await writer.remove(messageId);
    const attempts = card.attempts + 1;
    if (kind !== 'failed' && kind !== 'limited') await dropCard(db, cardKey(card));
    else await postponeCard(db, cardKey(card), retryAt(now(), attempts), attempts);
  };

  return { postAnew, edit, remove };
};
