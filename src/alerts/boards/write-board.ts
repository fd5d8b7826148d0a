import { MessageFlags } from 'discord-api-types/v10';
import { silentUntil } from '../../domain/alerts/quiet-hours.ts';
import type { PinRefusal } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import { textDigest } from '../../lib/text.ts';
import { DAY, MINUTE } from '../../lib/time.ts';
import {
  clearBoardPosting,
  deleteBoard,
  markBoardPosting,
  recordBoardEdited,
  recordBoardGone,
  recordBoardPin,
  recordBoardPosted,
  recordReplacedRemoved,
} from '../../store/boards/board-changes.ts';
import type { Board, PostingBoard } from '../../store/boards/boards.ts';
import { BOARD_INTERVAL_MS, postponeBoard } from '../../store/boards/refresh-boards.ts';
import { findUnwantedBoard, type UnwantedBoard } from '../../store/boards/unwanted-boards.ts';
import { resetFailureNotice } from '../../store/channels/channel-failures.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import { MAX_DELETION_ATTEMPTS } from '../posts/delete-unwanted.ts';
import { REPOST_AFTER_MS } from '../cards/deliver-cards.ts';
import { BROKEN_RETRY_MS, type DeliveryOptions } from '../delivery/delivery.ts';
import {
  channelOutcome,
  classifyResponse,
  recordFailure,
  withBackoff,
  type ResponseClass,
} from '../delivery/response-classification.ts';
import {
  SEND_PRIORITIES,
  type ChannelWriter,
  type PossibleMessage,
  type SendOutcome,
} from '../delivery/sender.ts';
import { nonceOf } from '../ingest/news.ts';
import { NONCE_KNOWN_FOR_MS } from '../posts/send-post.ts';
import type { BoardContent } from './board-view.ts';

/** A board that somebody or some bot keeps deleting is not posted each minute. */
const REPLACE_DELETED_AFTER_MS = 10 * MINUTE;

/** How long after a refusal a pin is tried again by itself: the sender does not know permissions. */
const PIN_RETRY_MS = DAY;

/** Whether a board is to be pinned: not one that is, nor one that Discord refused lately. */
export const isPinPending = ({ pinnedAt, pinRefusedAt }: Board, now: Instant): boolean =>
  pinnedAt === null && (pinRefusedAt === null || now - pinRefusedAt >= PIN_RETRY_MS);

const possibleMessage = ({ since, words }: PostingBoard): Required<PossibleMessage> => ({
  since,
  digests: [textDigest(words)],
});

export const createBoardWriter = (options: DeliveryOptions) => {
  const { db, now, sender } = options;

  /**
   * Stores what follows from a failed request.
   * @param latest when it is tried again at the latest
   */
  const note = async (
    { channel, attempts }: Board,
    sent: SendOutcome,
    latest: Instant = Infinity,
  ): Promise<void> => {
    const response = classifyResponse(sent, now(), attempts);
    await recordFailure(options, { channel, what: 'a board', of: channel.discordId }, response);
    const isLater = response.kind === 'later';
    // Discord will never accept a rejected body, but perhaps the next.
    const dueAt = isLater ? Math.min(response.dueAt, latest) : now() + BOARD_INTERVAL_MS;
    const tried = isLater ? response.attempts : attempts;
    await postponeBoard(db, channel.discordId, dueAt, tried);
  };

  /** When the removal of a message is tried again; null where it is gone, or Discord keeps it. */
  const removalRetry = (response: ResponseClass, attempts: number) => {
    // Without access nothing can be deleted; with the channel, the message has gone, too.
    const isBroken = response.kind === 'broken' && response.reason !== 'unknown-channel';
    const retry = isBroken
      ? { dueAt: now() + BROKEN_RETRY_MS, attempts: attempts + 1 }
      : response.kind === 'later'
        ? response
        : null;
    return retry !== null && retry.attempts < MAX_DELETION_ATTEMPTS ? retry : null;
  };

  /** Deletes the message that another has replaced. @returns whether none is left */
  const removeReplaced = async (
    { channel, replacedId, attempts }: Board,
    writer: ChannelWriter,
  ): Promise<boolean> => {
    if (replacedId === null) return true;
    const { discordId } = channel;
    const response = classifyResponse(await writer.remove(replacedId), now(), attempts);
    const retry = removalRetry(response, attempts);
    await writeWithRetry(async () => {
      await recordFailure(options, { channel, what: 'a deletion', of: discordId }, response);
      if (retry === null) await recordReplacedRemoved(db, discordId, replacedId);
      else await postponeBoard(db, discordId, retry.dueAt, retry.attempts);
    });
    return retry === null;
  };

  const postNew = async (
    board: Board,
    content: BoardContent,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { channel, messageId } = board;
    const { discordId } = channel;
    const isFirstAttempt = board.posting === null;
    const body = { ...content.bodyAt(now()), flags: MessageFlags.SuppressNotifications };
    const posting = board.posting ?? { since: now(), words: body.content ?? '' };
    // If this process dies now, the next one must post the same message again: otherwise two boards
    // would remain.
    const isOurs =
      !isFirstAttempt ||
      (await writeWithRetry(() => markBoardPosting(db, discordId, posting, messageId)));
    if (!isOurs) return;
    const isForgotten = now() - posting.since > NONCE_KNOWN_FOR_MS;
    const lost = isForgotten ? possibleMessage(posting) : undefined;
    const nonce = nonceOf(`board:${posting.since}`, discordId);
    const sent = channelOutcome(await writer.post(body, nonce, lost));
    if (sent.kind !== 'sent') {
      await writeWithRetry(() => note(board, sent));
      const mayBePosted = !isFirstAttempt || sent.kind === 'failed';
      if (!mayBePosted) await writeWithRetry(() => clearBoardPosting(db, discordId, posting));
      return;
    }
    // An earlier attempt may have posted an older state.
    const shown = isFirstAttempt ? content.digest : '';
    const posted = { posting, messageId: sent.messageId, replacedId: messageId, shown, at: now() };
    const isRecorded = await writeWithRetry(() =>
      db.transaction().execute(async (tx) => {
        await resetFailureNotice(tx, channel.key);
        return await recordBoardPosted(tx, discordId, posted);
      }),
    );
    if (!isRecorded) return;
    await removeReplaced({ ...board, replacedId: messageId, attempts: 0 }, writer);
    await pin({ ...board, pinnedAt: null }, sent.messageId, writer);
  };

  /** Pins where the bot may. A refusal is remembered, and does not break the channel. */
  const pin = async (board: Board, messageId: string, writer: ChannelWriter): Promise<void> => {
    const { discordId } = board.channel;
    if (!isPinPending(board, now())) return;
    const sent = await writer.pin(messageId);
    if (sent.kind === 'sent' || sent.kind === 'refused' || sent.kind === 'rejected') {
      const refusal = PIN_REFUSALS[sent.kind];
      await writeWithRetry(() => recordBoardPin(db, discordId, messageId, now(), refusal));
      // It was deleted: the next edit finds that out, too, and posts it anew.
    } else if (sent.kind === 'gone') await recordBoardGone(db, discordId, messageId);
    else await writeWithRetry(() => note(board, sent));
  };

  const edit = async (
    board: Board,
    messageId: string,
    content: BoardContent,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { discordId, settings } = board.channel;
    const sent = await writer.edit(messageId, content.bodyAt(now()));
    const silent = silentUntil(settings, now());
    if (sent.kind === 'gone') {
      const nextPostAt = (board.postedAt ?? 0) + REPLACE_DELETED_AFTER_MS;
      const at = Math.max(nextPostAt, silent ?? 0);
      if (at <= now()) await postNew(board, content, writer);
      else await writeWithRetry(() => postponeBoard(db, discordId, at, board.attempts));
      return;
    }
    // An old message that takes no more edits is posted anew right after the quiet hours.
    if (sent.kind !== 'sent') await writeWithRetry(() => note(board, sent, silent ?? undefined));
    if (sent.kind !== 'sent' && sent.kind !== 'rejected') return;
    const shown = { messageId, shown: content.digest, at: now() };
    await writeWithRetry(() => recordBoardEdited(db, discordId, shown));
    await pin(board, messageId, writer);
  };

  /** Makes a board true, in its channel's turn. */
  const show = async (
    board: Board,
    content: BoardContent,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { channel, messageId, postedAt, posting, shown } = board;
    if (!(await removeReplaced(board, writer))) return;
    // The message may be at Discord already: the same post goes first, with the same nonce.
    if (posting !== null) {
      await postNew(board, content, writer);
      return;
    }
    const silent = silentUntil(channel.settings, now());
    if (messageId === null) {
      if (silent === null) await postNew(board, content, writer);
      else await postponeBoard(db, channel.discordId, silent, board.attempts);
      return;
    }
    if (shown === content.digest) {
      await pin(board, messageId, writer);
      return;
    }
    // Discord lets messages older than an hour be edited a few times only (error 30046), fewer than a
    // day of play needs: as a card, a board is posted anew before that, but only to show something new.
    // In quiet hours it is edited as often as Discord allows.
    const isOld = now() - (postedAt ?? 0) >= REPOST_AFTER_MS;
    if (isOld && silent === null) await postNew(board, content, writer);
    else await edit(board, messageId, content, writer);
  };

  /** Deletes the messages of a board that is no longer wanted, and then its row. */
  const removeInTurn = async (discordId: string, writer: ChannelWriter): Promise<void> => {
    const board = await findUnwantedBoard(db, discordId);
    if (board === undefined) return;
    const { posting, attempts } = board;
    // Discord may have taken a post of which the process before heard no more.
    const found = posting === null ? null : await writer.find(possibleMessage(posting));
    const outcomes: SendOutcome[] = found === null ? [] : [found];
    const lostId = found?.kind === 'sent' ? found.messageId : null;
    for (const id of [lostId, board.messageId, board.replacedId]) {
      if (id !== null) outcomes.push(await writer.remove(id));
    }
    const [retry] = outcomes.flatMap(
      (sent) => removalRetry(classifyResponse(sent, now(), attempts), attempts) ?? [],
    );
    await writeWithRetry(() =>
      retry === undefined
        ? deleteBoard(db, discordId)
        : postponeBoard(db, discordId, retry.dueAt, retry.attempts),
    );
  };

  const remove = ({ discordId, attempts }: UnwantedBoard): Promise<void> =>
    withBackoff(
      { now, attempts, postpone: (dueAt, tried) => postponeBoard(db, discordId, dueAt, tried) },
      () =>
        sender.inTurn(discordId, SEND_PRIORITIES.board, (writer) =>
          removeInTurn(discordId, writer),
        ),
    );

  return { show, remove };
};

const PIN_REFUSALS: Readonly<Record<'sent' | 'refused' | 'rejected', PinRefusal | null>> = {
  sent: null,
  refused: 'missing-permissions',
  rejected: 'too-many-pins',
};
