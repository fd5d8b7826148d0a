import { createHash } from 'node:crypto';
import type { EventKind, MatchEvent } from '../domain/match-events.ts';
import type { Instant } from '../domain/terms.ts';
import type { NewEvent } from '../store/events.ts';
import { LANES, type Lane } from './sender.ts';

const MINUTE = 60_000;

/** What goes first, and for how long it is worth telling. */
const KINDS: Readonly<Record<EventKind, { lane: Lane; newsFor: number }>> = {
  start: { lane: LANES.headline, newsFor: 20 * MINUTE },
  set: { lane: LANES.set, newsFor: 60 * MINUTE },
  result: { lane: LANES.headline, newsFor: 12 * 60 * MINUTE },
};

/**
 * The news of one moment as they go into the outbox. Sets that become known together with the
 * result go as fast as it does: a channel reads them in the order they were played.
 */
export const asNews = (news: readonly MatchEvent[], now: Instant): readonly NewEvent[] => {
  const hasResult = news.some(({ kind }) => kind === 'result');
  return news.map((event) => {
    const { lane, newsFor } = KINDS[event.kind];
    return { event, lane: hasResult ? LANES.headline : lane, expiresAt: now + newsFor };
  });
};

/** The lane of a stored number; what an older version may have written goes last. */
export const laneOf = (stored: number): Lane =>
  Object.values(LANES).find((lane) => lane === stored) ?? LANES.other;

/** Discord allows 25 characters. */
const NONCE_LENGTH = 25;

/**
 * The nonce of a post: the same for the same news in the same channel, so that a retry after a
 * lost answer, a crash or a takeover does not post twice.
 */
export const nonceOf = (key: string, channelId: string): string =>
  createHash('sha256').update(`${key} ${channelId}`).digest('base64url').slice(0, NONCE_LENGTH);

const BACKOFF = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000] as const;

/** When to try again after the `attempts`-th failure: what Discord asked for, at least a growing rest. */
export const retryAt = (now: Instant, attempts: number, retryAfter: number): Instant =>
  now + Math.max(retryAfter, BACKOFF[Math.min(attempts, BACKOFF.length) - 1] ?? 1_000);
