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
  await db.insertInto('rpc_requests').values({ id, lease, request, requested_at: NOW }).execute();
};

/** The unanswered requests to the holder of a lease. @param waitsFor the caller's timeout, milliseconds */
export const unansweredRequests = (
  db: Db,
  lease: string,
  waitsFor: number,
): Promise<RpcRequest[]> =>
  db
    .selectFrom('rpc_requests')
    .select(['id', 'request'])
    .where('lease', '=', lease)
    .where('response', 'is', null)
    .where('requested_at', '>', sql<number>`${NOW} - ${waitsFor}::bigint`)
    .orderBy('requested_at')
    .execute();

export const writeResponse = async (db: Db, id: string, response: string): Promise<void> => {
  await db.updateTable('rpc_requests').set({ response }).where('id', '=', id).execute();
};

/** Removes and returns a response; undefined while there is none. */
export const takeResponse = async (db: Db, id: string): Promise<string | undefined> => {
  const taken = await db
    .deleteFrom('rpc_requests')
    .where('id', '=', id)
    .where('response', 'is not', null)
    .returning('response')
    .executeTakeFirst();
  return taken?.response ?? undefined;
};

export const deleteRequest = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('rpc_requests').where('id', '=', id).execute();
};

/** Deletes requests older than `age` milliseconds: no caller waits for them. */
export const deleteExpiredRequests = async (db: Db, age: number): Promise<void> => {
  await db
    .deleteFrom('rpc_requests')
    .where('requested_at', '<=', sql<number>`${NOW} - ${age}::bigint`)
    .execute();
};
