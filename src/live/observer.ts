import type { HeldMatch } from '../domain/held-match.ts';
import type { LivePoints } from '../domain/live-points.ts';
import type { Match } from '../domain/match.ts';
import type { Tournament } from '../domain/people.ts';
import type { ByTeam, Instant } from '../domain/terms.ts';

/**
 * Who is told what the sources see. Sources do not know who listens; the composition root hands in
 * the ingest of `alerts`.
 */
export interface Observer {
  match: (match: Match) => Promise<void>;
  /** Undefined when the match is not known and has to be read first. */
  points: (update: LivePoints, serviceNow: Instant) => Promise<HeldMatch | undefined>;
  tournament: (tournament: Tournament) => Promise<void>;
  chances: (matchId: number, chances: ByTeam<number>) => Promise<void>;
  delayed: (matchIds: readonly number[], since: Instant) => Promise<void>;
  fresh: (matchIds: readonly number[]) => Promise<void>;
  inPlay: () => Promise<readonly HeldMatch[]>;
}
