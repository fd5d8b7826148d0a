import { MINUTE } from '../lib/time.ts';
import { post } from '../render/posts.ts';
import type { Subject } from '../domain/alert-subject.ts';
import type { Instant } from '../domain/terms.ts';
import { readerIn } from '../i18n/i18n.ts';
import type { Logger } from '../lib/logger.ts';
import type { MessageBody } from '../render/message.ts';
import type { Audience } from '../store/audiences.ts';
import type { CardKey } from '../store/cards.ts';
import type { Db } from '../store/database.ts';
import type { DeliveryKey, Outcome } from '../store/deliveries.ts';
import type { OutboxEvent } from '../store/events.ts';
import type { Sender } from './sender.ts';

/** What every part of the delivery works with. */
export interface DeliveryOptions {
  readonly db: Db;
  readonly sender: Sender;
  readonly now: () => Instant;
  readonly log: Logger;
  /** Is told what became of each post that is noted, for whoever counts them. Must not fail. */
  readonly onOutcome?: (outcome: Outcome['outcome'], lane: number) => void;
}

/** One piece of news on its way to one channel. */
export interface Delivery {
  readonly outbox: OutboxEvent;
  readonly subject: Subject;
  readonly audience: Audience;
  /** When all of this was read. */
  readonly readAt: Instant;
  /** Failed tries before this one. */
  readonly attempts: number;
  /** Whether the channel may still wait for what came before in the same match. */
  readonly mayWait: boolean;
}

/** Which piece of news, and which channel: known also when nothing else of a delivery is. */
export type DeliveryOf = Pick<Delivery, 'outbox' | 'audience'>;

export const deliveryKey = ({ outbox, audience }: DeliveryOf): DeliveryKey => ({
  eventId: outbox.id,
  channelKey: audience.channel.key,
});

/** The card that a delivery about a match belongs to. */
export const cardKeyOf = ({
  subject,
  audience,
}: Pick<Delivery, 'subject' | 'audience'>): CardKey => ({
  matchId: subject.kind === 'match' ? subject.held.match.id : 0,
  channelKey: audience.channel.key,
});

/** The message of a delivery. */
export const renderPost = ({ outbox, subject, audience }: Delivery): MessageBody => {
  const { channel, memberIds } = audience;
  return post(readerIn(channel.locale), {
    event: outbox.event,
    subject,
    settings: channel.settings,
    memberIds,
    correctedAt: outbox.correctedAt,
  });
};

const BACKOFF = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000] as const;

/** When to try again after the `attempts`-th failure: what Discord asked for, at least a growing rest. */
export const retryAt = (now: Instant, attempts: number, retryAfter = 0): Instant =>
  now + Math.max(retryAfter, BACKOFF[Math.min(Math.max(attempts, 1), BACKOFF.length) - 1] ?? 0);

/** How often what waits for a broken channel is looked at, beside the events that mend it. */
export const WHILE_BROKEN = 10 * MINUTE;
