import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import type { Db } from '../../store/database.ts';
import { addEvents } from '../../store/events.ts';
import { markAnnounced, newRounds } from '../../store/unannounced.ts';
import { newsOf } from '../news.ts';

export interface DrawsOptions {
  readonly db: Db;
  readonly now: () => Instant;
}

/** New matches of a tournament are read one by one, page by page: they are told together. */
const SETTLES_IN = MINUTE;

/** But not later than this, though others come again and again. */
const WAITS_AT_MOST = 10 * MINUTE;

/** Announces the matches of a round that became known and have settled. */
export const createDraws =
  ({ db, now }: DrawsOptions) =>
  (): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const rounds = await newRounds(tx, {
        settled: now() - SETTLES_IN,
        longest: now() - WAITS_AT_MOST,
      });
      if (rounds.length === 0) return;
      const news = rounds.map(({ tournamentId, category, round, draw, matches }) => {
        const matchIds = matches.map(({ id }) => id);
        const phase = draw === undefined ? {} : { draw };
        return newsOf({ kind: 'draw', tournamentId, category, round, ...phase, matchIds }, now());
      });
      await addEvents(tx, news, now());
      await markAnnounced(
        tx,
        rounds.flatMap(({ matches }) => matches.map(({ id }) => id)),
      );
    });
