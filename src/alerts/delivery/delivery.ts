import type { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { MINUTE } from '../../lib/time.ts';
import { membersPinged, post } from '../../render/posts/posts.ts';
import type { AlertEvent } from '../../domain/alerts/events.ts';
import type { AlertSubject } from '../../domain/alerts/subject.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import { readerIn, type Reader } from '../../i18n/i18n.ts';
import type { Logger } from '../../lib/logger.ts';
import { conceal } from '../../render/conceal.ts';
import type { MessageBody } from '../../render/message.ts';
import { withPauseButton } from '../../render/moderation/member-settings.ts';
import type { Audience } from '../../store/members/audiences.ts';
import type { CardKey } from '../../store/cards/cards.ts';
import type { Db } from '../../store/connection/database.ts';
import type { DeliveryKey, DeliveryResult } from '../../store/outbox/deliveries.ts';
import type { OutboxEvent } from '../../store/outbox/events.ts';
import type { Sender } from './sender.ts';

/** What every part of the delivery works with. */
export interface DeliveryOptions {
  readonly db: Db;
  readonly sender: Sender;
  readonly now: () => Instant;
  /** The service's clock, by which a standing board is of its day; ours by default. */
  readonly serviceNow?: () => Instant;
  readonly log: Logger;
  /** Is called with the outcome of each post that is stored, for metrics. Must not throw. */
  readonly onOutcome?: (outcome: DeliveryResult['outcome'], priority: number) => void;
}

export const WAKE_CAUSES = ['news', 'cards', 'boards', 'retries', 'deletions'] as const;

export type WakeCause = (typeof WAKE_CAUSES)[number];

/** Wakes the delivery loops of these causes; all of them when the cause is not known. */
export type Wake = (...causes: readonly WakeCause[]) => void;

/** Signals between the delivery loops: a cause for one of them, or when a delivery is scheduled. */
export type DeliverySignals = EventEmitter<
  Record<WakeCause, []> & { readonly scheduled: [dueAt: Instant] }
>;

/**
 * Lets the requests that were just begun reach their sockets: discord.js takes two turns of the event
 * loop for that, and SQLite, which answers synchronously, would hold those up.
 */
export const requestsLeave = async (): Promise<void> => {
  await turn();
  await turn();
};

export interface Delivery {
  readonly outbox: OutboxEvent;
  readonly subject: AlertSubject;
  readonly audience: Audience;
  readonly attempts: number;
  /** Whether the channel may still wait for earlier news of the same match. */
  readonly mayWait: boolean;
  /** Whether its row is a scheduled retry: nothing is sent when that has become something else. */
  readonly isRetry: boolean;
  /** Digests of the texts of earlier tries that Discord may have taken without an answer. */
  readonly triedDigests: readonly string[];
}

/** Which piece of news, and which channel: known also when nothing else of a delivery is. */
export type DeliveryOf = Pick<Delivery, 'outbox' | 'audience'>;

export const deliveryKey = ({ outbox, audience }: DeliveryOf): DeliveryKey => ({
  eventId: outbox.id,
  channelKey: audience.channel.key,
});

export const cardKeyOf = ({
  subject,
  audience,
}: Pick<Delivery, 'subject' | 'audience'>): CardKey => ({
  matchId: subject.kind === 'match' ? subject.held.match.id : 0,
  channelKey: audience.channel.key,
});

/** Cached variants of a match's messages: mostly one per language. */
const MAX_VARIANTS = 50;

/** The messages of a match in its current state, shared by all channels with the same variant. */
const postsOf = new WeakMap<TrackedMatch, LRUCache<string, MessageBody>>();

export const renderPost = ({ outbox, subject, audience }: Delivery): MessageBody => {
  const { channel, memberIds } = audience;
  const { locale, settings } = channel;
  const isDirect = channel.kind === 'direct';
  const { event, correctedAt } = outbox;
  const render = (): MessageBody => {
    const body = post(readerIn(locale), { event, subject, settings, memberIds, correctedAt });
    return isDirect ? direct(readerIn(locale), body, audience, event) : body;
  };
  if (subject.kind !== 'match') return render();
  const { held, offset } = subject;
  const posts = postsOf.get(held) ?? new LRUCache<string, MessageBody>({ max: MAX_VARIANTS });
  postsOf.set(held, posts);
  const members = membersPinged(settings, event, memberIds);
  const variant = JSON.stringify([event, correctedAt, offset, locale, settings, members, isDirect]);
  const body = posts.get(variant) ?? render();
  posts.set(variant, body);
  return body;
};

/** A direct message: a notification shows no score to who hides them, and a button pauses them. */
const direct = (
  reader: Reader,
  body: MessageBody,
  { channel }: Audience,
  { kind }: AlertEvent,
): MessageBody => {
  const shown = channel.settings.coverScores ? conceal(body) : body;
  // The post of a start becomes the live card, whose edits have its own controls.
  return kind === 'start' ? shown : withPauseButton(reader, shown);
};

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
