import {
  isUndoable,
  type SettingChange,
  type StoredSettingChange,
} from '../../domain/alerts/setting-changes.ts';
import type { Instant } from '../../domain/terms.ts';
import { readableRows } from '../connection/documents.ts';
import type { Channel } from './channels.ts';
import type { Db, Row } from '../connection/schema.ts';
import { readSettingChange } from './setting-change-document.ts';

/** Who changes something, and where. */
export interface ChangeAuthor {
  readonly guildId: string;
  /** Null for what is set for the whole server. */
  readonly channelKey: number | null;
  readonly memberId: string;
}

/** @returns the id of the change */
export const recordChange = async (
  db: Db,
  { guildId, channelKey, memberId }: ChangeAuthor,
  { what, before, after }: SettingChange,
  at: Instant,
): Promise<number> => {
  const { id } = await db
    .insertInto('setting_changes')
    .values({
      guild_id: guildId,
      channel_id: channelKey,
      member_id: memberId,
      at,
      what,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Marks a change that was taken back, and the one that did so. */
export const markUndone = async (db: Db, ids: readonly number[]): Promise<void> => {
  await db.updateTable('setting_changes').set({ undone: 1 }).where('id', 'in', ids).execute();
};

const changeFrom = (row: Row<'setting_changes'>): StoredSettingChange => ({
  id: row.id,
  channelKey: row.channel_id,
  memberId: row.member_id,
  at: row.at,
  isUndone: row.undone !== 0,
  change: readSettingChange(
    `{"what":${JSON.stringify(row.what)},"before":${row.before},"after":${row.after}}`,
  ),
});

/**
 * The latest changes of a channel and those of its whole server, the newest first; those that a later
 * release wrote are left out.
 */
export const changesOfChannel = async (
  db: Db,
  { key, guildId }: Pick<Channel, 'key' | 'guildId'>,
  limit: number,
): Promise<readonly StoredSettingChange[]> => {
  const rows = await db
    .selectFrom('setting_changes')
    .selectAll()
    .where('guild_id', '=', guildId)
    .where((eb) => eb.or([eb('channel_id', '=', key), eb('channel_id', 'is', null)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return readableRows(rows, changeFrom);
};

/**
 * The change of a channel that Undo takes back: the last one that stands. Undefined where there is none, or
 * where it cannot be taken back.
 */
export const changeToUndo = async (
  db: Db,
  { key, guildId }: Pick<Channel, 'key' | 'guildId'>,
): Promise<StoredSettingChange | undefined> => {
  const rows = await db
    .selectFrom('setting_changes')
    .selectAll()
    .where('guild_id', '=', guildId)
    .where('channel_id', '=', key)
    .where('undone', '=', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  const [last] = readableRows(rows, changeFrom);
  return last !== undefined && isUndoable(last.change) ? last : undefined;
};

/** All changes of a server that are still stored, the oldest first, with the channel of each. */
export const changesOfGuild = async (
  db: Db,
  guildId: string,
): Promise<readonly StoredSettingChange[]> => {
  const rows = await db
    .selectFrom('setting_changes')
    .selectAll()
    .where('guild_id', '=', guildId)
    .orderBy('id')
    .execute();
  return readableRows(rows, changeFrom);
};

/** All that a member changed and that is still stored, the oldest first. */
export const changesOfMember = async (
  db: Db,
  memberId: string,
): Promise<readonly (StoredSettingChange & { readonly guildId: string })[]> => {
  const rows = await db
    .selectFrom('setting_changes')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return readableRows(rows, (row) => ({ ...changeFrom(row), guildId: row.guild_id }));
};

export const deleteSettingChanges = async (db: Db, before: Instant): Promise<void> => {
  await db.deleteFrom('setting_changes').where('at', '<', before).execute();
};
