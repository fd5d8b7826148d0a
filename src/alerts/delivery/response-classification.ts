import type { ChannelFailure } from '../../domain/alerts/delivery-reasons.ts';
import { delayOf } from '../../domain/alerts/verdict.ts';
import type { Instant } from '../../domain/terms.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { MINUTE } from '../../lib/time.ts';
import { markBroken, recordDeclined } from '../../store/channels/channel-failures.ts';
import type { Channel } from '../../store/channels/channels.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import type { DeliveryResult } from '../../store/outbox/deliveries.ts';
import type { DeliveryOf, DeliveryOptions } from './delivery.ts';
import type { SendOutcome } from './sender.ts';

type ResultOf<Outcome> = Extract<DeliveryResult, { outcome: Outcome }>;

/** What follows from a response: as a delivery stores it, and what its channel has to note. */
export type ResponseClass =
  /** The id is that of the message, or of the opened thread. */
  | Pick<ResultOf<'sent'>, 'outcome' | 'messageId'>
  /** `gone`: it is not posted again. `rejected` is our bug: Discord will never accept it. */
  | ResultOf<'failed'>
  | (ResultOf<'pending'> & {
      /** The channel refuses all messages until a moderator fixes it. */
      readonly broken?: ChannelFailure | undefined;
      /** Of a declined message: Discord's code. */
      readonly code?: number;
    });

/*
 * A failed post is retried after 1, 2, 5, 15 and 30 seconds and then each minute, or when Discord says,
 * until its event is stale; in a broken channel every ten minutes, and once that is repaired.
 */

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000] as const;

/** When to retry after the `attempts`-th failure: after what Discord asked for, at least a growing delay. */
export const retryAt = (now: Instant, attempts: number, retryAfterMs = 0): Instant =>
  now +
  Math.max(
    retryAfterMs,
    RETRY_DELAYS_MS[Math.min(Math.max(attempts, 1), RETRY_DELAYS_MS.length) - 1] ?? 0,
  );

/** How often a delivery to a broken channel is retried, besides the events that repair the channel. */
export const BROKEN_RETRY_MS = 10 * MINUTE;

/** Whether an event is stale in a channel, by the kind of news: with a spoiler delay it expires that much later. */
export const isStale = ({ outbox, audience }: DeliveryOf, now: Instant): boolean =>
  now > outbox.expiresAt + delayOf(audience.channel.settings);

/** @param attempts failed attempts before this one; a rate limit does not count as one */
export const classifyResponse = (
  sent: SendOutcome,
  now: Instant,
  attempts: number,
): ResponseClass => {
  const later = { outcome: 'pending', dueAt: now + BROKEN_RETRY_MS, attempts } as const;
  switch (sent.kind) {
    case 'sent':
      return { outcome: 'sent', messageId: sent.messageId };
    case 'gone':
      return { outcome: 'failed', reason: 'gone' };
    case 'rejected':
      return { outcome: 'failed', reason: 'rejected', detail: sent.reason };
    case 'refused':
      return { ...later, reason: sent.reason, broken: sent.reason };
    case 'declined': {
      const { code, reason } = sent;
      return { ...later, reason: 'declined', detail: `${reason} (${code})`, code };
    }
    case 'limited':
      return { ...later, reason: 'limited', dueAt: now + sent.retryAfterMs };
    case 'failed': {
      const tried = attempts + 1;
      const dueAt = retryAt(now, tried, sent.retryAfterMs);
      const again = { ...later, dueAt, attempts: tried };
      return sent.reason === 'edited-too-often'
        ? { ...again, reason: sent.reason }
        : { ...again, reason: 'request-failed', detail: sent.reason };
    }
  }
};

/** Whether it is tried again in a channel that works; what waits for a broken one is due once that is repaired. */
export const isForLater = (
  response: ResponseClass,
): response is ResultOf<'pending'> & { readonly broken?: undefined } =>
  response.outcome === 'pending' && response.broken === undefined;

/** Whether the message was deleted, or its thread closed. */
export const isGone = (response: ResponseClass): boolean =>
  response.outcome === 'failed' && response.reason === 'gone';

/** A post into the channel itself cannot be gone: it is a locked thread. */
export const channelOutcome = (sent: SendOutcome): SendOutcome =>
  sent.kind === 'gone' ? { kind: 'refused', reason: 'thread-closed' } : sent;

/** A deleted thread does not break the channel: only its messages are gone. */
export const threadOutcome = (sent: SendOutcome): SendOutcome =>
  sent.kind === 'refused' && sent.reason === 'unknown-channel' ? { kind: 'gone' } : sent;

interface DeliveryAction {
  readonly channel: Pick<Channel, 'key' | 'discordId'>;
  readonly what: 'a post' | 'a card' | 'a board' | 'a correction' | 'a deletion' | 'pings';
  /** The event's key, the match's id, or the channel of a board. */
  readonly of: string | number;
}

/** Logs a failed request, and notes at its channel what Discord refuses there. */
export const recordFailure = async (
  { db, now, log }: Pick<DeliveryOptions, 'db' | 'now' | 'log'>,
  { channel, what, of }: DeliveryAction,
  response: ResponseClass,
): Promise<void> => {
  if (response.outcome === 'sent') return;
  const { reason, detail } = response;
  // A rate limit is no failure.
  if (reason === 'gone' || reason === 'limited') return;
  const details = { channel: channel.discordId, of, reason: detail ?? reason };
  if (response.outcome === 'failed') {
    log.error(details, `Discord rejected ${what}`);
    return;
  }
  log.warn(details, `${what} failed`);
  const { broken, code } = response;
  if (broken !== undefined) await markBroken(db, channel.key, broken, now());
  if (code !== undefined) await recordDeclined(db, channel.key, code, now());
};

interface BackoffOptions {
  readonly now: () => Instant;
  /** Failed attempts before this one. */
  readonly attempts: number;
  readonly postpone: (dueAt: Instant, attempts: number) => Promise<unknown>;
}

/** Runs an attempt. When it throws, the next is scheduled before the error is thrown on; a shutdown is no failure. */
export const withBackoff = async (
  { now, attempts, postpone }: BackoffOptions,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof ShutdownError) throw error;
    const tried = attempts + 1;
    await writeWithRetry(() => postpone(retryAt(now(), tried), tried));
    throw error;
  }
};
