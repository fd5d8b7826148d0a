import { migrationsFor, type Dialect } from '../migrations/migrations.ts';

/** The state of the schema; a later release than this one made `newer`. */
export type SchemaState =
  | { readonly kind: 'none' | 'current' }
  | { readonly kind: 'behind'; readonly steps: number }
  | { readonly kind: 'newer'; readonly by: string };

export const NONE: SchemaState = { kind: 'none' };

/** @param done names of the completed migrations */
export const schemaOf = (dialect: Dialect, done: readonly string[]): SchemaState => {
  const known = Object.keys(migrationsFor(dialect));
  const by = done.find((name) => !known.includes(name));
  if (by !== undefined) return { kind: 'newer', by };
  if (done.length === 0) return NONE;
  const steps = known.length - done.length;
  return steps === 0 ? { kind: 'current' } : { kind: 'behind', steps };
};
