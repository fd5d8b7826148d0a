import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Parses the old column: `refused`, or the status and what is shown, separated by a blank. */
const partsOf = (noted: string): { readonly standing: string; readonly shown: string | null } => {
  const [, shown = null, standing = noted] = /^(\S+) (\S+)$/.exec(noted) ?? [];
  return { standing, shown };
};

interface Noted {
  readonly match_id: number;
  readonly guild_id: string;
  readonly shown: string;
}

/** Moves the status of a server event, and the choice of server events per channel, to columns. */
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
