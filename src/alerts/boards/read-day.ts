import { LRUCache } from 'lru-cache';
import type { VenueOffset } from '../../domain/alerts/subject.ts';
import type { HeldMatch } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import { HOUR } from '../../lib/time.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Db } from '../../store/connection/database.ts';
import { findMatches } from '../../store/matches/matches.ts';
import { revisionsSince } from '../../store/matches/match-lists.ts';
import { matchPool, venueClocks, type MatchPool } from '../agenda/day-matches.ts';

/** The longest day of a time zone: what is over for longer was not played today. */
const RESULTS_FOR_MS = 26 * HOUR;

export interface RenderedBoard {
  readonly body: MessageBody;
  readonly digest: string;
}

/** Boards that were rendered from one day: channels with the same choices share theirs. */
const MAX_VARIANTS = 1_000;

/** What all boards of a run are made from. */
export interface BoardDay extends MatchPool {
  readonly offsets: ReadonlyMap<number, VenueOffset>;
  /** Empty again for each new day, and whenever a match has changed. */
  readonly variants: LRUCache<string, RenderedBoard>;
}

/**
 * Reads the matches of the day for all boards at once. While no match has changed, that is one query
 * for their revisions; else those that changed are read, too.
 */
export const createDayReader = (db: Db) => {
  let held = new Map<number, { readonly rev: string; readonly match: HeldMatch }>();
  let read: { readonly revisions: string; readonly day: BoardDay } | undefined;

  return async (now: Instant): Promise<BoardDay> => {
    const revisions = await revisionsSince(db, now - RESULTS_FOR_MS);
    const together = JSON.stringify(revisions);
    if (read?.revisions === together) return read.day;
    const changed = revisions.filter(({ id, rev }) => held.get(id)?.rev !== rev);
    const fresh = new Map(
      (
        await findMatches(
          db,
          changed.map(({ id }) => id),
        )
      ).map((match) => [match.match.id, match]),
    );
    held = new Map(
      revisions.flatMap(({ id, rev }) => {
        const match = fresh.get(id) ?? held.get(id)?.match;
        return match === undefined ? [] : [[id, { rev, match }]];
      }),
    );
    const matches = [...held.values()].map(({ match }) => match);
    const clockOf = venueClocks(db);
    const offsets = new Map<number, VenueOffset>();
    for (const match of matches) offsets.set(match.match.id, await clockOf(match));
    const variants = new LRUCache<string, RenderedBoard>({ max: MAX_VARIANTS });
    const day = { ...(await matchPool(db, matches)), offsets, variants };
    read = { revisions: together, day };
    return day;
  };
};
