import type { Match } from './match.ts';
import type { MatchState } from './match-state.ts';
import type { Tournament } from './people.ts';
import type { ByTeam, Instant } from './terms.ts';
import type { TieStanding } from './ties.ts';

/** Everything stored about a match. */
export interface HeldMatch {
  readonly match: Match;
  readonly state: MatchState;
  /** Incremented with every change. */
  readonly rev: number;
  /** When it last changed. */
  readonly changedAt: Instant;
  /** Since when a match in play has had no update from any source; null while data is fresh. */
  readonly delayedSince: Instant | null;
  /** Chances of each team before the match, 0 to 1. */
  readonly chances: ByTeam<number> | null;
  readonly tournament: Tournament | null;
  /** The score of its tie; missing for pairs matches, and where it was not read. */
  readonly tie?: TieStanding;
}
