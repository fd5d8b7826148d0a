import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was noted until then: `refused`, or what is shown and how it stands, with a blank between. */
const partsOf = (noted: string): { readonly standing: string; readonly shown: string | null } => {
  const [, shown = null, standing = noted] = /^(\S+) (\S+)$/.exec(noted) ?? [];
  return { standing, shown };
};

interface Noted {
  readonly match_id: number;
  readonly guild_id: string;
  readonly shown: string;
}

/** How an event of a server stands gets a column of its own, and which channels wish for events. */
export const serverEvents: Migration = {
  up: async (db: Kysely<unknown>) => {
    const extend = db.schema.alterTable('server_events');
    await extend
      .addColumn('standing', 'text', (column) => column.notNull().defaultTo('scheduled'))
      .execute();
    const { rows } = await sql<Noted>`select match_id, guild_id, shown from server_events`.execute(
      db,
    );
    for (const { match_id, guild_id, shown: noted } of rows) {
      const { standing, shown } = partsOf(noted);
      await sql`update server_events set standing = ${standing}, shown = ${shown ?? ''}
        where match_id = ${match_id} and guild_id = ${guild_id}`.execute(db);
    }
    await db.schema
      .alterTable('channels')
      .addColumn('server_events', 'text', (column) => column.notNull().defaultTo('none'))
      .execute();
    for (const wish of ['finals', 'followed']) {
      await sql`update channels set server_events = ${wish}
        where settings like ${`%"events":"${wish}"%`}`.execute(db);
    }
    await db.schema
      .createIndex('channels_server_events')
      .on('channels')
      .column('server_events')
      .execute();
  },
};
