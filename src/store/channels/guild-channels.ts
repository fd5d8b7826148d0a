import { sql } from 'kysely';
import type { Instant } from '../../domain/terms.ts';
import { channelsOfGuild, NO_GUILD, type Channel } from './channels.ts';
import { recordChange } from './setting-changes.ts';
import { deleteChannel } from './channel-data.ts';
import { MAX_FOLLOWS } from '../follows/follows.ts';
import { hasRow } from '../connection/queries.ts';
import type { Db, Tx } from '../connection/schema.ts';
import { truncateWal } from '../sqlite-file/erasure.ts';

/** The servers that have alert channels, including those that the bot has left. */
export const guildsWithChannels = async (db: Db): Promise<readonly string[]> => {
  const rows = await db.selectFrom('channels').select('guildId').distinct().execute();
  return rows.map((row) => row.guildId);
};

/** Records that the bot was removed from a server; its channels are kept for a while, their boards are not. */
export const leaveGuild = async (db: Db, guildId: string, at: Instant): Promise<void> => {
  await db
    .updateTable('channels')
    .set({ leftAt: at })
    .where('guildId', '=', guildId)
    .where('leftAt', 'is', null)
    .execute();
  await deleteBoardsOfGuild(db, guildId);
  // The rest goes with the last channel (deleteLeftGuilds).
  if ((await channelsOfGuild(db, guildId)).length === 0) await deleteOfGuilds(db, [guildId]);
};

/** Their messages stay in Discord, where the bot no longer is. */
export const deleteBoardsOfGuild = async (db: Db, guildId: string): Promise<void> => {
  let deleted = 0n;
  for (const table of ['boards', 'pendingDeletions'] as const) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('discordId', 'in', (eb) =>
        eb.selectFrom('channels').select('discordId').where('guildId', '=', guildId),
      )
      .executeTakeFirstOrThrow();
    deleted += numDeletedRows;
  }
  if (deleted > 0n && !db.isTransaction) await truncateWal(db);
};

/** Records that the bot is in a server, and restores its channels. @returns whether any were kept */
export const returnToGuild = async (db: Db, guildId: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('channels')
    .set({ leftAt: null })
    .where('guildId', '=', guildId)
    .where('leftAt', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const deleteLeftGuilds = (db: Db, before: Instant): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('channels')
      .select(['id', 'guildId'])
      .where('leftAt', '<', before)
      .execute();
    for (const { id } of rows) await deleteChannel(tx, id);
    await deleteOfGuilds(tx, [...new Set(rows.map((row) => row.guildId))]);
  });

/** The tables about servers, beside their channels. */
const OF_GUILDS = ['managerRoles', 'settingChanges', 'serverEvents', 'absentMembers'] as const;

/** Deletes what is stored about servers beside their channels. */
export const deleteOfGuilds = async (db: Db, guildIds: readonly string[]): Promise<void> => {
  if (guildIds.length === 0) return;
  for (const table of OF_GUILDS) {
    await db.deleteFrom(table).where('guildId', 'in', guildIds).execute();
  }
};

/**
 * Deletes the channels that have been deleted at Discord, and direct messages that have been closed,
 * since before an instant. Retries in between do not change that time.
 */
export const deleteLostChannels = (db: Db, before: Instant): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('channels')
      .select('id')
      .where('brokenAt', 'is not', null)
      .where((eb) =>
        eb.or([eb('brokenReason', '=', 'unknown-channel'), eb('guildId', '=', NO_GUILD)]),
      )
      .where((eb) => eb(eb.fn.coalesce('failureNotifiedAt', 'brokenAt'), '<', before))
      .execute();
    for (const { id } of rows) await deleteChannel(tx, id);
  });

/**
 * Transfers the settings and follows of a channel that was deleted at Discord to its replacement: a new
 * channel of the server without settings or follows of its own.
 */
export const transferFromDeletedChannel = (db: Db, successor: Channel): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const lost = await tx
      .selectFrom('channels')
      .selectAll()
      .where((eb) => eb.and({ guildId: successor.guildId, brokenReason: 'unknown-channel' }))
      .where('id', '!=', successor.key)
      .orderBy('id')
      .executeTakeFirst();
    if (lost === undefined || !(await isUnused(tx, successor.key))) return;
    const { types, settings, serverEvents, wantsBoard, digestDue } = lost;
    await tx
      .updateTable('channels')
      .set({ types, settings, serverEvents, wantsBoard, digestDue })
      .where('id', '=', successor.key)
      .execute();
    await transferFollows(tx, lost.id, successor.key, 'all');
    await deleteChannel(tx, lost.id);
  });

const isUnused = async (tx: Tx, key: number): Promise<boolean> => {
  const unchanged = tx
    .selectFrom('channels')
    .select('id')
    .where((eb) => eb.and({ id: key, settingsRev: 0 }));
  const follows = tx.selectFrom('follows').select('kind').where('channelKey', '=', key).limit(1);
  return (await hasRow(unchanged)) && !(await hasRow(follows));
};

/** What is followed under the new channel already stays with the old one, which is then deleted. */
const transferFollows = async (
  tx: Tx,
  from: number,
  to: number,
  whose: 'all' | 'members',
): Promise<void> => {
  const moved = whose === 'all' ? sql`true` : sql`member_id <> ''`;
  await sql`update follows set channel_key = ${to} where channel_key = ${from} and ${moved}
    and not exists (select 1 from follows as known where known.channel_key = ${to}
      and (known.kind, known.target_id, known.member_id)
        = (follows.kind, follows.target_id, follows.member_id))`.execute(tx);
  // Of who follows more than anybody can there now, the newest go.
  await sql`delete from follows where channel_key = ${to} and (kind, target_id, member_id) in (
    select kind, target_id, member_id from (
      select kind, target_id, member_id,
        row_number() over (partition by member_id order by created_at, target_id, kind) as place
      from follows where channel_key = ${to}) as placed
    where place > ${sql.lit(MAX_FOLLOWS)})`.execute(tx);
};

const deliversToMembers = ({ settings, pausedAt, broken }: Channel): boolean =>
  settings.memberFollows && pausedAt === null && broken === null;

/**
 * The channel that takes over the follows of members: one that delivers, else one that may again; a
 * deleted one comes last.
 */
const successorAmong = (channels: readonly Channel[]): Channel | undefined =>
  channels.find(deliversToMembers) ??
  channels.find(({ broken }) => broken !== 'unknown-channel') ??
  channels[0];

/**
 * Ends the alerts of a channel. Its members' follows move to another alert channel of the server, if
 * one exists.
 * @param by who ends them, to be recorded
 */
export const removeChannel = async (
  db: Db,
  { key, guildId, discordId }: Channel,
  by?: { readonly memberId: string; readonly at: Instant },
): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    if (by !== undefined) {
      const author = { guildId, channelKey: null, memberId: by.memberId };
      await recordChange(tx, author, { what: 'channel', before: discordId, after: null }, by.at);
    }
    const channels = await channelsOfGuild(tx, guildId);
    const successor = successorAmong(channels.filter((channel) => channel.key !== key));
    if (successor !== undefined && guildId !== NO_GUILD)
      await transferFollows(tx, key, successor.key, 'members');
    await deleteChannel(tx, key);
  });
  await truncateWal(db);
};
