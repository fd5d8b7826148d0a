import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/** What a column holds. */
type Value = string | number | null;

type Values = Readonly<Record<string, Value>>;

/** Stands in a query for a value that is given each time; Kysely binds it like any other. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Names a value that is not known before the query is run. */
export type Given<V extends Values> = <K extends keyof V & string>(name: K) => V[K];

/**
 * A query that is built and compiled once for a database, and run with other values each time: to
 * build one takes longer than most take to run, which counts between a point and its first post.
 * Numbers are given where `build` does not say otherwise.
 */
export const prepared = <Row, V extends Values = Readonly<Record<string, number>>>(
  build: (db: Db, given: Given<V>) => Compilable<Row>,
): ((db: Db, values: V) => Promise<readonly Row[]>) => {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();

  // As far as Kysely's types know it is the value.
  const placeholder: Given<V> = <K extends keyof V & string>(name: K) =>
    new Placeholder(name) as unknown as V[K];

  return async (db, values) => {
    // One for a database, its transactions included.
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter) ?? build(db, placeholder).compile();
    compiled.set(adapter, query);
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name] : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
};
