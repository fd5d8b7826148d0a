import { setImmediate as turn } from 'node:timers/promises';
import { STORED_ROWS_MAX, type MemberData } from '../../domain/stored-data.ts';
import { channelData, exportedFollows, deleteChannel } from '../channels/channel-data.ts';
import { findDirect, NO_GUILD, UNKNOWN_MEMBER } from '../channels/channels.ts';
import { anonymizePings, pingCursor } from '../outbox/pings.ts';
import { anonymizeChanges, countOfChanges } from '../channels/setting-changes.ts';
import type { Db } from '../connection/schema.ts';
import { deleteMember, findMember } from '../follows/members.ts';
import { truncateWal } from '../sqlite-file/erasure.ts';

export const memberData = async (db: Db, userId: string): Promise<MemberData> => {
  const rows = await db
    .selectFrom('follows')
    .innerJoin('channels', 'channels.id', 'follows.channelKey')
    .select([
      'discordId as discordId',
      'guildId as guildId',
      'follows.kind',
      'follows.targetId',
      'follows.createdAt',
      'follows.types',
    ])
    .where('follows.memberId', '=', userId)
    .orderBy('channels.id')
    .orderBy('follows.createdAt')
    .orderBy('follows.targetId')
    .limit(STORED_ROWS_MAX)
    .execute();
  // SQLite never waits.
  await turn();
  const setUp = await db
    .selectFrom('channels')
    .select(['discordId as discordId', 'guildId as guildId'])
    .where('configuredBy', '=', userId)
    .where('guildId', '!=', NO_GUILD)
    .orderBy('id')
    .limit(STORED_ROWS_MAX)
    .execute();
  const direct = await findDirect(db, userId);
  const absences = await db
    .selectFrom('absentMembers')
    .select(['guildId as guildId', 'since'])
    .where('memberId', '=', userId)
    .orderBy('guildId')
    .limit(STORED_ROWS_MAX)
    .execute();
  await turn();
  const pinged = await db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channelKey')
    .select(['discordId as discordId', 'guildId as guildId'])
    .where('pingedTo', 'in', [pingCursor(userId, false), pingCursor(userId, true)])
    .orderBy('channels.id')
    .limit(STORED_ROWS_MAX)
    .execute();
  await turn();
  return {
    chosen: (await findMember(db, userId)) ?? null,
    follows: rows.flatMap(({ discordId, guildId, ...row }) =>
      exportedFollows([row]).map((follow) => ({ ...follow, channel: { discordId, guildId } })),
    ),
    direct: direct === undefined ? null : await channelData(db, direct),
    changes: await countOfChanges(db, { memberId: userId }),
    setUp,
    absences,
    pinged,
  };
};

/** Deletes a member's data. Alert channels that they set up stay, without their id. */
export const deleteMemberData = async (db: Db, userId: string): Promise<void> => {
  await anonymizeChanges(db, userId);
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('follows').where('memberId', '=', userId).execute();
    await deleteMember(tx, userId);
    await tx.deleteFrom('absentMembers').where('memberId', '=', userId).execute();
    await anonymizePings(tx, userId);
    const direct = await tx
      .selectFrom('channels')
      .select(['id', 'discordId'])
      .where((eb) => eb.and({ configuredBy: userId, guildId: NO_GUILD }))
      .execute();
    for (const { id, discordId } of direct) {
      await tx.deleteFrom('pendingDeletions').where('discordId', '=', discordId).execute();
      await deleteChannel(tx, id);
    }
    await tx
      .updateTable('channels')
      .set({ configuredBy: UNKNOWN_MEMBER })
      .where('configuredBy', '=', userId)
      .execute();
  });
  await truncateWal(db);
};
