import { alertKindOf, isForChannel } from '../domain/alert-events.ts';
import type { AlertKind } from '../domain/alert-kinds.ts';
import { unwanted, unwantedLevel, type AlertSettings } from '../domain/alert-settings.ts';
import { phaseOf } from '../domain/match.ts';
import { quietUntil } from '../domain/quiet-hours.ts';
import type { Instant } from '../domain/terms.ts';
import { isWorthTelling } from '../render/day-posts.ts';
import { isFollowed } from '../store/audiences.ts';
import { earlierUntold, postsSince, wasTold, type Outcome } from '../store/deliveries.ts';
import type { DeliveryOptions } from './delivery.ts';
import { delayOf } from './hindsight.ts';
import type { Delivery } from './send-post.ts';
import { recipientsOf, type Subject } from './subject.ts';

/** How long news waits for what comes before it in the same match. */
const IN_ORDER_AFTER = 200;

/** How often what waits for a broken channel is looked at, beside the events that mend it. */
const WHILE_BROKEN = 10 * 60_000;

const HOUR = 60 * 60_000;

const parked = (dueAt: Instant, reason: string, { attempts }: Delivery): Outcome => ({
  outcome: 'parked',
  reason,
  dueAt,
  attempts,
});

const suppressed = (reason: string): Outcome => ({ outcome: 'suppressed', reason });

/** When a channel may be told of an event, its spoiler delay kept; a revision counts anew. */
export const tellableAt = ({ outbox, audience }: Pick<Delivery, 'outbox' | 'audience'>): Instant =>
  // That a match is going to begin is no spoiler, and later it would not be true.
  outbox.event.kind === 'reminder'
    ? outbox.createdAt
    : Math.max(outbox.createdAt, outbox.revisedAt ?? 0) + delayOf(audience.channel);

/** Why a channel does not want news of a kind; of several matches none must be wanted. */
const reasonAgainst = (settings: AlertSettings, kind: AlertKind, subject: Subject) => {
  if (subject.kind === 'matches') {
    const reasons = subject.matches.map((each) => unwanted(settings, kind, each));
    return reasons.includes(null) ? null : (reasons[0] ?? null);
  }
  if (subject.kind === 'tournament') {
    return unwanted(settings, kind, null) ?? unwantedLevel(settings, subject.tournament);
  }
  return unwanted(settings, kind, subject.kind === 'match' ? subject.held : null);
};

/** What a channel with a limit wants most, and next to that. */
const MOST_WANTED: ReadonlySet<string> = new Set(['result', 'correction', 'missed']);
const WANTED_NEXT: ReadonlySet<string> = new Set(['start', 'set']);

/** How many posts of the hour a kind may find used up: small news leaves room for a result. */
const roomFor = (kind: string, postsPerHour: number): number => {
  if (MOST_WANTED.has(kind)) return postsPerHour;
  const kept = WANTED_NEXT.has(kind)
    ? Math.min(1, Math.floor(postsPerHour / 2))
    : Math.min(3, Math.ceil(postsPerHour / 2));
  return Math.max(1, postsPerHour - kept);
};

/** What is not to be told at all, whenever it is. */
const reasonToDrop = (delivery: Delivery, now: Instant): string | null => {
  const { outbox, audience, subject } = delivery;
  const { event } = outbox;
  const { settings, pausedAt } = audience.channel;
  if (now > outbox.expiresAt + delayOf(audience.channel)) return 'expired';
  const kind = alertKindOf(event);
  const held = subject.kind === 'match' ? subject.held : null;
  const reason = kind === null ? null : reasonAgainst(settings, kind, subject);
  if (reason !== null) return reason;
  if (event.kind === 'reminder' && event.minutes !== settings.remindBefore) return 'other-time';
  if (pausedAt !== null) return 'paused';
  if (subject.kind === 'missed' && !isWorthTelling(subject.news)) return 'nothing-missed';
  if (held === null) return null;
  const phase = phaseOf(held.state.status);
  if (event.kind === 'start' && phase === 'over') return 'already-over';
  const isToCome = event.kind === 'reminder' || event.kind === 'next';
  return isToCome && phase !== 'upcoming' ? 'already-begun' : null;
};

/**
 * What is to be noted instead of sending; null when nothing stands in the way. The stages are those
 * that `/alerts why` reads back.
 */
export const obstacleTo = async (
  { db, now }: Pick<DeliveryOptions, 'db' | 'now'>,
  delivery: Delivery,
): Promise<Outcome | null> => {
  const { outbox, audience } = delivery;
  const { event } = outbox;
  const { channel } = audience;
  const { quietHours, timeZone, postsPerHour } = channel.settings;
  const reason = reasonToDrop(delivery, now());
  if (reason !== null) return suppressed(reason);
  if (!channel.settings.memberFollows && !isForChannel(event)) {
    const recipients = await recipientsOf(db, event, delivery.subject);
    if (!(await isFollowed(db, recipients, channel.key, 'channel')))
      return suppressed('not-followed');
  }
  // Who was told right at once has nothing to be corrected.
  if (event.kind === 'correction' && channel.settings.kinds.includes('result')) {
    const toldWrong = await wasTold(db, event.matchId, channel.key, outbox.createdAt);
    if (!toldWrong) return suppressed('told-right');
  }
  // Kept until the channel can be written to again; a mended one does not wait so long.
  if (channel.broken !== null) return parked(now() + WHILE_BROKEN, channel.broken, delivery);
  const tellable = tellableAt(delivery);
  if (tellable > now()) return parked(tellable, 'delay', delivery);
  const quiet = quietUntil(quietHours, timeZone, now());
  if (quiet !== null) {
    return isForChannel(event) ? parked(quiet, 'quiet-hours', delivery) : suppressed('quiet-hours');
  }
  if ('matchId' in event) {
    // A match is told in order: what waits of it goes first.
    const key = { eventId: outbox.id, channelKey: channel.key };
    const earlier = await earlierUntold(db, key, event.matchId, channel.settings.kinds);
    // What is due already may be on its way: parked in the past, this would be taken up at once, and
    // again, and leave nobody else a turn.
    if (earlier !== null) {
      const dueAt = Math.max(earlier.dueAt ?? 0, now()) + IN_ORDER_AFTER;
      return parked(dueAt, 'in-order', delivery);
    }
  }
  if (postsPerHour === null) return null;
  const posts = await postsSince(db, channel.key, now() - HOUR);
  return posts < roomFor(event.kind, postsPerHour) ? null : suppressed('limit');
};
