import { publicStatus, type PublicStatus } from '../../domain/public-status.ts';
import { readDatabase } from '../../store/connection/database.ts';
import { readStatusRows } from '../../store/processes/public-status.ts';

/** The public status, computed anew from the database at `url`, which is only read. */
export const inspectStatus = (url: string, now: number): Promise<PublicStatus> =>
  readDatabase(url, async (db) => publicStatus(await readStatusRows(db, now), now));
