import type { ChannelFailure } from '../domain/delivery-reasons.ts';
import type { Instant } from '../domain/terms.ts';
import { markBroken } from '../store/channel-health.ts';
import type { Channel } from '../store/channels.ts';
import { retryAt, type DeliveryOptions } from './delivery.ts';
import type { SendOutcome } from './sender.ts';

/** What Discord's answer means for what was sent. */
export type Meaning =
  /** It is done; the id of the message, or of the thread that was opened. */
  | { readonly kind: 'done'; readonly messageId: string }
  /** Its message is there no more, or its thread is closed: nobody wants it back. */
  | { readonly kind: 'gone' }
  /** Its channel takes nothing until somebody mends that: it waits for it. */
  | { readonly kind: 'broken'; readonly reason: ChannelFailure }
  /** Our bug: it is never going to be taken, which is not held against the channel. */
  | { readonly kind: 'unfit'; readonly reason: 'rejected'; readonly detail: string }
  /** Once more, not before `dueAt`; what a limit held back is no failed try. */
  | {
      readonly kind: 'later';
      readonly reason: 'limited' | 'edited-too-often' | 'request-failed';
      readonly detail: string | null;
      readonly dueAt: Instant;
      readonly attempts: number;
    };

/**
 * The one place where an answer of Discord's is read.
 * @param attempts failed tries before this one
 */
export const meaningOf = (sent: SendOutcome, now: Instant, attempts: number): Meaning => {
  switch (sent.kind) {
    case 'sent':
      return { kind: 'done', messageId: sent.messageId };
    case 'gone':
      return { kind: 'gone' };
    case 'refused':
      return { kind: 'broken', reason: sent.reason };
    case 'rejected':
      return { kind: 'unfit', reason: 'rejected', detail: sent.reason };
    case 'limited': {
      const dueAt = now + sent.retryAfter;
      return { kind: 'later', reason: 'limited', detail: null, dueAt, attempts };
    }
    case 'failed': {
      const tried = attempts + 1;
      const dueAt = retryAt(now, tried, sent.retryAfter);
      return { kind: 'later', ...failureOf(sent.reason), dueAt, attempts: tried };
    }
  }
};

/** A reason of ours, or the words of Discord or of the network. */
const failureOf = (reason: string) =>
  reason === 'edited-too-often'
    ? ({ reason, detail: null } as const)
    : ({ reason: 'request-failed', detail: reason } as const);

/** A post into the channel itself cannot be gone: that is a thread that somebody has locked. */
export const inChannel = (sent: SendOutcome): SendOutcome =>
  sent.kind === 'gone' ? { kind: 'refused', reason: 'thread-closed' } : sent;

/** A thread that somebody deleted is not the channel: what was to stand in it is gone. */
export const inThread = (sent: SendOutcome): SendOutcome =>
  sent.kind === 'refused' && sent.reason === 'unknown-channel' ? { kind: 'gone' } : sent;

/** What an answer was about, for the log. */
export interface Asked {
  readonly channel: Pick<Channel, 'key' | 'discordId'>;
  readonly what: 'a post' | 'a card' | 'a correction' | 'a deletion' | 'pings';
  /** The key of its event, or the id of its match. */
  readonly of: string | number;
}

/** What follows from an answer for the channel, and for us: a refusal is marked, our bug is told. */
export const noteTrouble = async (
  { db, now, log }: Pick<DeliveryOptions, 'db' | 'now' | 'log'>,
  { channel, what, of }: Asked,
  meaning: Meaning,
): Promise<void> => {
  if (meaning.kind === 'done' || meaning.kind === 'gone') return;
  // A limit is no failure, and happens all the time.
  if (meaning.reason === 'limited') return;
  const reason = 'detail' in meaning ? (meaning.detail ?? meaning.reason) : meaning.reason;
  const details = { channel: channel.discordId, of, reason };
  if (meaning.kind === 'unfit') log.error(details, `Discord rejected ${what} of ours`);
  else log.warn(details, `${what} failed`);
  if (meaning.kind === 'broken') await markBroken(db, channel.key, meaning.reason, now());
};
