import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { NewerDatabase } from '../inspection/trouble.ts';
import { firstLight } from './001-first-light.ts';
import {
  pairsInDirectory,
  inbox,
  serverEvents,
  parkedDeliveries,
  closedCards,
  lanesOfWaiting,
  leases,
  openedCards,
  pingedTo,
  unwantedMessages,
  cardsOnTheirWay,
} from './002-to-013.ts';
import { alertChannels } from './003-alert-channels.ts';
import {
  absentMembers,
  calledNames,
  spentRequests,
  blocks,
  requestDays,
  ratings,
  ties,
} from './014-to-020.ts';
import { valuesInColumns } from './021-values-in-columns.ts';
import { names } from './022-names.ts';
import { predictions } from './023-predictions.ts';
import { members } from './024-members.ts';
import { moments } from './025-moments.ts';
import { followKinds } from './026-follow-kinds.ts';
import { managers } from './027-managers.ts';
import { publicStatus } from './029-public-status.ts';
import { matchVideos } from './030-match-videos.ts';
import { boards } from './031-boards.ts';
import { undoneChanges } from './032-undone-changes.ts';
import { afterFirstLanding } from './repair-001.ts';
import type { Db } from '../connection/schema.ts';

/** Whether this release knows a schema version; an unknown one is of a newer release. */
export const isSchemaVersion = (name: string): name is SchemaVersion =>
  Object.hasOwn(migrationsFor('sqlite'), name);

export type Dialect = 'sqlite' | 'postgres';

/** All migrations, in order, by name. A released one never changes. */
export const migrationsFor = (dialect: Dialect) => ({
  '001-first-light': firstLight(dialect),
  '002-pairs-in-directory': pairsInDirectory,
  '003-alert-channels': afterFirstLanding(dialect, alertChannels(dialect)),
  '004-inbox': inbox(dialect),
  '005-server-events': serverEvents,
  '006-parked-deliveries': parkedDeliveries,
  '007-closed-cards': closedCards,
  '008-lanes-of-waiting': lanesOfWaiting,
  '009-leases': leases,
  '010-opened-cards': openedCards,
  '011-pinged-to': pingedTo,
  '012-unwanted-messages': unwantedMessages,
  '013-cards-on-their-way': cardsOnTheirWay,
  '014-absent-members': absentMembers,
  '015-called-names': calledNames,
  '016-spent-requests': spentRequests,
  '017-blocks': blocks,
  '018-request-days': requestDays,
  '019-ratings': ratings,
  '020-ties': ties,
  '021-values-in-columns': valuesInColumns(dialect),
  '022-names': names(dialect),
  '023-predictions': predictions,
  '024-members': members,
  '025-moments': moments,
  '026-follow-kinds': followKinds,
  '027-managers': managers(dialect),
  '029-public-status': publicStatus,
  '030-match-videos': matchVideos,
  '031-boards': boards,
  '032-undone-changes': undoneChanges,
});

/** The name of a migration: the schema version that it produces. */
export type SchemaVersion = keyof ReturnType<typeof migrationsFor>;

// Both dialects have the same names.
const VERSIONS = Object.keys(migrationsFor('sqlite'));

/** @returns the completed migrations @throws NewerDatabase when a later release has changed the schema */
export const refuseNewer = async (db: Db): Promise<readonly { readonly name: string }[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const later = rows.find(({ name }) => !VERSIONS.includes(name));
  if (later !== undefined) throw new NewerDatabase(later.name);
  return rows;
};

const HAS_MIGRATIONS = {
  sqlite: sql<{ name: string }>`select name from sqlite_master where name = 'kysely_migration'`,
  postgres: sql<{ name: string }>`select 1 where to_regclass('kysely_migration') is not null`,
} as const;

/**
 * Migrates the schema to the newest, or the given, version; every migration runs once, in order. Inside
 * a given transaction it becomes part of it.
 * @throws when a newer release made the database, or a migration fails: then nothing is changed
 */
export const migrate = async (db: Db, dialect: Dialect, version?: SchemaVersion): Promise<void> => {
  const isMigrated = (await HAS_MIGRATIONS[dialect].execute(db)).rows.length > 0;
  const done = isMigrated ? await refuseNewer(db) : [];
  if (version === undefined && done.length === VERSIONS.length) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsFor(dialect)) },
  });
  const { error } = await (version === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(version));
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
};

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
