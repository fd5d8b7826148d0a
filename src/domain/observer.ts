import type { HeldMatch } from './held-match.ts';
import type { LivePoints } from './live-points.ts';
import type { Match } from './match.ts';
import type { Tournament } from './people.ts';
import type { ByTeam, Instant } from './terms.ts';

/**
 * Who is told what the sources see, and makes it the truth. Sources do not know who listens.
 * `serviceNow` is the service's clock at the moment of the observation.
 */
export interface Observer {
  /** The match itself was read. First sight is a baseline: nothing before it is announced. */
  readonly match: (match: Match, serviceNow: Instant) => Promise<void>;
  /**
   * The live feed spoke. Answers what is held now; undefined when the match is not known here and
   * has to be read first.
   */
  readonly points: (update: LivePoints, serviceNow: Instant) => Promise<HeldMatch | undefined>;
  /** The service no longer knows a match, for good. */
  readonly removed: (matchId: number) => Promise<void>;
  /** The service found that a match is another one, which is read next. */
  readonly merged: (from: number, to: number) => Promise<void>;
  readonly tournament: (tournament: Tournament) => Promise<void>;
  /** The chances of each team before the match, 0 to 1. */
  readonly chances: (matchId: number, chances: ByTeam<number>) => Promise<void>;
  /** Nothing was heard of these matches since then; their cards will say so. */
  readonly delayed: (matchIds: readonly number[], since: Instant) => Promise<void>;
  /** They are heard of again. */
  readonly fresh: (matchIds: readonly number[]) => Promise<void>;
  /** All that is scheduled was read: what is not known by now is new when it comes. */
  readonly scheduleRead: () => Promise<void>;
  /** When that was the last time, by whichever process; undefined when it never was. */
  readonly scheduleReadAt: () => Promise<Instant | undefined>;
  readonly inPlay: () => Promise<readonly HeldMatch[]>;
  /** Matches that have not begun, whenever they are to be played. */
  readonly upcoming: () => Promise<readonly HeldMatch[]>;
}
