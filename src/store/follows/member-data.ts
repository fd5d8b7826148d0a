import type { MemberData } from '../../domain/stored-data.ts';
import { channelData, exportedFollows, deleteChannel } from '../channels/channel-data.ts';
import { channelFromRow, NO_GUILD, UNKNOWN_MEMBER } from '../channels/channels.ts';
import { anonymizePings, pingCursor } from '../outbox/pings.ts';
import { changesOfMember } from '../channels/setting-changes.ts';
import type { Db } from '../connection/schema.ts';
import { deleteMember, findMember } from './members.ts';
import { truncateWal } from '../sqlite-file/erasure.ts';

export const memberData = async (db: Db, userId: string): Promise<MemberData> => {
  const rows = await db
    .selectFrom('follows')
    .innerJoin('channels', 'channels.id', 'follows.channel_id')
    .selectAll('channels')
    .select([
      'follows.kind as follow_kind',
      'follows.target_id',
      'follows.created_at',
      'follows.kinds as follow_kinds',
    ])
    .where('follows.member_id', '=', userId)
    .orderBy('channels.id')
    .orderBy('follows.created_at')
    .orderBy('follows.target_id')
    .execute();
  const configured = await db
    .selectFrom('channels')
    .selectAll()
    .where('configured_by', '=', userId)
    .orderBy('id')
    .execute();
  const channels = configured.map(channelFromRow);
  const direct = channels.find(({ guildId }) => guildId === NO_GUILD);
  const absences = await db
    .selectFrom('absent_members')
    .select(['guild_id as guildId', 'since'])
    .where('member_id', '=', userId)
    .orderBy('guild_id')
    .execute();
  const pinging = await db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .selectAll('channels')
    .where('pinged_to', 'in', [pingCursor(userId, false), pingCursor(userId, true)])
    .orderBy('channels.id')
    .execute();
  return {
    chosen: (await findMember(db, userId)) ?? null,
    follows: rows.flatMap((row) =>
      exportedFollows({ ...row, kind: row.follow_kind, kinds: row.follow_kinds }).map((follow) => ({
        ...follow,
        channel: channelFromRow(row),
      })),
    ),
    direct: direct === undefined ? null : await channelData(db, direct),
    changes: await changesOfMember(db, userId),
    setUp: channels.filter(({ guildId }) => guildId !== NO_GUILD),
    absences,
    pinged: pinging.map(channelFromRow),
  };
};

/** Deletes a member's data. Alert channels that they set up stay, without their id. */
export const deleteMemberData = async (db: Db, userId: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('follows').where('member_id', '=', userId).execute();
    await deleteMember(tx, userId);
    await tx
      .updateTable('setting_changes')
      .set({ member_id: UNKNOWN_MEMBER })
      .where('member_id', '=', userId)
      .execute();
    await tx.deleteFrom('absent_members').where('member_id', '=', userId).execute();
    await anonymizePings(tx, userId);
    const direct = await tx
      .selectFrom('channels')
      .select('id')
      .where('configured_by', '=', userId)
      .where('guild_id', '=', NO_GUILD)
      .execute();
    for (const { id } of direct) await deleteChannel(tx, id);
    await tx
      .updateTable('channels')
      .set({ configured_by: UNKNOWN_MEMBER })
      .where('configured_by', '=', userId)
      .execute();
  });
  await truncateWal(db);
};
