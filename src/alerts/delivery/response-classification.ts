import type { ChannelFailure } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import { markBroken, recordDeclined } from '../../store/channels/channel-failures.ts';
import type { Channel } from '../../store/channels/channels.ts';
import type { DeliveryOptions } from './delivery.ts';
import { BROKEN_RETRY_MS, retryAt } from './retry-schedule.ts';
import type { SendOutcome } from './sender.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';

export type ResponseClass =
  /** Done; the id is that of the message, or of the opened thread. */
  | { readonly kind: 'done'; readonly messageId: string }
  /** The message was deleted, or its thread closed: it is not posted again. */
  | { readonly kind: 'gone' }
  /** The channel refuses all messages until a moderator fixes it: the delivery waits. */
  | { readonly kind: 'broken'; readonly reason: ChannelFailure }
  /** Our bug: Discord will never accept it. The channel is not marked as broken. */
  | { readonly kind: 'unfit'; readonly reason: 'rejected'; readonly detail: string }
  /** To be retried at `dueAt`; a rate limit does not count as a failed attempt. */
  | {
      readonly kind: 'later';
      readonly reason: 'limited' | 'edited-too-often' | 'declined' | 'request-failed';
      /** Of a declined message: Discord's code. */
      readonly code?: number;
      readonly detail: string | null;
      readonly dueAt: Instant;
      readonly attempts: number;
    };

/** @param attempts failed attempts before this one */
export const classifyResponse = (
  sent: SendOutcome,
  now: Instant,
  attempts: number,
): ResponseClass => {
  switch (sent.kind) {
    case 'sent':
      return { kind: 'done', messageId: sent.messageId };
    case 'gone':
      return { kind: 'gone' };
    case 'refused':
      return { kind: 'broken', reason: sent.reason };
    case 'declined': {
      const { code, reason } = sent;
      const detail = `${reason} (${code})`;
      const dueAt = now + BROKEN_RETRY_MS;
      return { kind: 'later', reason: 'declined', code, detail, dueAt, attempts };
    }
    case 'rejected':
      return { kind: 'unfit', reason: 'rejected', detail: sent.reason };
    case 'limited': {
      const dueAt = now + sent.retryAfterMs;
      return { kind: 'later', reason: 'limited', detail: null, dueAt, attempts };
    }
    case 'failed': {
      const tried = attempts + 1;
      const dueAt = retryAt(now, tried, sent.retryAfterMs);
      return { kind: 'later', ...failureOf(sent.reason), dueAt, attempts: tried };
    }
  }
};

/** A reason of ours, or the error text of Discord or of the network. */
const failureOf = (reason: string) =>
  reason === 'edited-too-often'
    ? ({ reason, detail: null } as const)
    : ({ reason: 'request-failed', detail: reason } as const);

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
  if (response.kind === 'done' || response.kind === 'gone') return;
  // A rate limit is no failure.
  if (response.reason === 'limited') return;
  const reason = 'detail' in response ? (response.detail ?? response.reason) : response.reason;
  const details = { channel: channel.discordId, of, reason };
  if (response.kind === 'unfit') log.error(details, `Discord rejected ${what}`);
  else log.warn(details, `${what} failed`);
  if (response.kind === 'broken') await markBroken(db, channel.key, response.reason, now());
  else if (response.kind === 'later' && response.code !== undefined) {
    await recordDeclined(db, channel.key, response.code, now());
  }
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
