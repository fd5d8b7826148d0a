import type { Instant } from '../../domain/terms.ts';
import { NO_GUILD } from '../channels/channels.ts';
import type { Db } from '../connection/schema.ts';

export interface GuildMember {
  readonly guildId: string;
  readonly memberId: string;
}

/** The channels in which members follow something, once for each of their follows. */
const channelsWithFollowers = (db: Db) =>
  db
    .selectFrom('channels')
    .innerJoin('follows', 'follows.channelKey', 'channels.id')
    .where('follows.memberId', '!=', '');

export const guildsWithFollowers = async (db: Db): Promise<readonly string[]> => {
  const rows = await channelsWithFollowers(db)
    .select('guildId')
    .distinct()
    .where('leftAt', 'is', null)
    .where('guildId', '!=', NO_GUILD)
    .orderBy('guildId')
    .execute();
  return rows.map((row) => row.guildId);
};

export const followersOfGuild = async (db: Db, guildId: string): Promise<readonly string[]> => {
  const rows = await channelsWithFollowers(db)
    .select('memberId')
    .distinct()
    .where('guildId', '=', guildId)
    .orderBy('memberId')
    .execute();
  return rows.map((row) => row.memberId);
};

export const clearAbsence = async (db: Db, { guildId, memberId }: GuildMember): Promise<void> => {
  await db
    .deleteFrom('absentMembers')
    .where((eb) => eb.and({ guildId, memberId }))
    .execute();
};

/** Records that a member is not in the server. @returns when that was first recorded */
export const recordAbsence = async (
  db: Db,
  { guildId, memberId }: GuildMember,
  now: Instant,
): Promise<Instant> => {
  const { since } = await db
    .insertInto('absentMembers')
    .values({ guildId, memberId, since: now })
    // A no-op update, because an untouched row is not returned.
    .onConflict((conflict) => conflict.columns(['guildId', 'memberId']).doUpdateSet({ memberId }))
    .returning('since')
    .executeTakeFirstOrThrow();
  return since;
};

/** Deletes what a member follows in a server; what they follow in other servers stays. */
export const deleteGuildMember = (db: Db, { guildId, memberId }: GuildMember): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('follows')
      .where('memberId', '=', memberId)
      .where('channelKey', 'in', (eb) =>
        eb.selectFrom('channels').select('id').where('guildId', '=', guildId),
      )
      .execute();
    await clearAbsence(tx, { guildId, memberId });
  });
