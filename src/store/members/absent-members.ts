import type { Instant } from '../../domain/terms.ts';
import { NO_GUILD } from '../channels/channels.ts';
import type { Db } from '../connection/schema.ts';

export interface GuildMember {
  readonly guildId: string;
  readonly memberId: string;
}

export const guildsWithFollowers = async (db: Db): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('channels')
    .innerJoin('follows', 'follows.channel_id', 'channels.id')
    .select('guild_id')
    .distinct()
    .where('follows.member_id', '!=', '')
    .where('left_at', 'is', null)
    .where('guild_id', '!=', NO_GUILD)
    .orderBy('guild_id')
    .execute();
  return rows.map((row) => row.guild_id);
};

export const followersOfGuild = async (db: Db, guildId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('channels')
    .innerJoin('follows', 'follows.channel_id', 'channels.id')
    .select('follows.member_id')
    .distinct()
    .where('channels.guild_id', '=', guildId)
    .where('follows.member_id', '!=', '')
    .orderBy('follows.member_id')
    .execute();
  return rows.map((row) => row.member_id);
};

export const clearAbsence = async (db: Db, { guildId, memberId }: GuildMember): Promise<void> => {
  await db
    .deleteFrom('absent_members')
    .where('guild_id', '=', guildId)
    .where('member_id', '=', memberId)
    .execute();
};

/** Records that a member is not in the server. @returns when that was first recorded */
export const recordAbsence = async (
  db: Db,
  { guildId, memberId }: GuildMember,
  now: Instant,
): Promise<Instant> => {
  await db
    .insertInto('absent_members')
    .values({ guild_id: guildId, member_id: memberId, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { since } = await db
    .selectFrom('absent_members')
    .select('since')
    .where('guild_id', '=', guildId)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return since;
};

/** Deletes what a member follows in a server; what they follow in other servers stays. */
export const deleteGuildMember = (db: Db, { guildId, memberId }: GuildMember): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const channels = await tx
      .selectFrom('channels')
      .select('id')
      .where('guild_id', '=', guildId)
      .execute();
    for (const { id } of channels) {
      await tx
        .deleteFrom('follows')
        .where('channel_id', '=', id)
        .where('member_id', '=', memberId)
        .execute();
    }
    await tx
      .deleteFrom('absent_members')
      .where('guild_id', '=', guildId)
      .where('member_id', '=', memberId)
      .execute();
  });
