import { sql } from 'kysely';
import type { Instant } from '../domain/terms.ts';
import type { Db } from './schema.ts';
import { SERVER_NOW } from './server-clock.ts';

/** Requests are counted together that are sent within so many milliseconds. */
const BUCKET_MS = 5_000;

/** Two clocks, milliseconds. */
export interface SpendingClocks {
  readonly now: () => Instant;
  /** Since the machine was started: nobody sets it, and other processes of the machine share it. */
  readonly uptime: () => number;
}

/** Requests of one lane that were sent so many milliseconds ago, or less. */
interface SpentRequests {
  readonly lane: string;
  readonly requests: number;
  readonly agoMs: number;
}

const bucketOf = (at: Instant): Instant => at - (at % BUCKET_MS);

/** Counts requests of a lane that are sent now, as a query or a part of one. */
export const addSpent = (
  db: Pick<Db, 'insertInto'>,
  { now, uptime }: SpendingClocks,
  lane: string,
  requests = 1,
) =>
  db
    .insertInto('spent_requests')
    .values({ starts_at: bucketOf(now()), lane, requests, uptime: uptime() })
    .onConflict((conflict) =>
      conflict.columns(['starts_at', 'lane']).doUpdateSet({
        requests: (eb) => eb('spent_requests.requests', '+', eb.ref('excluded.requests')),
        uptime: (eb) => eb.ref('excluded.uptime'),
      }),
    );

/**
 * What was sent within the last `withinMs` milliseconds, by whichever process. A clock that was set
 * makes nothing older than it is: the age is the smaller one by either clock, and what both put into
 * the future was sent just now.
 */
export const spentWithin = (
  db: Db,
  clocks: SpendingClocks,
  withinMs: number,
): Promise<readonly SpentRequests[]> =>
  db.transaction().execute(async (tx) => {
    const [now, uptime] = [clocks.now(), clocks.uptime()];
    const rows = await tx
      .selectFrom('spent_requests')
      .selectAll()
      .where((eb) =>
        eb.or([
          eb('starts_at', '>', now - withinMs - BUCKET_MS),
          eb('uptime', '>', uptime - withinMs),
        ]),
      )
      .orderBy('starts_at', 'desc')
      .execute();
    const newest = rows[0]?.starts_at ?? now;
    const agesOf = (startsAt: Instant, spentAt: number): readonly number[] => [
      ...(startsAt <= now ? [Math.max(0, now - startsAt - BUCKET_MS)] : []),
      ...(spentAt <= uptime ? [uptime - spentAt] : []),
    ];
    const spent = rows
      .map(({ starts_at: startsAt, lane, requests, uptime: spentAt }) => {
        const ages = agesOf(startsAt, spentAt);
        return {
          lane,
          requests,
          agoMs: ages.length > 0 ? Math.min(...ages) : Math.max(0, newest - startsAt - BUCKET_MS),
          isAhead: startsAt > now,
        };
      })
      .filter(({ agoMs }) => agoMs < withinMs);
    // Left in the future they would count at each start until the clock has reached them.
    await tx.deleteFrom('spent_requests').where('starts_at', '>', now).execute();
    for (const { lane, requests, isAhead } of spent) {
      if (isAhead) await addSpent(tx, clocks, lane, requests).execute();
    }
    return spent;
  });

/** Forgets what was sent before a moment: the longest horizon that is asked for is a minute. */
export const forgetSpent = async (db: Db, before: Instant): Promise<void> => {
  await db.deleteFrom('spent_requests').where('starts_at', '<', before).execute();
};

/** Milliseconds by which the clock of PostgreSQL is ahead of ours: the machines' clocks may differ. */
export const postgresAhead = async (db: Db, now: () => Instant): Promise<number> => {
  const { rows } = await sql<{ at: number }>`select ${sql.raw(SERVER_NOW)} as at`.execute(db);
  return (rows[0]?.at ?? now()) - now();
};
