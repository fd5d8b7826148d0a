import { MessageFlags } from 'discord-api-types/v10';
import type { HeldMatch } from '../../domain/held-match.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { HOUR } from '../../lib/time.ts';
import { writeWithRetry } from '../../store/persistently.ts';
import { liveCard, quietCard } from '../../render/live-card.ts';
import {
  cardOnItsWay,
  cardPosted,
  cardShown,
  closeCard,
  dropCard,
  postponeCard,
} from '../../store/card-changes.ts';
import { cardKey, type Card } from '../../store/cards.ts';
import { markWorking } from '../../store/channel-health.ts';
import { noteThread, threadOf } from '../../store/threads.ts';
import { noteUnwanted, type DeleteUnwanted } from './delete-unwanted.ts';
import type { DeliveryOptions } from '../delivery.ts';
import { inThread, classifyResponse, recordFailure } from '../meaning.ts';
import { nonceOf } from '../news.ts';
import { placeOfCard } from '../posts/place.ts';
import type { ChannelWriter, LostPost, SendOutcome } from '../sender.ts';
import { openThreadAt, writePost } from '../posts/write-post.ts';

/** No push notification: a badge only. */
const QUIET = MessageFlags.SuppressNotifications;

/** No match takes longer: a post of the same name from before is another one's. */
const LONGEST_MATCH = 6 * HOUR;

/** Posts cards, edits and removes them, and notes what became of it. */
export const createCardPoster = (
  options: Omit<DeliveryOptions, 'sender'>,
  deleteUnwanted: DeleteUnwanted,
) => {
  const { db, now } = options;
  const startedAt = now();

  const record = (card: Card, rev: number, sent: SendOutcome): Promise<void> =>
    writeWithRetry(() => note(card, rev, sent));

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
    // What was rejected never will be taken, but the next revision may. In a broken channel the card
    // stays stale: it is shown when that can be written to again.
    else if (response.kind !== 'broken') {
      await cardShown(db, key, { refreshes: card.refreshes, rev, at: now() });
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
    const before = messageId ?? `first:${card.openedAt}`;
    const nonce = nonceOf(`card:${card.matchId}:${before}`, channel.discordId);
    const at = { key, place: await placeOfCard(db, card, held) };
    const message = { body, nonce, lost: lostPost(card) };
    const isFirstTry = card.postingSince === null;
    // Whoever comes after a process that dies now must not choose anew: two cards would stay.
    if (isFirstTry) await writeWithRetry(() => cardOnItsWay(db, key, now()));
    const { sent } = await writePost({ db, writer }, at, message);
    if (sent.kind !== 'sent') {
      await record(card, held.rev, sent);
      const isTaken = !isFirstTry || sent.kind === 'failed';
      if (!isTaken) await writeWithRetry(() => cardOnItsWay(db, key, null));
      return;
    }
    const shown = {
      messageId: sent.messageId,
      // What an earlier try has brought there shows what was known then.
      rev: isFirstTry ? held.rev : 0,
      at: now(),
      refreshes: card.refreshes,
    };
    await writeWithRetry(() =>
      db.transaction().execute(async (tx) => {
        await cardPosted(tx, key, shown);
        if (messageId !== null) await noteUnwanted(tx, key, messageId, now());
        // A card in a forum whose post is not known would be looked for where the next post begins.
        if (at.place.isNewPost) await noteThread(tx, key, sent.messageId);
        await markWorking(tx, channel.key);
      }),
    );
    if (messageId !== null) {
      await deleteUnwanted({ channel, matchId: card.matchId, messageId }, writer);
    }
    await openThreadAt({ db, writer }, at, sent.messageId);
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
    const sent = inThread(await writer.within(threadId ?? messageId).edit(messageId, body));
    if (sent.kind === 'gone') await noteThread(db, cardKey(card), null);
    await record(card, held.rev, sent);
  };

  const remove = async (card: Card, messageId: string, writer: ChannelWriter): Promise<void> => {
    const { matchId, channel } = card;
    await db.transaction().execute(async (tx) => {
      await dropCard(tx, cardKey(card));
      await noteUnwanted(tx, cardKey(card), messageId, now());
    });
    await deleteUnwanted({ channel, matchId, messageId }, writer);
  };

  return { postAnew, edit, remove };
};
