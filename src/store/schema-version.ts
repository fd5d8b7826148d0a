import { migrationsFor, type SchemaVersion } from './migrations.ts';

/** Whether this release knows a schema version; an unknown one is of a newer release. */
export const isSchemaVersion = (name: string): name is SchemaVersion =>
  Object.hasOwn(migrationsFor('sqlite'), name);
