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
 * Makes a channel the alert channel of its server, and works again where it was broken. What was
 * followed stays followed. When it is another channel than before, matches in play get a new card
 * there; what was posted in the earlier one stays as it is and is no longer edited.
 */
export const setUpChannel = (db: Db, setup: ChannelSetup): Promise<Channel> =>
  db.transaction().execute(async (tx) => {
    const earlier = await findChannelOfGuild(tx, setup.guildId);
    const choice = {
      discord_id: setup.discordId,
      locale: setup.locale,
      configured_by: setup.configuredBy,
      broken_at: null,
      broken_reason: null,
    };
    const row = await tx
      .insertInto('channels')
      .values({ guild_id: setup.guildId, ...choice })
      .onConflict((conflict) => conflict.column('guild_id').doUpdateSet(choice))
      .returningAll()
      .executeTakeFirstOrThrow();
    if (earlier !== undefined && earlier.discordId !== setup.discordId) await leave(tx, row.id);
    return channelOf(row);
  });

/** Lets go of the messages in a channel that is left. */
const leave = async (tx: Tx, key: number): Promise<void> => {
  await tx
    .updateTable('cards')
    .set({ message_id: null, posted_at: null, replaced_message_id: null, shown_rev: 0 })
    .where('channel_id', '=', key)
    .where('match_id', 'in', (eb) =>
      eb.selectFrom('matches').select('id').where('phase', '=', 'playing'),
    )
    .execute();
  await tx
    .deleteFrom('cards')
    .where('channel_id', '=', key)
    .where('message_id', 'is not', null)
    .execute();
  await tx
    .updateTable('deliveries')
    .set({ message_id: null })
    .where('channel_id', '=', key)
    .execute();
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
