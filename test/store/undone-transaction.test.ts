import { sql } from 'kysely';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aFolder, aStoreAt } from './database-file.ts';

it('a transaction that SQLite rolls back by itself, as on a full disk, rejects with the cause', async () => {
  const { db } = await aStoreAt(join(aFolder(), 'bandeja.sqlite'));
  await sql`create temp table once (id integer primary key)`.execute(db);
  const insert = sql`insert or rollback into once values (1)`;
  await insert.execute(db);
  const undone = db.transaction().execute((tx) => insert.execute(tx));
  await expect(undone).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
});
