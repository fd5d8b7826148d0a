import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import { scheduleDeletion } from '../../store/cards/deletions.ts';
import {
  clearPosting,
  markPosting,
  postponeKept,
  storedMessageId,
  type KeptRow,
  type Posting,
} from '../../store/cards/kept-rows.ts';
import { resetFailureNotice } from '../../store/channels/channel-failures.ts';
import type { Channel } from '../../store/channels/channels.ts';
import type { Tx } from '../../store/connection/database.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import type { DeliveryOptions, DeliverySignals } from '../delivery/delivery.ts';
import {
  classifyResponse,
  recordFailure,
  withBackoff,
  type ResponseClass,
} from '../delivery/response-classification.ts';
import type { ChannelWriter, SendOutcome, SendPriority } from '../delivery/sender.ts';

/** Messages older than an hour take only a few edits (error 30046): cards and boards are posted anew before that. */
export const REPOST_AFTER_MS = 50 * MINUTE;

/** A message that stays in its channel and is kept current: a live card or a standing board. */
export interface KeptMessage {
  readonly what: 'a card' | 'a board';
  /** The id of its match, or of the channel of a board. */
  readonly of: string | number;
  readonly channel: Channel;
  /** The message that stands there; null until it is posted. */
  readonly messageId: string | null;
  /** Since when its next message is being sent: Discord may have it, known only by its nonce. */
  readonly postingSince: Instant | null;
  readonly attempts: number;
  readonly row: KeptRow;
  /** Records at its row what follows from a response to a request that posted no message. */
  readonly recordResponse: (response: ResponseClass) => Promise<void>;
}

interface PostedMessage {
  readonly messageId: string;
  readonly at: Instant;
  /** An earlier attempt may have posted an older state. */
  readonly mayBeOlder: boolean;
}

/** How a new message of it is posted: what the rows of cards and boards differ in. */
interface KeptPost extends KeptMessage {
  /** The text of a board: a search tells its message apart by it. */
  readonly words?: string;
  readonly send: (since: Instant) => Promise<SendOutcome>;
  /** @returns false when another process has posted it */
  readonly recordPosted: (tx: Tx, posting: Posting, posted: PostedMessage) => Promise<boolean>;
}

type Recording = Pick<DeliveryOptions, 'db' | 'now' | 'log'>;

/** Records a response: a failure at the channel, and what follows from it at the row of the message. */
export const recordKept = (
  options: Recording,
  { what, of, channel, attempts, recordResponse }: KeptMessage,
  sent: SendOutcome,
): Promise<void> =>
  writeWithRetry(async () => {
    const response = classifyResponse(sent, options.now(), attempts);
    await recordFailure(options, { channel, what, of }, response);
    await recordResponse(response);
  });

/** Works on a card or a board in its channel's turn; when that throws, it is due again later. */
export const inTurnOf = (
  { db, now, sender }: DeliveryOptions,
  { row, discordId, attempts }: Pick<KeptMessage, 'row' | 'attempts'> & Pick<Channel, 'discordId'>,
  priority: SendPriority,
  work: (writer: ChannelWriter) => Promise<void>,
): Promise<void> => {
  const postpone = (dueAt: Instant, tried: number) => postponeKept(db, row, dueAt, tried);
  return withBackoff({ now, attempts, postpone }, () => sender.inTurn(discordId, priority, work));
};

/**
 * Posts a card or a board, also below newer messages: marks it as being posted, posts, records, and has the former one
 * deleted. @returns the id of its message; null where there is none yet, or another process posted it
 */
export const createKeptPoster =
  (options: Recording, signals: DeliverySignals) =>
  async (kept: KeptPost): Promise<string | null> => {
    const { db, now } = options;
    const { channel, row, words, messageId: replacedId } = kept;
    const isFirstAttempt = kept.postingSince === null;
    const posting = { since: kept.postingSince ?? now(), replacedId };
    // If this process dies now, the next one must post the same message again: otherwise two would
    // remain.
    const isOurs =
      !isFirstAttempt || (await writeWithRetry(() => markPosting(db, row, posting, words)));
    if (!isOurs) return null;
    const sent = await kept.send(posting.since);
    if (sent.kind !== 'sent') {
      await recordKept(options, kept, sent);
      const mayBePosted = !isFirstAttempt || sent.kind === 'failed';
      if (!mayBePosted) await writeWithRetry(() => clearPosting(db, row, posting));
      return null;
    }
    const { messageId } = sent;
    const posted = { messageId, at: now(), mayBeOlder: !isFirstAttempt };
    const isRecorded = await writeWithRetry(() =>
      db.transaction().execute(async (tx) => {
        const isRecorded = await kept.recordPosted(tx, posting, posted);
        // This process stood still while another posted: a late post is the one too many.
        const isLate = !isRecorded && (await storedMessageId(tx, row)) !== messageId;
        const unwantedId = isRecorded ? replacedId : isLate ? messageId : null;
        if (unwantedId !== null) await scheduleDeletion(tx, channel.discordId, unwantedId, now());
        await resetFailureNotice(tx, channel.key);
        return isRecorded;
      }),
    );
    signals.emit('deletions');
    return isRecorded ? messageId : null;
  };
