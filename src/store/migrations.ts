import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { NewerDatabase } from './inspection/trouble.ts';
import { firstLight } from './migrations/001-first-light.ts';
import { pairsInDirectory } from './migrations/002-pairs-in-directory.ts';
import { alertChannels } from './migrations/003-alert-channels.ts';
import { inbox } from './migrations/004-inbox.ts';
import { serverEvents } from './migrations/005-server-events.ts';
import { parkedDeliveries } from './migrations/006-parked-deliveries.ts';
import { closedCards } from './migrations/007-closed-cards.ts';
import { lanesOfWaiting } from './migrations/008-lanes-of-waiting.ts';
import { leases } from './migrations/009-leases.ts';
import { openedCards } from './migrations/010-opened-cards.ts';
import { pingedTo } from './migrations/011-pinged-to.ts';
import { unwantedMessages } from './migrations/012-unwanted-messages.ts';
import { cardsOnTheirWay } from './migrations/013-cards-on-their-way.ts';
import { absentMembers } from './migrations/014-absent-members.ts';
import { calledNames } from './migrations/015-called-names.ts';
import { spentRequests } from './migrations/016-spent-requests.ts';
import { blocks } from './migrations/017-blocks.ts';
import { requestDays } from './migrations/018-request-days.ts';
import { ratings } from './migrations/019-ratings.ts';
import { ties } from './migrations/020-ties.ts';
import { valuesInColumns } from './migrations/021-values-in-columns.ts';
import { afterFirstLanding } from './migrations/first-landing.ts';
import type { Db } from './schema.ts';

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
});

/** The name of a migration: the schema version that it produces. */
export type SchemaVersion = keyof ReturnType<typeof migrationsFor>;

/** @throws NewerDatabase when a later release has changed the schema */
export const refuseNewer = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  // Both dialects have the same names.
  const known = Object.keys(migrationsFor('sqlite'));
  const later = rows.find(({ name }) => !known.includes(name));
  if (later !== undefined) throw new NewerDatabase(later.name);
};

/**
 * Migrates the schema to the newest, or the given, version; every migration runs once, in order. Inside
 * a given transaction it becomes part of it.
 * @throws when a newer release made the database, or a migration fails: then nothing is changed
 */
export const migrate = async (db: Db, dialect: Dialect, version?: SchemaVersion): Promise<void> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.some(({ name }) => name === 'kysely_migration')) await refuseNewer(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsFor(dialect)) },
  });
  const { error } = await (version === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(version));
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
};
