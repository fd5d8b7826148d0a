import type { Instant } from '../domain/terms.ts';
import { markBroken } from '../store/channel-health.ts';
import type { Channel } from '../store/channels.ts';
import { retryAt, type DeliveryOptions } from './delivery.ts';
import type { SendOutcome } from './sender.ts';

/** What Discord's response means for a request. */
export type ResponseClass =
  /** Done; the id of the message, or of the thread that was opened. */
  | { readonly kind: 'done'; readonly messageId: string }
  /** The message was deleted, or its thread closed: it is not posted again. */
  | { readonly kind: 'gone' }
  /** The channel refuses everything until somebody changes that: the delivery waits. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** Our bug: Discord will never accept it. The channel is not marked as broken. */
  | { readonly kind: 'unfit'; readonly reason: string }
  /** To be retried at `dueAt`; a rate limit does not count as a failed attempt. */
  | {
      readonly kind: 'later';
      readonly reason: string;
      readonly dueAt: Instant;
      readonly attempts: number;
    };

/** No failure: it happens all the time. */
const LIMITED = 'limited';

/**
 * The one place where a response of Discord's is classified.
 * @param attempts failed attempts before this one
 */
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
    case 'rejected':
      return { kind: 'unfit', reason: sent.reason };
    case 'limited':
      return { kind: 'later', reason: LIMITED, dueAt: now + sent.retryAfter, attempts };
    case 'failed': {
      const tried = attempts + 1;
      const dueAt = retryAt(now, tried, sent.retryAfter);
      return { kind: 'later', reason: sent.reason, dueAt, attempts: tried };
    }
  }
};

/** A post into the channel itself cannot be gone: that is a thread that somebody has locked. */
export const inChannel = (sent: SendOutcome): SendOutcome =>
  sent.kind === 'gone' ? { kind: 'refused', reason: 'thread-closed' } : sent;

/** A thread that somebody deleted is not the channel: what was to stand in it is gone. */
export const inThread = (sent: SendOutcome): SendOutcome =>
  sent.kind === 'refused' && sent.reason === 'unknown-channel' ? { kind: 'gone' } : sent;

/** What a request was about, for the log. */
export interface Asked {
  readonly channel: Pick<Channel, 'key' | 'discordId'>;
  readonly what: 'a post' | 'a card' | 'a correction' | 'a deletion' | 'pings';
  /** The key of its event, or the id of its match. */
  readonly of: string | number;
}

/** Logs a failed request, and marks its channel as broken where Discord refuses it. */
export const recordFailure = async (
  { db, now, log }: Pick<DeliveryOptions, 'db' | 'now' | 'log'>,
  { channel, what, of }: Asked,
  response: ResponseClass,
): Promise<void> => {
  if (response.kind === 'done' || response.kind === 'gone' || response.reason === LIMITED) return;
  const details = { channel: channel.discordId, of, reason: response.reason };
  if (response.kind === 'unfit') log.error(details, `Discord rejected ${what}`);
  else log.warn(details, `${what} failed`);
  if (response.kind === 'broken') await markBroken(db, channel.key, response.reason, now());
};
