import type { Match } from './match.ts';
import type { MatchState } from './match-state.ts';
import type { Tournament } from './people.ts';
import type { ByTeam, Instant } from './terms.ts';
import type { TieStanding } from './ties.ts';

/** Everything we hold about a match. */
export interface HeldMatch {
  readonly match: Match;
  readonly state: MatchState;
  /** Grows by one with every change. */
  readonly rev: number;
  /** When it last changed. */
  readonly changedAt: Instant;
  /** Since when no source has spoken of it although it is in play; null while data is fresh. */
  readonly delayedSince: Instant | null;
  /** Chances of each team before the match, 0 to 1. */
  readonly chances: ByTeam<number> | null;
  readonly tournament: Tournament | null;
  /** How its tie stands; missing for a match of pairs, and where nobody has looked. */
  readonly tie?: TieStanding;
}
