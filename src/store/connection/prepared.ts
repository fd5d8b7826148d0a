import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';
import type SqliteDatabase from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

type Values = Readonly<Record<string, string | number | null>>;

/** Stands for a value that is bound on each run; Kysely treats it as a parameter. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Maximum number of forms of one query. */
const MAX_FORMS = 100;

/**
 * A query that is built and compiled once per database and run with different values: building takes
 * longer than most queries run, which matters between a point and its first post. `build` gets a
 * placeholder for each value; it is called again for other names, or another `form`.
 */
export const prepared = <V extends Values, Row, Form extends string = never>(
  build: (db: Db, given: V, form: readonly Form[]) => Compilable<Row>,
): ((db: Db, values: V, form?: readonly Form[]) => Promise<readonly Row[]>) => {
  const compiled = new WeakMap<object, LRUCache<string, CompiledQuery<Row>>>();

  return async (db, values, form = []) => {
    // The adapter identifies the database, including its transactions.
    const { adapter } = db.getExecutor();
    const forms = compiled.get(adapter) ?? new LRUCache({ max: MAX_FORMS });
    compiled.set(adapter, forms);
    const names = Object.keys(values);
    const key = [...names, ...form].join();
    const placeholders = () =>
      Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
    // For Kysely's types a placeholder is the value.
    const query = forms.get(key) ?? build(db, placeholders() as unknown as V, form).compile();
    forms.set(key, query);
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
