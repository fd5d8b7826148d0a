import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './migrations.ts';

/**
 * Migration 001 was changed after the first databases were created. This adds what those lack before
 * the next migration builds on it; other databases stay unchanged.
 */
const completeFirstLanding = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  const { schema } = db;
  const tables = await db.introspection.getTables();
  const lacks = (table: string, column: string): boolean =>
    tables.some(
      ({ name, columns }) => name === table && columns.every((each) => each.name !== column),
    );
  if (lacks('cards', 'shown_at')) {
    await schema
      .alterTable('cards')
      .addColumn('shown_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  if (lacks('events', 'revised_at')) {
    await schema.alterTable('events').addColumn('revised_at', 'bigint').execute();
  }
  if (lacks('directory', 'end_date')) {
    await schema.alterTable('directory').addColumn('end_date', 'text').execute();
  }
  await schema.createIndex('cards_due').ifNotExists().on('cards').column('due_at').execute();
  await schema
    .createIndex('cards_channel')
    .ifNotExists()
    .on('cards')
    .column('channel_id')
    .execute();
  await schema
    .createIndex('events_corrected')
    .ifNotExists()
    .on('events')
    .column('corrected_at')
    .execute();
  await schema.dropIndex('channels_guild').ifExists().execute();
  if (dialect === 'postgres') await nameConstraint(db);
};

/**
 * The next migration drops this constraint by name. A server could have several channels at first, so
 * the placeholder constraint allows everything.
 */
const nameConstraint = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql`select 1 from pg_constraint
    where conname = 'channels_guild_id_key' and conrelid = 'channels'::regclass`.execute(db);
  if (rows.length > 0) return;
  await sql`alter table channels add constraint channels_guild_id_key check (true)`.execute(db);
};

/** A migration on top of 001, whichever version of it created the tables. */
export const afterFirstLanding = (dialect: Dialect, migration: Migration): Migration => ({
  ...migration,
  up: async (db: Kysely<unknown>) => {
    await completeFirstLanding(db, dialect);
    await migration.up(db);
  },
});
