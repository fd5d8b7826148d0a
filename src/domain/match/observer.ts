import type { TrackedMatch } from './state.ts';
import type { LivePoints } from './live-points.ts';
import type { Match } from './match.ts';
import type { Tournament } from '../people/people.ts';
import type { Video } from '../tournament/seasons.ts';
import type { ByTeam, Instant } from '../terms.ts';

/** Receives what the sources observe, and stores it. `serviceNow` is the service's clock at the observation. */
export interface MatchObserver {
  /** The match record was read. The first read is a baseline: nothing before it is announced. */
  readonly match: (match: Match, serviceNow: Instant) => Promise<void>;
  /** Returns the stored match; undefined when it has to be read first: unknown, removed, or its sides are in doubt. */
  readonly points: (update: LivePoints, serviceNow: Instant) => Promise<TrackedMatch | undefined>;
  readonly removed: (matchId: number) => Promise<void>;
  /** The service merged a match into another, which is read next. */
  readonly merged: (from: number, to: number) => Promise<void>;
  readonly tournament: (tournament: Tournament) => Promise<void>;
  /** The service merged a tournament into another. */
  readonly tournamentMerged: (from: Tournament, to: Tournament) => Promise<void>;
  readonly tournaments: () => Promise<readonly Tournament[]>;
  /** The chances of each team before the match, 0 to 1. */
  readonly chances: (matchId: number, chances: ByTeam<number>) => Promise<void>;
  /** The tournaments whose videos are to be read now; each for an hour. */
  readonly dueVideos: () => Promise<readonly number[]>;
  readonly videos: (tournamentId: number, videos: readonly Video[]) => Promise<void>;
  /** These matches have had no updates since then; their cards show it. */
  readonly delayed: (matchIds: readonly number[], since: Instant) => Promise<void>;
  readonly fresh: (matchIds: readonly number[]) => Promise<void>;
  /** The whole schedule was read: a match unknown by now is new when it appears. */
  readonly scheduleRead: () => Promise<void>;
  /** When any process last read the schedule; undefined if never. */
  readonly scheduleReadAt: () => Promise<Instant | undefined>;
  readonly inPlay: () => Promise<readonly TrackedMatch[]>;
  /** Matches whose play was interrupted lately and may go on. */
  readonly interrupted: () => Promise<readonly TrackedMatch[]>;
  readonly upcoming: () => Promise<readonly TrackedMatch[]>;
}
