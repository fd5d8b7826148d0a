import type { Instant } from '../../domain/terms.ts';
import { createLimiter, nextRunInMs } from '../../lib/limiter.ts';
import { startLoop, type Loop } from '../../lib/loop.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import type { CardKey } from '../../store/cards.ts';
import type { Tx } from '../../store/database.ts';
import { writeWithRetry } from '../../store/persistently.ts';
import {
  addUnwanted,
  dueDeletions,
  isUnwanted,
  postponeUnwanted,
  unwantedGone,
  type UnwantedMessage,
} from '../../store/unwanted-messages.ts';
import type { DeliveryOptions, DeliverySignals } from '../delivery.ts';
import { classifyResponse, recordFailure } from '../meaning.ts';
import { withBackoff } from '../rested.ts';
import { LANES, type ChannelWriter } from '../sender.ts';

/** Whoever notes that a message is unwanted deletes it at once: nobody else looks at it before. */
const LEFT_TO_WHO_NOTES_IT = 1_000;

/** Notes that a message of a card is to be deleted, in the transaction that makes it unwanted. */
export const noteUnwanted = (
  tx: Tx,
  key: CardKey,
  messageId: string,
  now: Instant,
): Promise<void> => addUnwanted(tx, key, messageId, now + LEFT_TO_WHO_NOTES_IT);

/** Deletions on their way at once. */
const IN_FLIGHT = 16;

/** What Discord would not delete in three hours, it never will. */
const MOST_TRIES = 180;

/** Deletes a message that was noted as unwanted, in the turn of its channel; a failure is nobody's concern. */
export type DeleteUnwanted = (
  message: Omit<UnwantedMessage, 'attempts'>,
  writer: ChannelWriter,
) => Promise<void>;

export interface Deletions extends Loop {
  readonly deleteUnwanted: DeleteUnwanted;
}

/**
 * Deletes messages of ours that are wanted no more: cards that others have replaced, or that are over.
 * What Discord would not delete is tried again, also by the process after this one.
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

  const deleteNow = async (message: UnwantedMessage, writer: ChannelWriter): Promise<void> => {
    const { channel, matchId, messageId, attempts } = message;
    const response = classifyResponse(await writer.remove(messageId), now(), attempts);
    await writeWithRetry(async () => {
      await recordFailure(options, { channel, what: 'a deletion', of: matchId }, response);
      if (response.kind === 'broken') return;
      if (response.kind === 'later' && response.attempts < MOST_TRIES) {
        await postponeUnwanted(db, message, response.dueAt, response.attempts);
      } else await unwantedGone(db, message);
    });
  };

  const takeUp = (message: UnwantedMessage): Promise<void> => {
    const { attempts, channel } = message;
    const postpone = (dueAt: Instant, tried: number): Promise<void> =>
      postponeUnwanted(db, message, dueAt, tried);
    return withBackoff({ now, attempts, postpone }, () =>
      sender.inTurn(channel.discordId, LANES.card, async (writer) => {
        if (await isUnwanted(db, message)) await deleteNow(message, writer);
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
        limiter.launch(message.messageId, () => takeUp(message));
      }
      return nextRunInMs(nextAt === null ? null : nextAt - now(), isFull);
    },
  });

  return {
    ...loop,
    deleteUnwanted: async (message, writer) => {
      try {
        await deleteNow({ ...message, attempts: 0 }, writer);
      } catch (error) {
        if (error instanceof ShutdownError) throw error;
        const { messageId } = message;
        log.error({ err: error, message: messageId }, 'deletion of a message failed');
      } finally {
        // Retried from its row when that failed.
        loop.wake();
      }
    },
  };
};
