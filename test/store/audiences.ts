import { audiencesAfter, type Audience, type Recipients } from '#src/store/follows/audiences.ts';
import type { Db } from '#src/store/connection/database.ts';

/** Everyone who receives a result of these. */
export const audiencesOfAll = async (
  db: Db,
  recipients: Recipients,
): Promise<readonly Audience[]> =>
  (await audiencesAfter(db, recipients, 'result', 0, 100)).audiences;
