import { MINUTE } from '../../lib/time.ts';
import { addEvents } from '../../store/outbox/events.ts';
import { markAnnounced, unannouncedRounds } from '../../store/outbox/unannounced-rounds.ts';
import type { AlertsContext } from '../delivery/delivery.ts';
import { newAlertEvent } from '../ingest/news.ts';

/** New matches of a tournament arrive one by one, page by page: they are announced together. */
const SETTLE_MS = MINUTE;

/** The longest wait, even if more matches keep arriving. */
const MAX_WAIT_MS = 10 * MINUTE;

/** Announces the matches of a round once no more have arrived for a while. */
export const createDraws =
  ({ db, now }: Pick<AlertsContext, 'db' | 'now'>) =>
  (): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const rounds = await unannouncedRounds(tx, {
        settled: now() - SETTLE_MS,
        longest: now() - MAX_WAIT_MS,
      });
      if (rounds.length === 0) return;
      const news = rounds.map(({ tournamentId, category, round, draw, matches }) => {
        const matchIds = matches.map(({ id }) => id);
        const phase = draw === undefined ? {} : { draw };
        return newAlertEvent(
          { kind: 'draw', tournamentId, category, round, ...phase, matchIds },
          now(),
        );
      });
      await addEvents(tx, news, now());
      await markAnnounced(
        tx,
        rounds.flatMap(({ matches }) => matches.map(({ id }) => id)),
      );
    });
