import { MessageFlags } from 'discord-api-types/v10';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { HOUR } from '../../lib/time.ts';
import { liveCard, quietCard } from '../../render/match/live-card.ts';
import {
  clearCardPosting,
  closeCard,
  completeCardPosting,
  markCardPosting,
  postponeCard,
  recordCardEdited,
} from '../../store/cards/card-changes.ts';
import { cardKey, findCard, type Card } from '../../store/cards/cards.ts';
import { saveThread, threadOf } from '../../store/cards/threads.ts';
import type { DeliveryOptions } from '../delivery/delivery.ts';
import { placeOfCard } from '../delivery/place.ts';
import { threadOutcome } from '../delivery/response-classification.ts';
import type { ChannelWriter, PossibleForumPost } from '../delivery/sender.ts';
import { openThreadAt, writePost } from '../delivery/write-post.ts';
import { nonceOf } from '../ingest/news.ts';
import type { DeleteMessage } from './deletions.ts';
import { createKeptPoster, recordKept, type KeptMessage } from './post-kept.ts';

/** No push notification: a badge only. */
const QUIET = MessageFlags.SuppressNotifications;

/** No match takes longer: an older post of the same name is another match's. */
const MAX_MATCH_MS = 6 * HOUR;

export const createCardWriter = (
  options: Omit<DeliveryOptions, 'sender'>,
  deleteMessage: DeleteMessage,
) => {
  const { db, now } = options;
  const startedAt = now();
  const postKept = createKeptPoster(options, deleteMessage);

  const keptOf = (card: Card, { rev }: TrackedMatch): KeptMessage => {
    const key = cardKey(card);
    const { matchId, refreshes } = card;
    return {
      ...card,
      what: 'a card',
      of: matchId,
      recordResponse: async (response) => {
        if (response.kind === 'later')
          await postponeCard(db, key, response.dueAt, response.attempts);
        else if (response.kind === 'gone') await closeCard(db, key, now());
        // Discord will never accept a rejected body, but perhaps the next revision. In a broken channel
        // the card stays stale until the channel is writable again.
        else if (response.kind !== 'broken') {
          await recordCardEdited(db, key, { refreshes, rev, at: now() });
        }
      },
    };
  };

  /** A forum post that an earlier attempt may have opened: a failed one, or one of the previous process. */
  const lostPost = ({ channel, attempts }: Card): PossibleForumPost | undefined =>
    attempts > 0 || now() - startedAt < MAX_MATCH_MS
      ? { guildId: channel.guildId, since: now() - MAX_MATCH_MS }
      : undefined;

  const post = async (card: Card, held: TrackedMatch, writer: ChannelWriter): Promise<void> => {
    const { channel, matchId, messageId: replacedId, refreshes } = card;
    const key = cardKey(card);
    const body = quietCard(readerIn(channel.locale), held, channel.settings);
    const before = replacedId ?? `first:${card.openedAt}`;
    const nonce = nonceOf(`card:${matchId}:${before}`, channel.discordId);
    const at = { key, place: await placeOfCard(db, card, held) };
    await postKept(
      {
        ...keptOf(card, held),
        markPosting: (since) => markCardPosting(db, key, since, replacedId),
        clearPosting: (since) => clearCardPosting(db, key, since),
        send: async () => {
          const message = { body: { ...body, flags: QUIET }, nonce, lost: lostPost(card) };
          return (await writePost({ db, writer }, at, message)).sent;
        },
        recordPosted: async (tx, since, { messageId, at: postedAt, mayBeOlder }) => {
          const posted = { messageId, rev: mayBeOlder ? 0 : held.rev, at: postedAt, refreshes };
          const isRecorded = await completeCardPosting(tx, key, since, posted);
          // Stored in the same transaction: otherwise later posts would miss the card's forum post.
          if (isRecorded && at.place.isNewPost) await saveThread(tx, key, messageId);
          return isRecorded;
        },
        storedMessageId: async (tx) => (await findCard(tx, key))?.messageId ?? null,
        afterPost: (messageId) => openThreadAt({ db, now, writer }, at, messageId),
      },
      writer,
    );
  };

  const edit = async (
    card: Card,
    messageId: string,
    held: TrackedMatch,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { channel } = card;
    const kept = keptOf(card, held);
    const body = liveCard(readerIn(channel.locale), held, channel.settings);
    if (channel.kind !== 'forum') {
      await recordKept(options, kept, await writer.edit(messageId, body));
      return;
    }
    // In a forum the card is a message in its thread.
    const { threadId } = (await threadOf(db, cardKey(card))) ?? { threadId: messageId };
    const sent = threadOutcome(await writer.within(threadId ?? messageId).edit(messageId, body));
    if (sent.kind === 'gone') await saveThread(db, cardKey(card), null);
    await recordKept(options, kept, sent);
  };

  return { post, edit };
};
