import type { Instant } from '../domain/terms.ts';
import { channelsOfGuild, NO_GUILD, type Channel } from './channels.ts';
import { forgetChannel } from './forget-channel.ts';
import type { Db, Tx } from './schema.ts';
import { emptyLog } from './sqlite-file/erasure.ts';

/** The servers that have alert channels, those that the bot has left included. */
export const guildsWithChannels = async (db: Db): Promise<readonly string[]> => {
  const rows = await db.selectFrom('channels').select('guild_id').distinct().execute();
  return rows.map((row) => row.guild_id);
};

/** The bot was removed from a server: its channels are kept for a while. */
export const leaveGuild = async (db: Db, guildId: string, at: Instant): Promise<void> => {
  await db
    .updateTable('channels')
    .set({ left_at: at })
    .where('guild_id', '=', guildId)
    .where('left_at', 'is', null)
    .execute();
};

/**
 * The bot is in a server again, or still: what was chosen there holds.
 * @returns whether anything had been kept.
 */
export const returnToGuild = async (db: Db, guildId: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('channels')
    .set({ left_at: null })
    .where('guild_id', '=', guildId)
    .where('left_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Forgets the channels of servers that the bot left before an instant, and all that hangs on them. */
export const forgetLeft = (db: Db, before: Instant): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('channels')
      .select('id')
      .where('left_at', '<', before)
      .execute();
    for (const { id } of rows) await forgetChannel(tx, id);
  });

/**
 * Forgets the channels that were deleted at Discord, and closed direct messages, when they have been so
 * since before an instant. A first notice keeps its time while tries in between change nothing.
 */
export const forgetLost = (db: Db, before: Instant): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('channels')
      .select('id')
      .where('broken_at', 'is not', null)
      .where((eb) =>
        eb.or([eb('broken_reason', '=', 'unknown-channel'), eb('guild_id', '=', NO_GUILD)]),
      )
      .where((eb) => eb(eb.fn.coalesce('told_at', 'broken_at'), '<', before))
      .execute();
    for (const { id } of rows) await forgetChannel(tx, id);
  });

/**
 * A channel that was deleted at Discord leaves what was chosen and followed there to another one of
 * its server, which was set up in its place: one in which nothing was chosen or followed yet.
 */
export const inheritDeleted = (db: Db, heir: Channel): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const lost = await tx
      .selectFrom('channels')
      .selectAll()
      .where('guild_id', '=', heir.guildId)
      .where('broken_reason', '=', 'unknown-channel')
      .where('id', '!=', heir.key)
      .orderBy('id')
      .executeTakeFirst();
    if (lost === undefined || !(await isUntouched(tx, heir.key))) return;
    const { kinds, settings, server_events, reposts_cards, morning_due } = lost;
    await tx
      .updateTable('channels')
      .set({ kinds, settings, server_events, reposts_cards, morning_due })
      .where('id', '=', heir.key)
      .execute();
    await bequeath(tx, lost.id, heir.key, 'all');
    await forgetChannel(tx, lost.id);
  });

/** Whether nothing was chosen or followed in a channel since it was set up. */
const isUntouched = async (tx: Tx, key: number): Promise<boolean> => {
  const chosen = await tx
    .selectFrom('channels')
    .select('id')
    .where('id', '=', key)
    .where('settings_rev', '=', 0)
    .executeTakeFirst();
  const followed = await tx
    .selectFrom('follows')
    .select('channel_id')
    .where('channel_id', '=', key)
    .limit(1)
    .executeTakeFirst();
  return chosen !== undefined && followed === undefined;
};

/** Gives what is followed in a channel to another one. */
const bequeath = async (
  tx: Tx,
  from: number,
  to: number,
  whose: 'all' | 'members',
): Promise<void> => {
  await tx
    .insertInto('follows')
    .columns(['kind', 'target_id', 'channel_id', 'member_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('follows')
        .select([
          'kind',
          'target_id',
          eb.cast<number>(eb.val(to), 'integer').as('channel_id'),
          'member_id',
          'created_at',
        ])
        .where('channel_id', '=', from)
        .$if(whose === 'members', (query) => query.where('member_id', '!=', '')),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Whether members are told in a channel, as it stands now, what they follow. */
const tellsMembers = ({ settings, pausedAt, broken }: Channel): boolean =>
  settings.memberFollows && pausedAt === null && broken === null;

/** Where members go on: where they are told, else where they may be again; a deleted one comes last. */
const heirAmong = (channels: readonly Channel[]): Channel | undefined =>
  channels.find(tellsMembers) ??
  channels.find(({ broken }) => broken !== 'unknown-channel') ??
  channels[0];

/**
 * Ends the alerts of a channel. Members who follow under it follow under another alert channel of
 * the server from now on, if there is one.
 */
export const removeChannel = async (db: Db, { key, guildId }: Channel): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const channels = await channelsOfGuild(tx, guildId);
    const heir = heirAmong(channels.filter((channel) => channel.key !== key));
    if (heir !== undefined && guildId !== NO_GUILD) await bequeath(tx, key, heir.key, 'members');
    await forgetChannel(tx, key);
  });
  await emptyLog(db);
};
