import type { DirectoryKind } from '../../domain/people/directory.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Db } from '../connection/schema.ts';

type Mark = 'schedule-read' | 'health' | `names-of-${DirectoryKind}`;

/** When a checkpoint was last set; undefined when it never was. */
export const checkpointAt = async (db: Db, name: Mark): Promise<Instant | undefined> =>
  (await db.selectFrom('marks').select('at').where('name', '=', name).executeTakeFirst())?.at;

export const setCheckpoint = async (db: Db, name: Mark, at: Instant): Promise<void> => {
  await db
    .insertInto('marks')
    .values({ name, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute();
};
