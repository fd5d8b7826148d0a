import type { Db, Row, Tx } from './schema.ts';

/** A channel that receives alerts. `key` is ours, small and ascending; `discordId` is Discord's. */
export interface Channel {
  readonly key: number;
  readonly discordId: string;
  readonly guildId: string;
  readonly locale: string;
  /** Why Discord permanently refuses it; null while it works. */
  readonly broken: string | null;
}

export interface ChannelSetup {
  readonly discordId: string;
  readonly guildId: string;
  readonly locale: string;
  /** Discord id of the moderator who chose it. */
  readonly configuredBy: string;
}

export const channelOf = (row: Row<'channels'>): Channel => ({
  key: row.id,
  discordId: row.discord_id,
  guildId: row.guild_id,
  locale: row.locale,
  broken: row.broken_at === null ? null : (row.broken_reason ?? 'unknown'),
});

/**
 * Makes a channel the alert channel of its server. What was followed in the server's earlier one
 * moves along; cards posted there stay as they are and are no longer edited.
 */
export const setUpChannel = (db: Db, setup: ChannelSetup): Promise<Channel> =>
  db.transaction().execute(async (tx) => {
    const { discordId: discord_id, guildId: guild_id, locale, configuredBy } = setup;
    const choice = { guild_id, locale, configured_by: configuredBy };
    const row = await tx
      .insertInto('channels')
      .values({ discord_id, ...choice, broken_at: null, broken_reason: null })
      .onConflict((conflict) =>
        conflict
          .column('discord_id')
          .doUpdateSet({ ...choice, broken_at: null, broken_reason: null }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await moveFollows(tx, row);
    return channelOf(row);
  });

const moveFollows = async (tx: Tx, to: Row<'channels'>): Promise<void> => {
  const earlier = await tx
    .selectFrom('channels')
    .select('id')
    .where('guild_id', '=', to.guild_id)
    .where('id', '!=', to.id)
    .execute();
  for (const { id } of earlier) {
    await tx
      .insertInto('follows')
      .columns(['kind', 'target_id', 'channel_id', 'member_id', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('follows')
          .select(['kind', 'target_id', eb.val(to.id).as('channel_id'), 'member_id', 'created_at'])
          .where('channel_id', '=', id),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const table of ['follows', 'cards', 'deliveries'] as const) {
      await tx.deleteFrom(table).where('channel_id', '=', id).execute();
    }
    await tx.deleteFrom('channels').where('id', '=', id).execute();
  }
};

/** The alert channel of a server; undefined when none was set up. */
export const findChannelOfGuild = async (db: Db, guildId: string): Promise<Channel | undefined> => {
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('guild_id', '=', guildId)
    .executeTakeFirst();
  return row === undefined ? undefined : channelOf(row);
};

/** Marks a channel that Discord permanently refuses. Its settings are kept. */
export const markBroken = async (
  db: Db,
  key: number,
  reason: string,
  now: number,
): Promise<void> => {
  await db
    .updateTable('channels')
    .set({ broken_at: now, broken_reason: reason })
    .where('id', '=', key)
    .where('broken_at', 'is', null)
    .execute();
};

/** Channels of a server that are marked as broken. */
export const brokenChannels = async (db: Db, guildId: string): Promise<readonly Channel[]> => {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('broken_at', 'is not', null)
    .where('guild_id', '=', guildId)
    .execute();
  return rows.map(channelOf);
};

/** Takes the mark off again. */
export const markMended = async (db: Db, key: number): Promise<void> => {
  await db
    .updateTable('channels')
    .set({ broken_at: null, broken_reason: null })
    .where('id', '=', key)
    .execute();
};
