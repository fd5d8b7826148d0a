import { phaseOf, type Match, type MatchStatus } from '../domain/match.ts';
import type { LivePoints } from '../domain/live-points.ts';
import { SECOND, MINUTE, HOUR, DAY } from '../lib/time.ts';
import type { Freshness } from './cache.ts';
import type { Page } from './wire/envelope.ts';

/**
 * The sync reads what changed of every tournament that is on each eight minutes of a day of play, and
 * what is in play is told from what is held: nobody else reads them meanwhile.
 */
const SYNCED_WITHIN = 10 * MINUTE;

/** What is older than so many times the age at which it stops being fresh is read before it is told. */
const PERIODS = 3;

/** An answer that cannot be read again is better than none for as long as `servedFor`. */
const serving = <T>(freshFor: (value: T) => number, servedFor: number): Freshness<T> => ({
  freshFor,
  atOnceFor: (value) => Math.max(SYNCED_WITHIN, PERIODS * freshFor(value)),
  servedFor,
});

/** Fresh for a while whatever it says; for a day after that it is better than none. */
const steady = (freshFor: number): Freshness<unknown> => serving(() => freshFor, freshFor + DAY);

/** What is over stays as it is, but for corrections. */
const byStatus = (status: MatchStatus | null, playing: number, otherwise: number): number => {
  const phase = phaseOf(status ?? '');
  if (phase === 'over') return DAY;
  return phase === 'playing' ? playing : otherwise;
};

/** How long the answers of each kind serve. Live ones are too old to be shown after a minute. */
export const FRESHNESS = {
  /** Rankings and pairs change when a tournament or a week ends; webhooks tell of it at once. */
  people: steady(6 * HOUR),
  /** All of them: the walk through the names reads every player, so that few cards wait. */
  player: {
    freshFor: () => DAY,
    atOnceFor: () => 2 * DAY,
    servedFor: 8 * DAY,
    max: 20_000,
  },
  calendar: steady(6 * HOUR),
  seasons: steady(DAY),
  videos: steady(10 * MINUTE),
  /** These change with results, and those are seen (results.ts); the rest is in case they are not. */
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
