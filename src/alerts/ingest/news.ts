import { hash } from 'node:crypto';
import { NONCE_MAX } from '../../discord/message-limits.ts';
import type { AlertEvent } from '../../domain/alerts/events.ts';
import { ALERT_TRAITS } from '../../domain/alerts/traits.ts';
import type { MatchEvent } from '../../domain/match/match-event.ts';
import { silentUntil } from '../../domain/alerts/quiet-hours.ts';
import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import type { NewEvent } from '../../store/outbox/events.ts';
import { SEND_PRIORITIES, type SendPriority } from '../delivery/sender.ts';

/** An outbox entry of our own making, current from an instant on. */
export const newAlertEvent = (event: AlertEvent, from: Instant): NewEvent => ({
  event,
  priority: SEND_PRIORITIES[ALERT_TRAITS[event.kind].priority],
  expiresAt: from + ALERT_TRAITS[event.kind].staleAfterMs,
});

/** When a channel can get posts: now, or when its quiet hours end. */
export const quietHoursEnd = (settings: Parameters<typeof silentUntil>[0], now: Instant): Instant =>
  silentUntil(settings, now) ?? now;

export interface MatchTiming {
  readonly startedAt: Instant | null;
  readonly minutes: number | null;
  readonly isOver: boolean;
  /** When it had ended at the latest, if it is over and the service does not say when it ended. */
  readonly endedBy: Instant | null;
  /** When it was last seen in play; null when it was not. */
  readonly playedUntil: Instant | null;
  readonly serviceNow: Instant;
}

/** Milliseconds since a match ended, as far as known; 0 while it is not over. */
export const msSinceEnd = ({ startedAt, minutes, ...timing }: MatchTiming): number => {
  const { isOver, endedBy, playedUntil, serviceNow } = timing;
  if (!isOver) return 0;
  const byMinutes = startedAt === null || minutes === null ? null : startedAt + minutes * MINUTE;
  // Its minutes of play do not count an interruption, which may last a night.
  const endedAt = byMinutes === null ? endedBy : Math.max(byMinutes, playedUntil ?? -Infinity);
  return endedAt === null ? 0 : Math.max(0, serviceNow - endedAt);
};

const ageOf = (kind: MatchEvent['kind'], timing: MatchTiming): number =>
  kind === 'start' && timing.startedAt !== null
    ? Math.max(0, timing.serviceNow - timing.startedAt)
    : msSinceEnd(timing);

/** Entries expire from when they happened. Sets that come with the result have its priority: they stay in order. */
export const newMatchEvents = (
  news: readonly MatchEvent[],
  timing: MatchTiming,
  now: Instant,
): readonly NewEvent[] => {
  const hasResult = news.some(({ kind }) => kind === 'result');
  return news.map((event) => {
    const { priority, staleAfterMs } = ALERT_TRAITS[event.kind];
    const expiresAt = now + staleAfterMs - ageOf(event.kind, timing);
    const isTold = event.kind === 'set' && hasResult;
    return {
      event: isTold ? { ...event, withResult: true } : event,
      priority: SEND_PRIORITIES[hasResult ? 'headline' : priority],
      expiresAt,
    };
  });
};

/** The priority of a stored number; the lowest for an unknown one of an older version. */
export const sendPriorityOf = (stored: number): SendPriority =>
  Object.values(SEND_PRIORITIES).find((priority) => priority === stored) ?? SEND_PRIORITIES.other;

/** The same for an event in a channel: a retry after a lost response, a crash or a takeover does not post twice. */
export const nonceOf = (key: string, channelId: string): string =>
  hash('sha256', `${key} ${channelId}`, 'base64url').slice(0, NONCE_MAX);

/** Discord checks a nonce for "the past few minutes" (documentation, "Create Message"), and says no more. */
export const NONCE_KNOWN_FOR_MS = 3 * MINUTE;
