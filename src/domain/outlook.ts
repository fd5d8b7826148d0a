import { coverageOf, type Coverage } from './coverage.ts';
import { concerns, levelOfCode, type FollowKind, type FollowTarget } from './follows.ts';
import type { HeldMatch } from './held-match.ts';
import { isPastLevel } from './levels.ts';
import type { Match } from './match.ts';

/** What a follow is going to bring, as far as it is announced. */
export interface Outlook {
  /** The match in play, or else the next one. */
  readonly next: HeldMatch | null;
  /** How many are in play or to come. */
  readonly ahead: number;
  /** What the service tells of them; null where their level is not known, or not one for all. */
  readonly coverage: Coverage | null;
  /** Nothing is ever going to come: the tour is history. */
  readonly isPast: boolean;
}

/** Kinds that bring many matches at once, of any level. */
const ANY_LEVEL: readonly FollowKind[] = ['category', 'country', 'team'];

/**
 * The outlook of a target, from the matches that are on or to come, in the order of play.
 * @param countries of the players of a match, as far as they are known
 */
export const outlookOf = (
  target: FollowTarget,
  ahead: readonly HeldMatch[],
  countries: (match: Match) => readonly string[] = () => [],
): Outlook => {
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
