import type { DirectoryKind } from '../../domain/people/directory.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Db } from '../connection/schema.ts';

type CheckpointName = 'schedule-read' | 'health' | 'videos-read' | `names-of-${DirectoryKind}`;

/** When a checkpoint was last set; undefined when it never was. */
export const checkpointAt = async (db: Db, name: CheckpointName): Promise<Instant | undefined> =>
  (await db.selectFrom('checkpoints').select('at').where('name', '=', name).executeTakeFirst())?.at;

export const setCheckpoint = async (db: Db, name: CheckpointName, at: Instant): Promise<void> => {
  await db
    .insertInto('checkpoints')
    .values({ name, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute();
};
