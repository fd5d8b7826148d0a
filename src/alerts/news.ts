import { hash } from 'node:crypto';
import { NONCE_MAX } from '../discord/message-limits.ts';
import type { AlertEvent } from '../domain/alert-events.ts';
import type { AlertSettings } from '../domain/alert-settings.ts';
import { ALERT_TRAITS } from '../domain/alert-traits.ts';
import type { MatchEvent } from '../domain/match-events.ts';
import { quietUntil } from '../domain/quiet-hours.ts';
import type { Instant } from '../domain/terms.ts';
import { MINUTE } from '../lib/time.ts';
import type { NewEvent } from '../store/events.ts';
import { LANES, type Lane } from './sender.ts';

/** News that is made by us and worth telling from an instant on: it goes into the outbox as it is. */
export const newsOf = (event: AlertEvent, from: Instant): NewEvent => ({
  event,
  lane: LANES[ALERT_TRAITS[event.kind].lane],
  expiresAt: from + ALERT_TRAITS[event.kind].newsFor,
});

/**
 * When a channel can be told: now, or when its quiet hours end. What a channel is told at its own
 * hour is news from then on.
 */
export const awakeAt = (
  { quietHours, timeZone }: Pick<AlertSettings, 'quietHours' | 'timeZone'>,
  now: Instant,
): Instant => quietUntil(quietHours, timeZone, now) ?? now;

/** When the news was made, as far as the service tells: the match's start, and its end. */
export interface Occasion {
  readonly startedAt: Instant | null;
  /** Minutes of play. */
  readonly minutes: number | null;
  readonly isOver: boolean;
  /** The service's clock now. */
  readonly serviceNow: Instant;
}

const ageOf = (kind: MatchEvent['kind'], occasion: Occasion): number => {
  const { startedAt, minutes, isOver, serviceNow } = occasion;
  if (startedAt === null) return 0;
  if (kind === 'start') return Math.max(0, serviceNow - startedAt);
  return isOver && minutes !== null ? Math.max(0, serviceNow - startedAt - minutes * MINUTE) : 0;
};

/**
 * The news of one moment as they go into the outbox. They are news from when they happened, not
 * from when we heard of them. Sets that become known together with the result go as fast as it
 * does: a channel reads them in the order they were played.
 */
export const asNews = (
  news: readonly MatchEvent[],
  occasion: Occasion,
  now: Instant,
): readonly NewEvent[] => {
  const hasResult = news.some(({ kind }) => kind === 'result');
  return news.map((event) => {
    const { lane, newsFor } = ALERT_TRAITS[event.kind];
    const expiresAt = now + newsFor - ageOf(event.kind, occasion);
    return { event, lane: LANES[hasResult ? 'headline' : lane], expiresAt };
  });
};

/** The lane of a stored number; what an older version may have written goes last. */
export const laneOf = (stored: number): Lane =>
  Object.values(LANES).find((lane) => lane === stored) ?? LANES.other;

/**
 * The nonce of a post: the same for the same news in the same channel, so that a retry after a
 * lost answer, a crash or a takeover does not post twice.
 */
export const nonceOf = (key: string, channelId: string): string =>
  hash('sha256', `${key} ${channelId}`, 'base64url').slice(0, NONCE_MAX);
