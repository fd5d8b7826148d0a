import { sql } from 'kysely';
import type { Instant } from '../../domain/terms.ts';
import type { Db } from '../connection/schema.ts';
import { SERVER_NOW } from '../migrations/postgres-session.ts';

/** Requests within this many milliseconds share a row. */
const BUCKET_MS = 5_000;

/** Two clocks, milliseconds. */
export interface SpendingClocks {
  readonly now: () => Instant;
  /** Uptime of the machine: it is never set, and the same for all its processes. */
  readonly uptime: () => number;
}

/** Requests of one priority that were sent at most this many milliseconds ago. */
interface SpentRequests {
  readonly priority: string;
  readonly requests: number;
  readonly agoMs: number;
}

const bucketOf = (at: Instant): Instant => at - (at % BUCKET_MS);

/** Counts requests of a priority, as a query or a part of one. */
export const addSpentRequest = (
  db: Pick<Db, 'insertInto'>,
  { now, uptime }: SpendingClocks,
  priority: string,
  requests = 1,
) =>
  db
    .insertInto('requestCounts')
    .values({ startsAt: bucketOf(now()), priority, requests, uptime: uptime() })
    .onConflict((conflict) =>
      conflict.columns(['startsAt', 'priority']).doUpdateSet({
        requests: (eb) => eb('requestCounts.requests', '+', eb.ref('excluded.requests')),
        uptime: (eb) => eb.ref('excluded.uptime'),
      }),
    );

/**
 * The requests of all processes within the last `withinMs` milliseconds. A clock that was set must not
 * age a request: the smaller age by the two clocks counts, and a request in the future of both counts
 * as sent now.
 */
export const spentRequestsWithin = (
  db: Db,
  clocks: SpendingClocks,
  withinMs: number,
): Promise<readonly SpentRequests[]> =>
  db.transaction().execute(async (tx) => {
    const [now, uptime] = [clocks.now(), clocks.uptime()];
    const rows = await tx
      .selectFrom('requestCounts')
      .selectAll()
      .where((eb) =>
        eb.or([
          eb('startsAt', '>', now - withinMs - BUCKET_MS),
          eb('uptime', '>', uptime - withinMs),
        ]),
      )
      .orderBy('startsAt', 'desc')
      .execute();
    const newest = rows[0]?.startsAt ?? now;
    const agesOf = (startsAt: Instant, spentAt: number): readonly number[] => [
      ...(startsAt <= now ? [Math.max(0, now - startsAt - BUCKET_MS)] : []),
      ...(spentAt <= uptime ? [uptime - spentAt] : []),
    ];
    const spent = rows
      .map(({ startsAt, priority, requests, uptime: spentAt }) => {
        const ages = agesOf(startsAt, spentAt);
        return {
          priority,
          requests,
          agoMs: ages.length > 0 ? Math.min(...ages) : Math.max(0, newest - startsAt - BUCKET_MS),
          isAhead: startsAt > now,
        };
      })
      .filter(({ agoMs }) => agoMs < withinMs);
    // Rows in the future would count at each start until the clock reaches them.
    await tx.deleteFrom('requestCounts').where('startsAt', '>', now).execute();
    for (const { priority, requests, isAhead } of spent) {
      if (isAhead) await addSpentRequest(tx, clocks, priority, requests).execute();
    }
    return spent;
  });

/** Deletes requests from before an instant; the longest window is a minute. */
export const deleteSpentRequests = async (db: Db, before: Instant): Promise<void> => {
  await db.deleteFrom('requestCounts').where('startsAt', '<', before).execute();
};

/** How far PostgreSQL's clock is ahead of this machine's, milliseconds. */
export const postgresClockOffset = async (db: Db, now: () => Instant): Promise<number> => {
  const { rows } = await sql<{ at: number }>`select ${sql.raw(SERVER_NOW)} as at`.execute(db);
  return (rows[0]?.at ?? now()) - now();
};
