import type { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { AlertSubject } from '../../domain/alerts/subject.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import { watchAt, type WatchRow } from '../../domain/tournament/where-to-watch.ts';
import type { Logger } from '../../lib/logger.ts';
import type { DrawPicture } from '../../render/pictures/picture.ts';
import type { Audience } from '../../store/members/audiences.ts';
import type { CardKey } from '../../store/cards/cards.ts';
import type { Db } from '../../store/connection/database.ts';
import type { DeliveryResult, PendingDelivery } from '../../store/outbox/deliveries.ts';
import type { OutboxEvent } from '../../store/outbox/events.ts';
import type { Sender } from './sender.ts';

export interface DeliveryOptions {
  readonly db: Db;
  readonly sender: Sender;
  readonly now: () => Instant;
  /** The service's clock, by which a standing board is of its day; ours by default. */
  readonly serviceNow?: () => Instant;
  readonly log: Logger;
  readonly draw: DrawPicture;
  /** Who shows which tournaments; nobody is known without it. */
  readonly whereToWatch?: readonly WatchRow[] | undefined;
  /** Is called with the outcome of each post that is stored, for metrics. Must not throw. */
  readonly onOutcome?: (outcome: DeliveryResult['outcome'], priority: number) => void;
}

export const WAKE_CAUSES = ['news', 'cards', 'boards', 'retries', 'deletions'] as const;

export type WakeCause = (typeof WAKE_CAUSES)[number];

/** Wakes the delivery loops of these causes; all of them when the cause is not known. */
export type Wake = (...causes: readonly WakeCause[]) => void;

/** What ingest and the agenda work with: each takes its part. */
export interface AlertsContext {
  readonly db: Db;
  readonly now: () => Instant;
  /** The service's clock: its dates and times count by it where ours is wrong. */
  readonly serviceNow: () => Instant;
  readonly log: Logger;
  /** Called after a change with what there may be to deliver. */
  readonly wake: Wake;
}

/** Signals between the delivery loops: a cause for one of them, or when a delivery is scheduled. */
export type DeliverySignals = EventEmitter<
  Record<WakeCause, []> & { readonly scheduled: [dueAt: Instant] }
>;

/** Lets begun requests reach their sockets, which takes two turns; SQLite, being synchronous, would hold them up. */
export const requestsLeave = async (): Promise<void> => {
  await turn();
  await turn();
};

export interface Delivery extends Pick<
  PendingDelivery,
  'eventId' | 'channelKey' | 'attempts' | 'triedDigests'
> {
  readonly outbox: OutboxEvent;
  readonly subject: AlertSubject;
  readonly audience: Audience;
  /** Whether the channel may still wait for earlier news of the same match. */
  readonly mayWait: boolean;
  /** Whether its row is a scheduled retry: nothing is sent when that has become something else. */
  readonly isRetry: boolean;
}

/** Which piece of news, and which channel: known also when nothing else of a delivery is. */
export type DeliveryOf = Pick<Delivery, 'outbox' | 'audience'>;

/** A match with who shows it where the readers of a channel are. */
export const watchedIn = (
  { whereToWatch }: Pick<DeliveryOptions, 'whereToWatch'>,
  { locale, settings: { timeZone } }: Audience['channel'],
  held: TrackedMatch,
): TrackedMatch => ({ ...held, watch: watchAt(whereToWatch, held, { locale, timeZone }) });

export const cardKeyOf = ({
  subject,
  audience,
}: Pick<Delivery, 'subject' | 'audience'>): CardKey => ({
  matchId: subject.kind === 'match' ? subject.held.match.id : 0,
  channelKey: audience.channel.key,
});
