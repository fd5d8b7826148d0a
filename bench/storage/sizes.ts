import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';

/** The size of a table, with its indexes. */
export interface TableSize {
  readonly rows: number;
  readonly bytes: number;
}

/** Sizes by table name. */
export type Sizes = ReadonlyMap<string, TableSize>;

type Row = TableSize & { readonly name: string };

const byName = (rows: readonly Row[]): Sizes =>
  new Map(rows.map(({ name, rows: count, bytes }) => [name, { rows: count, bytes }]));

/** The tables of a closed SQLite file. */
export const sizesOfFile = (file: string): Sizes => {
  const database = new SqliteDatabase(file);
  // A checkpoint first: the latest writes are in the file, too.
  database.pragma('wal_checkpoint(TRUNCATE)');
  const tables = database
    .prepare<[], { name: string; bytes: number }>(
      `select m.tbl_name as name, sum(s.pgsize) as bytes
        from dbstat s join sqlite_schema m on m.name = s.name group by m.tbl_name`,
    )
    .all();
  const counted = tables.map(({ name, bytes }) => {
    const count = database.prepare<[], number>(`select count(*) from "${name}"`).pluck().get();
    return { name, bytes, rows: count ?? 0 };
  });
  database.close();
  return byName(counted);
};

/** The tables of a PostgreSQL database, after a vacuum. */
export const sizesOfServer = async (url: string): Promise<Sizes> => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum analyze');
  const { rows } = await client.query<Row>(
    `select relname as name, reltuples::int as rows, pg_total_relation_size(oid)::float as bytes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  await client.end();
  return byName(rows);
};
