import { sql } from 'kysely';
import type { Db } from '#src/store/connection/database.ts';

/** Every column that contains a text, in all tables including those of the migrations. */
export const placesOf = async (db: Db, text: string): Promise<readonly string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const places: string[] = [];
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const { rows } = await sql`select 1 from ${sql.table(name)}
        where cast(${sql.ref(column.name)} as text) like ${`%${text}%`}`.execute(db);
      if (rows.length > 0) places.push(`${name}.${column.name}`);
    }
  }
  return places;
};
