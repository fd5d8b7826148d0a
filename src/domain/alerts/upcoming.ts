import { coverageOf, type Coverage } from '../match/live-points.ts';
import { concerns, levelOfCode, type FollowKind, type FollowTarget } from './follows.ts';
import type { TrackedMatch } from '../match/state.ts';
import { isPastLevel } from '../levels.ts';
import type { Match } from '../match/match.ts';

export interface Upcoming {
  /** The match in play, or else the next one. */
  readonly next: TrackedMatch | null;
  readonly ahead: number;
  /** The service's coverage of them; null when their level is unknown or mixed. */
  readonly coverage: Coverage | null;
  /** Nothing will ever come: the tour no longer exists. */
  readonly isPast: boolean;
}

/** Kinds that match many matches at once, of any level. */
const ANY_LEVEL: readonly FollowKind[] = ['category', 'country', 'team'];

/** The announced matches of a target in order of play, from those in play or upcoming. */
export const upcomingOf = (
  target: FollowTarget,
  ahead: readonly TrackedMatch[],
  countries: (match: Match) => readonly string[] = () => [],
): Upcoming => {
  const own = ahead.filter((held) => concerns(target, held, countries(held.match)));
  const next = own[0] ?? null;
  const level = target.kind === 'level' ? levelOfCode(target.id) : undefined;
  const word = level ?? next?.tournament?.level;
  return {
    next,
    ahead: own.length,
    coverage: word === undefined || ANY_LEVEL.includes(target.kind) ? null : coverageOf(word),
    isPast: level !== undefined && isPastLevel(level),
  };
};
