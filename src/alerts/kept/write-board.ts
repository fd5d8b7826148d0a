import { MessageFlags } from 'discord-api-types/v10';
import { silentUntil } from '../../domain/alerts/quiet-hours.ts';
import type { PinRefusal } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import { textDigest } from '../../lib/text.ts';
import { DAY, MINUTE } from '../../lib/time.ts';
import {
  BOARD_INTERVAL_MS,
  completeBoardPosting,
  deleteBoard,
  recordBoardEdited,
  recordBoardGone,
  recordBoardPin,
} from '../../store/boards/board-changes.ts';
import { findUnwantedBoard, type Board, type PostingBoard } from '../../store/boards/boards.ts';
import { scheduleDeletion } from '../../store/cards/deletions.ts';
import { boardRow, postponeKept } from '../../store/cards/kept-rows.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import type { DeliveryOptions, DeliverySignals } from '../delivery/delivery.ts';
import {
  channelOutcome,
  classifyResponse,
  isForLater,
} from '../delivery/response-classification.ts';
import type { ChannelWriter, PossibleMessage } from '../delivery/sender.ts';
import { NONCE_KNOWN_FOR_MS, nonceOf } from '../ingest/news.ts';
import type { BoardContent } from './board-day.ts';
import { removalRetry } from './deletions.ts';
import { createKeptPoster, recordKept, REPOST_AFTER_MS, type KeptMessage } from './post-kept.ts';

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

export const createBoardWriter = (options: DeliveryOptions, signals: DeliverySignals) => {
  const { db, now } = options;
  const postKept = createKeptPoster(options, signals);

  /** @param latest when it is tried again at the latest */
  const keptOf = (board: Board, latest: Instant = Infinity): KeptMessage => {
    const { channel, posting, attempts } = board;
    const row = boardRow(channel.discordId);
    return {
      row,
      ...board,
      what: 'a board',
      of: channel.discordId,
      postingSince: posting?.since ?? null,
      recordResponse: async (response) => {
        const isLater = isForLater(response);
        // Discord will never accept a rejected body, but perhaps the next.
        const dueAt = isLater ? Math.min(response.dueAt, latest) : now() + BOARD_INTERVAL_MS;
        const tried = isLater ? response.attempts : attempts;
        await postponeKept(db, row, dueAt, tried);
      },
    };
  };

  const post = async (
    board: Board,
    content: BoardContent,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { discordId } = board.channel;
    const body = { ...content.bodyAt(now()), flags: MessageFlags.SuppressNotifications };
    const words = board.posting?.words ?? body.content ?? '';
    const postedId = await postKept({
      ...keptOf(board),
      words,
      send: async (since) => {
        const isForgotten = now() - since > NONCE_KNOWN_FOR_MS;
        const lost = isForgotten ? possibleMessage({ since, words }) : undefined;
        return channelOutcome(await writer.post(body, nonceOf(`board:${since}`, discordId), lost));
      },
      recordPosted: (tx, posting, { messageId, at, mayBeOlder }) => {
        const shown = mayBeOlder ? '' : content.digest;
        return completeBoardPosting(tx, discordId, posting, { messageId, shown, at });
      },
    });
    // Pinned last, since there are few pins: the one that it replaces goes first.
    if (postedId !== null && board.messageId === null) await pin(board, postedId, writer);
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
    else await recordKept(options, keptOf(board), sent);
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
      if (at <= now()) await post(board, content, writer);
      else await writeWithRetry(() => postponeKept(db, boardRow(discordId), at, board.attempts));
      return;
    }
    // An old message that takes no more edits is posted anew right after the quiet hours.
    if (sent.kind !== 'sent') await recordKept(options, keptOf(board, silent ?? undefined), sent);
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
    const silent = silentUntil(channel.settings, now());
    // The message may be at Discord already: the same post goes first, with the same nonce.
    if (posting !== null) await post(board, content, writer);
    else if (messageId === null) {
      if (silent === null) await post(board, content, writer);
      else await postponeKept(db, boardRow(channel.discordId), silent, board.attempts);
    } else if (shown === content.digest) await pin(board, messageId, writer);
    else {
      // As a card, a board is posted anew before Discord takes no more edits, but only to show something
      // new. In quiet hours it is edited as often as Discord allows.
      const isOld = now() - (postedAt ?? 0) >= REPOST_AFTER_MS;
      if (isOld && silent === null) await post(board, content, writer);
      else await edit(board, messageId, content, writer);
    }
  };

  /** Has the messages of a board deleted that is no longer wanted, and forgets it, in its channel's turn. */
  const remove = async (discordId: string, writer: ChannelWriter): Promise<void> => {
    const board = await findUnwantedBoard(db, discordId);
    if (board === undefined) return;
    const { messageId, posting, attempts } = board;
    // Discord may have taken a post of which the process before heard no more.
    const found = posting === null ? null : await writer.find(possibleMessage(posting));
    const retry = found && removalRetry(classifyResponse(found, now(), attempts), attempts);
    if (retry !== null) {
      const { dueAt, attempts: tried } = retry;
      await writeWithRetry(() => postponeKept(db, boardRow(discordId), dueAt, tried));
      return;
    }
    const lostId = found?.kind === 'sent' ? found.messageId : null;
    const unwanted = [lostId, messageId].filter((id) => id !== null);
    await writeWithRetry(() =>
      db.transaction().execute(async (tx) => {
        for (const id of unwanted) await scheduleDeletion(tx, discordId, id, now());
        await deleteBoard(tx, discordId);
      }),
    );
    signals.emit('deletions');
  };

  return { show, remove };
};

const PIN_REFUSALS: Readonly<Record<'sent' | 'refused' | 'rejected', PinRefusal | null>> = {
  sent: null,
  refused: 'missing-permissions',
  rejected: 'too-many-pins',
};
