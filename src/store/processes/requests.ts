import { sql } from 'kysely';
import type { Db } from '../connection/schema.ts';
import { SERVER_NOW } from '../migrations/postgres-session.ts';

interface RpcRequest {
  readonly id: string;
  /** JSON. */
  readonly request: string;
}

const NOW = sql.raw<number>(SERVER_NOW);

export const insertRequest = async (
  db: Db,
  lease: string,
  { id, request }: RpcRequest,
): Promise<void> => {
  await db.insertInto('rpcRequests').values({ id, lease, request, requestedAt: NOW }).execute();
};

/** The unanswered requests to the holder of a lease. @param waitsFor the caller's timeout, milliseconds */
export const unansweredRequests = (
  db: Db,
  lease: string,
  waitsFor: number,
): Promise<RpcRequest[]> =>
  db
    .selectFrom('rpcRequests')
    .select(['id', 'request'])
    .where('lease', '=', lease)
    .where('response', 'is', null)
    .where('requestedAt', '>', sql<number>`${NOW} - ${waitsFor}::bigint`)
    .orderBy('requestedAt')
    .execute();

export const writeResponse = async (db: Db, id: string, response: string): Promise<void> => {
  await db.updateTable('rpcRequests').set({ response }).where('id', '=', id).execute();
};

/** Removes and returns a response; undefined while there is none. */
export const takeResponse = async (db: Db, id: string): Promise<string | undefined> => {
  const taken = await db
    .deleteFrom('rpcRequests')
    .where('id', '=', id)
    .where('response', 'is not', null)
    .returning('response')
    .executeTakeFirst();
  return taken?.response ?? undefined;
};

export const deleteRequest = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('rpcRequests').where('id', '=', id).execute();
};

/** Deletes requests older than `age` milliseconds: no caller waits for them. */
export const deleteExpiredRequests = async (db: Db, age: number): Promise<void> => {
  await db
    .deleteFrom('rpcRequests')
    .where('requestedAt', '<=', sql<number>`${NOW} - ${age}::bigint`)
    .execute();
};
