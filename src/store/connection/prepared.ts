import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';
import type SqliteDatabase from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

type Value = string | number | null;

type Values = Readonly<Record<string, Value>>;

/** Stands for a value that is bound on each run; Kysely treats it as a parameter. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Names a value that is bound on each run. */
export type Given<V extends Values> = <K extends keyof V & string>(name: K) => V[K];

/**
 * A query that is built and compiled once per database and run with different values: building takes
 * longer than most queries run, which matters between a point and its first post. Values are numbers
 * unless `build` says otherwise.
 */
export const prepared = <Row, V extends Values = Readonly<Record<string, number>>>(
  build: (db: Db, given: Given<V>) => Compilable<Row>,
): ((db: Db, values: V) => Promise<readonly Row[]>) => {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();

  // For Kysely's types it is the value.
  const placeholder: Given<V> = <K extends keyof V & string>(name: K) =>
    new Placeholder(name) as unknown as V[K];

  return async (db, values) => {
    // The adapter identifies the database, including its transactions.
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter) ?? build(db, placeholder).compile();
    compiled.set(adapter, query);
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name] : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
};

/** Maximum number of cached statements. */
const MAX_STATEMENTS = 1_000;

/**
 * Caches prepared statements by SQL text. Kysely prepares each query again, which takes longer than
 * most queries run and holds memory until garbage collection.
 */
export const withStatementCache = (database: SqliteDatabase.Database) => {
  const statements = new LRUCache<string, SqliteDatabase.Statement>({ max: MAX_STATEMENTS });
  return {
    close: () => {
      database.close();
    },
    prepare: (text: string) => {
      const known = statements.get(text);
      if (known !== undefined) return known;
      const statement = database.prepare(text);
      statements.set(text, statement);
      return statement;
    },
  };
};
