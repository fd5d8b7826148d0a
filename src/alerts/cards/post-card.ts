import { MessageFlags } from 'discord-api-types/v10';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { HOUR } from '../../lib/time.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import { liveCard, quietCard } from '../../render/match/live-card.ts';
import {
  markCardPosting,
  recordCardPosted,
  recordCardEdited,
  closeCard,
  postponeCard,
} from '../../store/cards/card-changes.ts';
import { cardKey, findCard, type Card } from '../../store/cards/cards.ts';
import { resetFailureNotice } from '../../store/channels/channel-failures.ts';
import { saveThread, threadOf } from '../../store/cards/threads.ts';
import { scheduleMessageDeletion, type DeleteMessage } from '../posts/delete-unwanted.ts';
import type { DeliveryOptions } from '../delivery/delivery.ts';
import {
  threadOutcome,
  classifyResponse,
  recordFailure,
} from '../delivery/response-classification.ts';
import { nonceOf } from '../ingest/news.ts';
import { placeOfCard } from '../posts/place.ts';
import type { ChannelWriter, PossibleForumPost, SendOutcome } from '../delivery/sender.ts';
import { openThreadAt, writePost } from '../posts/write-post.ts';

/** No push notification: a badge only. */
const QUIET = MessageFlags.SuppressNotifications;

/** No match takes longer: an older post of the same name is another match's. */
const MAX_MATCH_MS = 6 * HOUR;

export const createCardPoster = (
  options: Omit<DeliveryOptions, 'sender'>,
  deleteUnwanted: DeleteMessage,
) => {
  const { db, now } = options;
  const startedAt = now();

  const record = async (card: Card, held: TrackedMatch, sent: SendOutcome): Promise<void> => {
    await writeWithRetry(() => note(card, held.rev, sent));
  };

  const note = async (card: Card, rev: number, sent: SendOutcome): Promise<void> => {
    const key = cardKey(card);
    const response = classifyResponse(sent, now(), card.attempts);
    await recordFailure(
      options,
      { channel: card.channel, what: 'a card', of: card.matchId },
      response,
    );
    if (response.kind === 'later') await postponeCard(db, key, response.dueAt, response.attempts);
    else if (response.kind === 'gone') await closeCard(db, key, now());
    // Discord will never accept a rejected body, but perhaps the next revision. In a broken channel
    // the card stays stale until the channel is writable again.
    else if (response.kind !== 'broken') {
      await recordCardEdited(db, key, { refreshes: card.refreshes, rev, at: now() });
    }
  };

  /** A forum post that an earlier attempt may have opened: a failed one, or one of the previous process. */
  const lostPost = ({ channel, attempts }: Card): PossibleForumPost | undefined =>
    attempts > 0 || now() - startedAt < MAX_MATCH_MS
      ? { guildId: channel.guildId, since: now() - MAX_MATCH_MS }
      : undefined;

  const postNew = async (card: Card, held: TrackedMatch, writer: ChannelWriter): Promise<void> => {
    const { channel, messageId } = card;
    const key = cardKey(card);
    const body = {
      ...quietCard(readerIn(channel.locale), held, channel.settings),
      flags: QUIET,
    };
    const before = messageId ?? `first:${card.openedAt}`;
    const nonce = nonceOf(`card:${card.matchId}:${before}`, channel.discordId);
    const at = { key, place: await placeOfCard(db, card, held) };
    const message = { body, nonce, lost: lostPost(card) };
    const isFirstAttempt = card.postingSince === null;
    // If this process dies now, the next one must post the same message again: otherwise two cards
    // would remain.
    if (isFirstAttempt) await writeWithRetry(() => markCardPosting(db, key, now()));
    const { sent } = await writePost({ db, writer }, at, message);
    if (sent.kind !== 'sent') {
      await record(card, held, sent);
      const mayBePosted = !isFirstAttempt || sent.kind === 'failed';
      if (!mayBePosted) await writeWithRetry(() => markCardPosting(db, key, null));
      return;
    }
    const shown = {
      messageId: sent.messageId,
      // An earlier attempt may have posted an older state.
      rev: isFirstAttempt ? held.rev : 0,
      at: now(),
      refreshes: card.refreshes,
    };
    const { isReplaced, unwanted } = await writeWithRetry(() =>
      db.transaction().execute(async (tx) => {
        const latest = (await findCard(tx, key))?.messageId ?? null;
        // This process stood still while another posted the card: a late post is the one too many.
        const isReplaced = latest !== messageId && latest !== sent.messageId;
        const unwanted = isReplaced ? sent.messageId : messageId;
        if (!isReplaced) await recordCardPosted(tx, key, shown);
        if (unwanted !== null) await scheduleMessageDeletion(tx, key, unwanted, now());
        // Stored in the same transaction: otherwise later posts would miss the card's forum post.
        if (at.place.isNewPost && !isReplaced) await saveThread(tx, key, sent.messageId);
        await resetFailureNotice(tx, channel.key);
        return { isReplaced, unwanted };
      }),
    );
    if (unwanted !== null) {
      await deleteUnwanted({ channel, matchId: card.matchId, messageId: unwanted }, writer);
    }
    if (isReplaced) return;
    await openThreadAt({ db, now, writer }, at, sent.messageId);
  };

  const edit = async (
    card: Card,
    messageId: string,
    held: TrackedMatch,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { channel } = card;
    const body = liveCard(readerIn(channel.locale), held, channel.settings);
    if (channel.kind !== 'forum') {
      await record(card, held, await writer.edit(messageId, body));
      return;
    }
    // In a forum the card is a message in its thread.
    const { threadId } = (await threadOf(db, cardKey(card))) ?? { threadId: messageId };
    const sent = threadOutcome(await writer.within(threadId ?? messageId).edit(messageId, body));
    if (sent.kind === 'gone') await saveThread(db, cardKey(card), null);
    await record(card, held, sent);
  };

  return { postNew, edit };
};
