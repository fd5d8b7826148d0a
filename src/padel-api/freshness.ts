import { phaseOf, type Match, type MatchStatus } from '../domain/match.ts';
import type { LivePoints } from '../domain/live-points.ts';
import type { Freshness } from './cache.ts';
import type { Page } from './wire/envelope.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * During a day of play the sync reads the changes of every current tournament each eight minutes, and
 * matches in play are served from the database: no other request needs them fresher.
 */
const SYNCED_WITHIN = 10 * MINUTE;

/** Stale-while-revalidate ends after this many fresh periods. */
const PERIODS = 3;

/** `servedFor` is the stale-if-error time. */
const serving = <T>(freshFor: (value: T) => number, servedFor: number): Freshness<T> => ({
  freshFor,
  atOnceFor: (value) => Math.max(SYNCED_WITHIN, PERIODS * freshFor(value)),
  servedFor,
});

/** A fixed fresh period, and stale-if-error for a day. */
const steady = (freshFor: number): Freshness<unknown> => serving(() => freshFor, freshFor + DAY);

/** A finished match changes only by corrections. */
const byStatus = (status: MatchStatus | null, playing: number, otherwise: number): number => {
  const phase = phaseOf(status ?? '');
  if (phase === 'over') return DAY;
  return phase === 'playing' ? playing : otherwise;
};

/** Cache policies by kind of response. Live data is too old to show after a minute. */
export const FRESHNESS = {
  /** Rankings and pairs change when a tournament or a week ends; webhooks report it at once. */
  people: steady(6 * HOUR),
  /** Room for all players: the name sync reads every one, which saves requests for their cards. */
  player: {
    freshFor: () => DAY,
    atOnceFor: () => 2 * DAY,
    servedFor: 8 * DAY,
    max: 20_000,
  },
  calendar: steady(6 * HOUR),
  seasons: steady(DAY),
  videos: steady(10 * MINUTE),
  /** These change with results (results.ts); the period covers missed ones. */
  meetings: { ...steady(36 * HOUR), max: 3_000 },
  chances: { ...steady(36 * HOUR), max: 5_000 },
  careers: { ...steady(36 * HOUR), max: 3_000 },
  matches: serving(
    ({ items }: Page<Match>) =>
      Math.min(HOUR, ...items.map(({ status }) => byStatus(status, SYNCED_WITHIN, SYNCED_WITHIN))),
    DAY,
  ),
  match: {
    ...serving(({ status }: Match) => byStatus(status, 10 * SECOND, MINUTE), 2 * DAY),
    max: 5_000,
  },
  /** The statistics do not say whether their match is over. */
  matchStats: serving(() => MINUTE, DAY),
  points: serving(({ status }: LivePoints) => byStatus(status, 5 * SECOND, 5 * SECOND), MINUTE),
  livePoints: serving(() => 5 * SECOND, MINUTE),
} as const;
