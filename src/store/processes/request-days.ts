import { createHash } from 'node:crypto';
import { SqliteAdapter } from 'kysely';
import type { Instant } from '../../domain/terms.ts';
import type { Db } from '../connection/schema.ts';
import { addSpentRequest, type SpendingClocks } from './spent-requests.ts';
import { utcDate } from '../../lib/time.ts';

export interface RequestDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly priority: string;
  readonly requests: number;
}

interface CountedRequests extends RequestDay {
  readonly tokenHash: string;
}

/** A one-way hash that identifies a token. */
export const tokenHashOf = (token: string): string =>
  createHash('sha256').update(token).digest('hex').slice(0, 16);

const addToDay = (
  db: Pick<Db, 'insertInto'>,
  { tokenHash, day, priority, requests }: CountedRequests,
) =>
  db
    .insertInto('requestDays')
    .values({ tokenHash, day, priority, requests })
    .onConflict((conflict) =>
      conflict.columns(['tokenHash', 'day', 'priority']).doUpdateSet({
        requests: (eb) => eb('requestDays.requests', '+', eb.ref('excluded.requests')),
      }),
    )
    .returning('requests');

/**
 * Counts a request in its minute, and with it in its day those that could not be counted before: both or
 * neither, in one statement (one round trip) on PostgreSQL, one transaction on SQLite.
 * @returns the count of all processes for that day and priority
 */
export const countRequest = async (
  db: Db,
  clocks: SpendingClocks,
  counted: CountedRequests,
): Promise<number> => {
  const { priority } = counted;
  if (db.getExecutor().adapter instanceof SqliteAdapter) {
    return await db.transaction().execute(async (tx) => {
      await addSpentRequest(tx, clocks, priority).execute();
      return (await addToDay(tx, counted).executeTakeFirstOrThrow()).requests;
    });
  }
  const { requests } = await db
    .with('minute', (each) => addSpentRequest(each, clocks, priority))
    .with('today', (each) => addToDay(each, counted))
    .selectFrom('today')
    .select('requests')
    .executeTakeFirstOrThrow();
  return requests;
};

/** The requests of a token since the start of a day, `YYYY-MM-DD`. */
export const requestDaysSince = (
  db: Db,
  tokenHash: string,
  day: string,
): Promise<readonly RequestDay[]> =>
  db
    .selectFrom('requestDays')
    .select(['day', 'priority', 'requests'])
    .where('tokenHash', '=', tokenHash)
    .where('day', '>=', day)
    .execute();

export const deleteRequestDays = async (db: Db, before: Instant): Promise<void> => {
  await db.deleteFrom('requestDays').where('day', '<', utcDate(before)).execute();
};
