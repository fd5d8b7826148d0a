import type { Instant } from '../../domain/terms.ts';
import { createLimiter, nextRunInMs } from '../../lib/limiter.ts';
import {
  completeDeletion,
  dueDeletions,
  isDeletionPending,
  postponeDeletion,
  REMOVED_CHANNEL,
  type PendingDeletion,
} from '../../store/cards/deletions.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import type { DeliveryOptions, DeliverySignals } from '../delivery/delivery.ts';
import {
  classifyResponse,
  recordFailure,
  withBackoff,
  type ResponseClass,
} from '../delivery/response-classification.ts';
import { SEND_PRIORITIES, type ChannelWriter } from '../delivery/sender.ts';

const IN_FLIGHT = 16;

/** About three hours of attempts: after that Discord will not delete the message. */
const MAX_ATTEMPTS = 180;

/** When a removed message is looked for, or deleted, again; null where it is gone, or Discord keeps it. */
export const removalRetry = (response: ResponseClass, attempts: number) => {
  // Without access nothing can be deleted; with the channel, the message has gone, too.
  if (response.outcome !== 'pending' || response.broken === 'unknown-channel') return null;
  const tried = response.broken === undefined ? response.attempts : attempts + 1;
  return tried < MAX_ATTEMPTS ? { dueAt: response.dueAt, attempts: tried } : null;
};

/** Deletes obsolete messages: reposted cards and boards, unwanted ones. Failures are retried, also after a restart. */
export const createDeletions = (options: DeliveryOptions, signals: DeliverySignals) => {
  const { db, sender, now, log } = options;
  const limiter = createLimiter({
    capacity: IN_FLIGHT,
    wake: () => signals.emit('deletions'),
    onError: (error, message) => {
      log.error({ err: error, message }, 'deletion of a message failed');
    },
  });

  const deleteNow = async (message: PendingDeletion, writer: ChannelWriter): Promise<void> => {
    const { channel, messageId, attempts } = message;
    const response = classifyResponse(await writer.remove(messageId), now(), attempts);
    const retry = removalRetry(response, attempts);
    await writeWithRetry(async () => {
      await recordFailure(options, { channel, what: 'a deletion', of: messageId }, response);
      // It is due again once its channel is repaired.
      const isBroken = 'broken' in response && response.broken !== undefined;
      if (isBroken && channel.key !== REMOVED_CHANNEL) return;
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

  return async (signal: AbortSignal): Promise<number | null> => {
    limiter.reading();
    const { due, nextAt } = await dueDeletions(db, now(), 2 * IN_FLIGHT);
    const isFull = !limiter.launchAll(due, ({ messageId }) => messageId, deleteInTurn, signal);
    return nextRunInMs(nextAt === null ? null : nextAt - now(), isFull);
  };
};
