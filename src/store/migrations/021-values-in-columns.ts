import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DELIVERY_REASONS } from '../../domain/alerts/delivery-reasons.ts';
import type { Dialect } from './migrations.ts';

/** 022 renames some. */
const renamed = ['told-right', 'told-with-tie', 'nothing-missed'];
const reasons = sql.join([...DELIVERY_REASONS, ...renamed]);

/**
 * Gives values that were stored inside others their own columns: Discord's error text and the end of
 * quiet hours (in a delivery's reason), a setting, the refresh counter (in a card's revision); null
 * replaces match 0. Drops a column unused since 012.
 */
export const valuesInColumns = (dialect: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema.alterTable('deliveries').addColumn('detail', 'text').execute();
    await schema.alterTable('deliveries').addColumn('digest_at', 'bigint').execute();
    await sql`update deliveries
      set digest_at = cast(substr(waited_for, 13) as bigint), waited_for = 'quiet-hours'
      where waited_for like 'quiet-hours %'`.execute(db);
    await sql`update deliveries set detail = reason,
      reason = case outcome when 'failed' then 'rejected' else 'request-failed' end
      where reason not in (${reasons})`.execute(db);
    await sql`update deliveries set detail = coalesce(detail, waited_for), waited_for = 'request-failed'
      where waited_for not in (${reasons})`.execute(db);

    await schema
      .alterTable('channels')
      .addColumn('reposts_cards', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await sql`update channels set reposts_cards = 0
      where settings like '%"reanchor":false%'`.execute(db);

    await schema
      .alterTable('cards')
      .addColumn('refreshes', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update cards set shown_rev = 0 where shown_rev < 0`.execute(db);
    await schema.alterTable('cards').dropColumn('replaced_message_id').execute();

    if (dialect === 'sqlite') await rebuildMatchId(db);
    else await sql`alter table events alter column match_id drop not null`.execute(db);
    await sql`update events set match_id = null where match_id = 0`.execute(db);
  },
});

/** SQLite cannot drop a column's constraint, so the table is rebuilt. */
const rebuildMatchId = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  await schema.dropIndex('events_match').execute();
  await schema.alterTable('events').addColumn('about_match', 'bigint').execute();
  await sql`update events set about_match = match_id`.execute(db);
  await schema.alterTable('events').dropColumn('match_id').execute();
  await schema.alterTable('events').renameColumn('about_match', 'match_id').execute();
  await schema.createIndex('events_match').on('events').columns(['match_id', 'id']).execute();
};
