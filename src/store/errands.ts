import type { Db } from './schema.ts';

/** Something that one process asks of the one that holds a lease. */
export interface Errand {
  readonly id: string;
  /** What is asked, as JSON. */
  readonly request: string;
}

export const askErrand = async (
  db: Db,
  lease: string,
  { id, request }: Errand,
  now: number,
): Promise<void> => {
  await db.insertInto('errands').values({ id, lease, request, asked_at: now }).execute();
};

/** What is asked of the holder of a lease and not answered yet. */
export const openErrands = (db: Db, lease: string): Promise<Errand[]> =>
  db
    .selectFrom('errands')
    .select(['id', 'request'])
    .where('lease', '=', lease)
    .where('answer', 'is', null)
    .orderBy('asked_at')
    .execute();

export const answerErrand = async (db: Db, id: string, answer: string): Promise<void> => {
  await db.updateTable('errands').set({ answer }).where('id', '=', id).execute();
};

/** Takes an answer away: undefined while there is none. */
export const takeAnswer = async (db: Db, id: string): Promise<string | undefined> => {
  const taken = await db
    .deleteFrom('errands')
    .where('id', '=', id)
    .where('answer', 'is not', null)
    .returning('answer')
    .executeTakeFirst();
  return taken?.answer ?? undefined;
};

/** Nobody waits any more for what was asked before `before`, or for these. */
export const forgetErrands = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('errands').where('asked_at', '<', before).execute();
};
