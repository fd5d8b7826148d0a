import type { TrackedMatch } from './state.ts';
import type { DeuceRule } from './play.ts';

/** The first year in which all tours play the star point (first event: 9 February). */
const STAR_POINT_SINCE = '2026';

/** Tours that played the golden point until then: World Padel Tour, and all of FIP's levels. */
const GOLDEN_POINT_LEVELS = /^(?:wpt|fip)_/;

/**
 * How 40:40 is decided on a tour and date (padel-facts, "The rules"): World Padel Tour (2020 to 2023)
 * and the FIP tour (until 2025) played the golden point, Premier Padel (2022 to 2025: majors, P1, P2,
 * finals) advantages; all of them the star point since 2026.
 * @param level the tournament's; one that is unknown counts as Premier Padel's
 * @param date local, `YYYY-MM-DD`; null counts as today's
 */
export const deuceRuleOf = (level: string | null, date: string | null): DeuceRule => {
  if (date === null || date >= STAR_POINT_SINCE) return 'star-point';
  return level !== null && GOLDEN_POINT_LEVELS.test(level) ? 'golden-point' : 'advantage';
};

/** The rule under which a stored match is played. */
export const deuceRuleIn = ({
  match,
  tournament,
}: Pick<TrackedMatch, 'match' | 'tournament'>): DeuceRule =>
  deuceRuleOf(tournament?.level ?? null, match.playedOn);
