import { migrationsFor, type SchemaVersion } from './migrations.ts';

/** Whether this release knows a version of the schema; one that it does not is of a newer release. */
export const isSchemaVersion = (name: string): name is SchemaVersion =>
  Object.hasOwn(migrationsFor('sqlite'), name);
