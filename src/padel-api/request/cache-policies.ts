import { phaseOf, type Match, type MatchStatus } from '../../domain/match/match.ts';
import type { LivePoints } from '../../domain/match/live-points.ts';
import { SECOND, MINUTE, HOUR, DAY } from '../../lib/time.ts';
import type { CachePolicy } from './cache.ts';
import type { Page } from '../wire/envelope.ts';

/**
 * During a day of play the sync reads the changes of every current tournament each eight minutes, and
 * matches in play are served from the database: no other request needs them fresher.
 */
const SYNC_INTERVAL_MS = 10 * MINUTE;

/** Stale-while-revalidate ends after this many fresh periods. */
const STALE_PERIODS = 3;

const cachePolicy = <T>(freshMs: (value: T) => number, staleIfErrorMs: number): CachePolicy<T> => ({
  freshMs,
  staleWhileRevalidateMs: (value) => Math.max(SYNC_INTERVAL_MS, STALE_PERIODS * freshMs(value)),
  staleIfErrorMs,
});

const fixedPolicy = (freshMs: number): CachePolicy<unknown> =>
  cachePolicy(() => freshMs, freshMs + DAY);

/** A finished match changes only by corrections. */
const unlessOver = (status: MatchStatus | null, freshMs: number): number =>
  phaseOf(status ?? '') === 'over' ? DAY : freshMs;

/** Cache policies by kind of response. Live data is too old to show after a minute. */
export const CACHE_POLICIES = {
  /** Rankings and pairs change when a tournament or a week ends; webhooks report it at once. */
  people: fixedPolicy(6 * HOUR),
  /** Room for all players: the name sync reads every one, which saves requests for their cards. */
  player: {
    freshMs: () => DAY,
    staleWhileRevalidateMs: () => 2 * DAY,
    staleIfErrorMs: 8 * DAY,
    max: 20_000,
  },
  calendar: fixedPolicy(6 * HOUR),
  seasons: fixedPolicy(DAY),
  videos: fixedPolicy(10 * MINUTE),
  /** These change with results (results.ts); the period covers missed ones. */
  meetings: { ...fixedPolicy(36 * HOUR), max: 3_000 },
  chances: { ...fixedPolicy(36 * HOUR), max: 5_000 },
  careers: { ...fixedPolicy(36 * HOUR), max: 3_000 },
  matches: cachePolicy(
    ({ items }: Page<Match>) =>
      Math.min(HOUR, ...items.map(({ status }) => unlessOver(status, SYNC_INTERVAL_MS))),
    DAY,
  ),
  match: {
    ...cachePolicy(
      ({ status }: Match) =>
        unlessOver(status, phaseOf(status) === 'playing' ? 10 * SECOND : MINUTE),
      2 * DAY,
    ),
    max: 5_000,
  },
  /** The statistics do not say whether their match is over. */
  matchStats: cachePolicy(() => MINUTE, DAY),
  points: cachePolicy(({ status }: LivePoints) => unlessOver(status, 5 * SECOND), MINUTE),
  livePoints: cachePolicy(() => 5 * SECOND, MINUTE),
} as const;
