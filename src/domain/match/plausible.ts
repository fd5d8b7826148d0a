import { HOUR, MINUTE } from '../../lib/time.ts';
import type { Instant } from '../terms.ts';
import { expectedStart } from './expected-start.ts';
import { phaseOf, type Match } from './match.ts';
import { gamesIn } from './score.ts';

/** Plausible minutes per game of at least four points. */
export const GAME_MINUTES = { least: 1.5, most: 9 } as const;

/** How early a match may begin: a venue's clock was an hour wrong, estimates are hours off; wrong starts are half a day. */
const MAX_EARLY_MS = { announced: 100 * MINUTE, estimated: 6 * HOUR } as const;

/** A longer match needs as many games; 2.5 % take over three hours, by rain. */
const LONG_MINUTES = 5 * 60;

/** By how much the service's clock, as we know it, may be behind. */
const CLOCK_ERROR_MS = MINUTE;

const isTooEarly = (match: Match, startedAt: Instant): boolean => {
  const expected = expectedStart(match, null);
  if (expected === null) return false;
  const isEstimated = expected.kind === 'estimated';
  return expected.at - startedAt > MAX_EARLY_MS[isEstimated ? 'estimated' : 'announced'];
};

/** Without a start or duration that cannot be true: twelve hours early, 14:59 for two sets. The match itself is kept. */
export const withoutImplausible = (match: Match): Match => {
  const { startedAt, duration, score } = match;
  const isTooLong =
    duration !== null &&
    duration > LONG_MINUTES &&
    duration >= gamesIn(score ?? []) * GAME_MINUTES.most;
  return {
    ...match,
    startedAt: startedAt !== null && isTooEarly(match, startedAt) ? null : startedAt,
    duration: isTooLong ? null : duration,
  };
};

/** Without a start after its end, or now, by the service's clock. An upcoming match may have its planned start. */
export const withoutLaterStart = (match: Match, knownAt: Instant): Match =>
  match.startedAt !== null &&
  match.startedAt > knownAt + CLOCK_ERROR_MS &&
  phaseOf(match.status) !== 'upcoming'
    ? { ...match, startedAt: null }
    : match;
