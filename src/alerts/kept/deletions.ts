import type { Instant } from '../../domain/terms.ts';
import { createLimiter, nextRunInMs } from '../../lib/limiter.ts';
import { startLoop, type Loop } from '../../lib/loop.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import {
  dueDeletions,
  isDeletionPending,
  postponeDeletion,
  completeDeletion,
  REMOVED_CHANNEL,
  type PendingDeletion,
} from '../../store/cards/deletions.ts';
import type { DeliveryOptions, DeliverySignals } from '../delivery/delivery.ts';
import {
  classifyResponse,
  recordFailure,
  withBackoff,
  type ResponseClass,
} from '../delivery/response-classification.ts';
import { BROKEN_RETRY_MS } from '../delivery/retry-schedule.ts';
import { SEND_PRIORITIES, type ChannelWriter } from '../delivery/sender.ts';

/** Whoever schedules a deletion deletes the message at once: the loop leaves it alone for this long. */
export const DELETED_BY_LOOP_AFTER_MS = 1_000;

const IN_FLIGHT = 16;

/** About three hours of attempts: after that Discord will not delete the message. */
const MAX_ATTEMPTS = 180;

/** When a removed message is looked for, or deleted, again; null where it is gone, or Discord keeps it. */
export const removalRetry = (response: ResponseClass, attempts: number, now: Instant) => {
  // Without access nothing can be deleted; with the channel, the message has gone, too.
  const isBroken = response.kind === 'broken' && response.reason !== 'unknown-channel';
  const retry = isBroken
    ? { dueAt: now + BROKEN_RETRY_MS, attempts: attempts + 1 }
    : response.kind === 'later'
      ? response
      : null;
  return retry !== null && retry.attempts < MAX_ATTEMPTS ? retry : null;
};

/** Deletes a scheduled message in the channel's turn; a failure is logged and retried, not thrown. */
export type DeleteMessage = (
  message: Omit<PendingDeletion, 'attempts'>,
  writer: ChannelWriter,
) => Promise<void>;

interface Deletions extends Loop {
  readonly deleteMessage: DeleteMessage;
}

/** Deletes obsolete messages: reposted cards and boards, unwanted ones. Failures are retried, also after a restart. */
export const startDeletions = (
  options: DeliveryOptions,
  signals: DeliverySignals,
  onError: (error: unknown) => void,
): Deletions => {
  const { db, sender, now, log } = options;
  const onFailure = (error: unknown, message: string): void => {
    log.error({ err: error, message }, 'deletion of a message failed');
  };
  const limiter = createLimiter({
    capacity: IN_FLIGHT,
    wake: () => signals.emit('deletions'),
    onError: onFailure,
  });

  const deleteNow = async (message: PendingDeletion, writer: ChannelWriter): Promise<void> => {
    const { channel, messageId, attempts } = message;
    const response = classifyResponse(await writer.remove(messageId), now(), attempts);
    const retry = removalRetry(response, attempts, now());
    await writeWithRetry(async () => {
      await recordFailure(options, { channel, what: 'a deletion', of: messageId }, response);
      // It is due again once its channel is repaired.
      if (response.kind === 'broken' && channel.key !== REMOVED_CHANNEL) return;
      if (retry === null) await completeDeletion(db, message);
      else await postponeDeletion(db, message, retry.dueAt, retry.attempts);
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
      const isFull = !limiter.launchAll(due, ({ messageId }) => messageId, deleteInTurn, signal);
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
        onFailure(error, message.messageId);
      } finally {
        // A failed deletion is retried from its row.
        loop.wake();
      }
    },
  };
};
