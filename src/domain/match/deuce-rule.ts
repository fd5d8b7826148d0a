import type { TrackedMatch } from './state.ts';
import type { DeuceRule } from './play.ts';

/** The first year in which all tours play the star point (first event: 9 February). */
const STAR_POINT_SINCE = '2026';

/** Tours that played the golden point until then: World Padel Tour, and all of FIP's levels. */
const GOLDEN_POINT_LEVELS = /^(?:wpt|fip)_/;

/**
 * How 40:40 is decided (padel-facts, "The rules"): golden point on World Padel Tour and until 2025 on FIP's, advantages on
 * Premier Padel until 2025, the star point everywhere since. Unknown levels count as Premier Padel's, no date as today.
 */
export const deuceRuleOf = (level: string | null, date: string | null): DeuceRule => {
  if (date === null || date >= STAR_POINT_SINCE) return 'star-point';
  return level !== null && GOLDEN_POINT_LEVELS.test(level) ? 'golden-point' : 'advantage';
};

export const deuceRuleIn = ({
  match,
  tournament,
}: Pick<TrackedMatch, 'match' | 'tournament'>): DeuceRule =>
  deuceRuleOf(tournament?.level ?? null, match.playedOn);
