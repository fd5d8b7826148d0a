import type { Instant } from '../../domain/terms.ts';
import { createLimiter, nextRunInMs } from '../../lib/limiter.ts';
import { startLoop, type Loop } from '../../lib/loop.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import type { CardKey } from '../../store/cards/cards.ts';
import type { Tx } from '../../store/connection/database.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import {
  scheduleDeletion,
  dueDeletions,
  isDeletionPending,
  postponeDeletion,
  completeDeletion,
  type PendingDeletion,
} from '../../store/cards/deletions.ts';
import type { DeliveryOptions, DeliverySignals } from '../delivery/delivery.ts';
import {
  classifyResponse,
  recordFailure,
  withBackoff,
} from '../delivery/response-classification.ts';
import { SEND_PRIORITIES, type ChannelWriter } from '../delivery/sender.ts';

/** The scheduler deletes the message itself at once: the loop leaves it alone for this long. */
const GRACE_MS = 1_000;

/** Schedules the deletion of a card's message, in the transaction that replaces or removes the card. */
export const scheduleMessageDeletion = (
  tx: Tx,
  key: CardKey,
  messageId: string,
  now: Instant,
): Promise<void> => scheduleDeletion(tx, key, messageId, now + GRACE_MS);

const IN_FLIGHT = 16;

/** About three hours of attempts: after that Discord will not delete the message. */
export const MAX_DELETION_ATTEMPTS = 180;

/** Deletes a scheduled message in the channel's turn; a failure is logged and retried, not thrown. */
export type DeleteMessage = (
  message: Omit<PendingDeletion, 'attempts'>,
  writer: ChannelWriter,
) => Promise<void>;

interface Deletions extends Loop {
  readonly deleteMessage: DeleteMessage;
}

/**
 * Deletes our obsolete messages: cards that were reposted or whose match is over. Failed deletions
 * are retried, after a restart too.
 */
export const startDeletions = (
  options: DeliveryOptions,
  signals: DeliverySignals,
  onError: (error: unknown) => void,
): Deletions => {
  const { db, sender, now, log } = options;
  const limiter = createLimiter({
    capacity: IN_FLIGHT,
    wake: () => signals.emit('deletions'),
    onError: (error, message) => {
      log.error({ err: error, message }, 'deletion of a message failed');
    },
  });

  const deleteNow = async (message: PendingDeletion, writer: ChannelWriter): Promise<void> => {
    const { channel, matchId, messageId, attempts } = message;
    const response = classifyResponse(await writer.remove(messageId), now(), attempts);
    await writeWithRetry(async () => {
      await recordFailure(options, { channel, what: 'a deletion', of: matchId }, response);
      if (response.kind === 'broken') return;
      if (response.kind === 'later' && response.attempts < MAX_DELETION_ATTEMPTS) {
        await postponeDeletion(db, message, response.dueAt, response.attempts);
      } else await completeDeletion(db, message);
    });
  };

  const deleteInTurn = (message: PendingDeletion): Promise<void> => {
    const { attempts, channel } = message;
    const postpone = (dueAt: Instant, tried: number): Promise<void> =>
      postponeDeletion(db, message, dueAt, tried);
    return withBackoff({ now, attempts, postpone }, () =>
      sender.inTurn(channel.discordId, SEND_PRIORITIES.card, async (writer) => {
        if (await isDeletionPending(db, message)) await deleteNow(message, writer);
      }),
    );
  };

  const loop = startLoop({
    onError,
    run: async (signal) => {
      const { due, nextAt } = await dueDeletions(db, now(), 2 * IN_FLIGHT);
      let isFull = false;
      for (const message of due) {
        isFull = limiter.available() === 0;
        if (signal.aborted || isFull) break;
        limiter.launch(message.messageId, () => deleteInTurn(message));
      }
      return nextRunInMs(nextAt === null ? null : nextAt - now(), isFull);
    },
  });

  return {
    ...loop,
    deleteMessage: async (message, writer) => {
      try {
        await deleteNow({ ...message, attempts: 0 }, writer);
      } catch (error) {
        if (error instanceof ShutdownError) throw error;
        const { messageId } = message;
        log.error({ err: error, message: messageId }, 'deletion of a message failed');
      } finally {
        // A failed deletion is retried from its row.
        loop.wake();
      }
    },
  };
};
