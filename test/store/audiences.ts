import { audiencesAfter, type Audience, type Recipients } from '#src/store/audiences.ts';
import type { Db } from '#src/store/database.ts';

/** Everyone who receives a result of these. */
export const audiencesOfAll = async (
  db: Db,
  recipients: Recipients,
): Promise<readonly Audience[]> =>
  (await audiencesAfter(db, recipients, 'result', 0, 100)).audiences;
