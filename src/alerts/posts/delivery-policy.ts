import { isForChannel, type AlertEvent, type AlertEventKind } from '../../domain/alerts/events.ts';
import { silentUntil } from '../../domain/alerts/quiet-hours.ts';
import type { DeliveryReason } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import {
  postsLeft,
  LIMIT_WINDOW_MS,
  skipReason,
  deliverableAt,
  staleReason,
} from '../../domain/alerts/verdict.ts';
import { utcDate } from '../../lib/time.ts';
import type { Db } from '../../store/connection/database.ts';
import { tellingOf } from '../../store/matches/match-lists.ts';
import { isRecipient, maskOfEvent } from '../../store/members/audiences.ts';
import type { DeliveryResult } from '../../store/outbox/deliveries.ts';
import { earlierUndelivered } from '../../store/outbox/match-order.ts';
import {
  hasDecidedTie,
  hasNewerNews,
  postCountSince,
  wasResultDelivered,
  wasToldLast,
} from '../../store/outbox/delivered.ts';
import type { AlertsContext, Delivery, DeliveryOf } from '../delivery/delivery.ts';
import { BROKEN_RETRY_MS, isStale } from '../delivery/response-classification.ts';
import { recipientsOf } from '../delivery/subject.ts';

const IN_ORDER_DELAY_MS = 200;

const pending = (
  dueAt: Instant,
  reason: DeliveryReason,
  { attempts }: Delivery,
): DeliveryResult => ({
  outcome: 'pending',
  reason,
  dueAt,
  attempts,
});

const suppressed = (reason: DeliveryReason): DeliveryResult => ({ outcome: 'suppressed', reason });

/** When an event may be posted in a channel; a revision starts a new delay. */
export const deliverableFrom = ({ outbox, audience }: DeliveryOf): Instant =>
  deliverableAt(
    audience.channel.settings,
    outbox.event,
    Math.max(outbox.createdAt, outbox.revisedAt ?? 0),
  );

const reasonToDrop = (delivery: Delivery, now: Instant): DeliveryReason | null => {
  const { outbox, audience, subject } = delivery;
  const { event } = outbox;
  const { settings, pausedAt } = audience.channel;
  if (isStale(delivery, now)) return 'expired';
  const reason = skipReason(settings, event, subject);
  if (reason !== null) return reason;
  // The summary of a night is not lost to a pause: it waits for its end.
  if (pausedAt !== null && event.kind !== 'quiet-hours-digest') return 'paused';
  // A channel has its post each day.
  if (audience.channel.kind === 'direct' && subject.kind === 'day' && subject.matches.length === 0)
    return 'digest-empty';
  return staleReason(event, subject);
};

const isRubber = ({ subject }: Delivery): boolean =>
  subject.kind === 'match' && subject.held.match.tie !== undefined;

/** Whether an event waits for the quiet hours to end. Others are kept for the digest, as is a digest of another end. */
const waitsUntil = (end: Instant, event: AlertEvent): boolean =>
  event.kind === 'quiet-hours-digest' ? event.until === end : isForChannel(event);

/** What tells who plays a match to come. */
const AHEAD: readonly AlertEventKind[] = ['draw', 'schedule', 'next', 'reminder'];

/**
 * Whether news of matches to come tells a member who hides scores who won an earlier one: by whom it names, or a draw,
 * whose pairs are covered, by coming because of them. That their match has begun is told: it is what they follow for.
 */
const tellsResult = async (
  db: Db,
  { outbox: { event }, subject, audience: { channel } }: Delivery,
  today: string,
): Promise<boolean> => {
  if (channel.kind !== 'direct' || !channel.settings.coverScores) return false;
  const about = subject.kind === 'match' ? [subject.held] : [];
  const matches = (subject.kind === 'matches' ? subject.matches : about).map(({ match }) => match);
  if (!AHEAD.includes(event.kind) || matches.length === 0) return false;
  if (!matches.some(await tellingOf(db, matches, today))) return false;
  const [{ tournamentId: id } = { tournamentId: null }] = matches;
  const tournament = id === null ? [] : [{ kind: 'tournament', id } as const];
  return event.kind !== 'draw' || !(await isRecipient(db, tournament, maskOfEvent(event), channel));
};

/** The outcome to store instead of sending; null for none. The stages are those that `/alerts why` reads back. */
export const policyOutcome = async (
  { db, now, serviceNow }: Pick<AlertsContext, 'db' | 'now' | 'serviceNow'>,
  delivery: Delivery,
): Promise<DeliveryResult | null> => {
  const { outbox, audience } = delivery;
  const { event } = outbox;
  const { channel } = audience;
  // Asked once: the hour may pass in between.
  const quiet = silentUntil(channel.settings, now());
  const reason = reasonToDrop(delivery, now());
  if (reason !== null) return suppressed(reason);
  if (!channel.settings.memberFollows && !isForChannel(event)) {
    const recipients = await recipientsOf(db, event, delivery.subject);
    if (!(await isRecipient(db, recipients, maskOfEvent(event), channel)))
      return suppressed('not-followed');
  }
  if (await tellsResult(db, delivery, utcDate(serviceNow()))) return suppressed('tells-result');
  // One moment, one post: the tie's post includes the rubber that decided it.
  if (event.kind === 'result' && isRubber(delivery)) {
    if (await hasDecidedTie(db, event.matchId)) return suppressed('included-in-tie');
  }
  if (await hasNewerNews(db, outbox)) return suppressed('outdated');
  if (await wasToldLast(db, outbox, channel.key)) return suppressed('already-told');
  // A channel that got the right result first needs no correction.
  if (event.kind === 'correction') {
    const wasDelivered = await wasResultDelivered(db, event.matchId, channel.key, outbox.createdAt);
    if (!wasDelivered) return suppressed('already-correct');
  }
  // No channel comes back under the id of a deleted one.
  if (channel.broken === 'unknown-channel') return suppressed(channel.broken);
  if (channel.pausedAt !== null) return pending(now() + BROKEN_RETRY_MS, 'paused', delivery);
  // Pending until the channel can be written to again; a repaired channel is retried sooner.
  if (channel.broken !== null) return pending(now() + BROKEN_RETRY_MS, channel.broken, delivery);
  const deliverAt = deliverableFrom(delivery);
  if (deliverAt > now()) return pending(deliverAt, 'delay', delivery);
  if (quiet !== null) {
    return waitsUntil(quiet, event)
      ? pending(quiet, 'quiet-hours', delivery)
      : { outcome: 'suppressed', reason: 'quiet-hours', digestAt: quiet };
  }
  if (delivery.mayWait && 'matchId' in event) {
    // The events of a match are posted in order: earlier ones go first.
    const { types } = channel.settings;
    const earlier = await earlierUndelivered(db, delivery, event.matchId, types);
    // An earlier delivery that is due may be in flight: pending in the past, this one would be retried in a
    // loop and starve the others.
    if (earlier !== null) {
      const dueAt = Math.max(earlier.dueAt ?? 0, now()) + IN_ORDER_DELAY_MS;
      return pending(dueAt, 'in-order', delivery);
    }
  }
  const posts = await postCountSince(db, channel.key, now() - LIMIT_WINDOW_MS);
  return postsLeft(posts, event.kind) > 0 ? null : suppressed('limit');
};
