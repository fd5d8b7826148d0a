import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/** Stands in a query for a number that is given each time; Kysely binds it like any value. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Names a number that is not known before the query is run. */
export type Given = (name: string) => number;

// As far as Kysely's types know it is the number.
const placeholder: Given = (name) => new Placeholder(name) as unknown as number;

/**
 * A query that is built and compiled once for a database, and run with other numbers each time: to
 * build one takes longer than most take to run, which counts between a point and its first post.
 */
export const prepared = <Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): ((db: Db, numbers: Readonly<Record<string, number>>) => Promise<readonly Row[]>) => {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();

  return async (db, numbers) => {
    // One for a database, its transactions included.
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter) ?? build(db, placeholder).compile();
    compiled.set(adapter, query);
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? numbers[value.name] : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
};
