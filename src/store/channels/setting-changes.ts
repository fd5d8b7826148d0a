import { setImmediate as turn } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import {
  settingChange,
  undoOf,
  type SettingChange,
  type StoredSettingChange,
} from '../../domain/alerts/setting-changes.ts';
import type { Instant } from '../../domain/terms.ts';
import { DAY } from '../../lib/time.ts';
import { readableRows, reader } from '../connection/documents.ts';
import { countOf } from '../connection/queries.ts';
import { UNKNOWN_MEMBER, type Channel } from './channels.ts';
import type { Db, Row, Tables } from '../connection/schema.ts';

/** Who changes something, and where. */
type ChangeAuthor = Pick<StoredSettingChange, 'guildId' | 'channelKey' | 'memberId'>;

/** What is kept of a server at most: of a day, so that one busy day leaves the others, and in all. */
export const CHANGES_PER_DAY = 200;
export const CHANGES_PER_SERVER = 2_000;

/** Deletes the oldest changes of a server beyond so many since an instant. */
const deleteBeyond = async (
  db: Db,
  guildId: string,
  most: number,
  since: Instant,
): Promise<void> => {
  const these = (eb: ExpressionBuilder<Tables, 'settingChanges'>) =>
    eb.and([eb('guildId', '=', guildId), eb('at', '>', since)]);
  await db
    .deleteFrom('settingChanges')
    .where(these)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('settingChanges')
        .select('id')
        .where(these)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(most),
    )
    .execute();
};

/** Records a change; the oldest of the server go beyond what is kept. @returns the id of the change */
export const recordChange = async (
  db: Db,
  author: ChangeAuthor,
  { what, before, after }: SettingChange,
  at: Instant,
): Promise<number> => {
  const { id } = await db
    .insertInto('settingChanges')
    .values({
      ...author,
      at,
      what,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await deleteBeyond(db, author.guildId, CHANGES_PER_DAY, at - DAY);
  await deleteBeyond(db, author.guildId, CHANGES_PER_SERVER, 0);
  return id;
};

/** Marks a change that was taken back, and the one that did so. */
export const markUndone = async (db: Db, ids: readonly number[]): Promise<void> => {
  await db.updateTable('settingChanges').set({ undone: 1 }).where('id', 'in', ids).execute();
};

/** @throws UnreadableDocument */
const readChange = reader<SettingChange>(settingChange);

const changeFrom = ({
  undone,
  what,
  before,
  after,
  ...row
}: Row<'settingChanges'>): StoredSettingChange => ({
  ...row,
  isUndone: undone !== 0,
  change: readChange(`{"what":${JSON.stringify(what)},"before":${before},"after":${after}}`),
});

/** Changes of a server, the newest first. */
const latest = (db: Db, guildId: string) =>
  db.selectFrom('settingChanges').selectAll().where('guildId', '=', guildId).orderBy('id', 'desc');

/** When a channel was set up; null when that is longer ago than changes are kept, or it was imported. */
export const setUpAt = async (db: Db, channelKey: number): Promise<Instant | null> => {
  const row = await db
    .selectFrom('settingChanges')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('channelKey', '=', channelKey)
    .where('what', '=', 'channel' satisfies SettingChange['what'])
    .executeTakeFirst();
  return row?.at ?? null;
};

/**
 * The latest changes of a channel and those of its whole server, the newest first; those that a later
 * release wrote are left out.
 */
export const changesOfChannel = async (
  db: Db,
  { key, guildId }: Pick<Channel, 'key' | 'guildId'>,
  limit: number,
): Promise<readonly StoredSettingChange[]> => {
  const rows = await latest(db, guildId)
    .where((eb) => eb.or([eb('channelKey', '=', key), eb('channelKey', 'is', null)]))
    .limit(limit)
    .execute();
  return readableRows(rows, changeFrom);
};

/**
 * The change of a channel that Undo takes back: the last one that stands. Undefined where there is none, or
 * where it cannot be taken back, as after an import, which may have changed the same.
 */
export const changeToUndo = async (
  db: Db,
  { key, guildId }: Pick<Channel, 'key' | 'guildId'>,
): Promise<StoredSettingChange | undefined> => {
  const rows = await latest(db, guildId)
    .where((eb) => eb.or([eb('channelKey', '=', key), eb('what', '=', 'import')]))
    .where('undone', '=', 0)
    .limit(1)
    .execute();
  const [last] = readableRows(rows, changeFrom);
  return last !== undefined && undoOf(last.change) !== null ? last : undefined;
};

/** Whose changes: of a server, or by a member. */
type Whose = { readonly guildId: string } | { readonly memberId: string };

const ofThese = (whose: Whose) => (eb: ExpressionBuilder<Tables, 'settingChanges'>) =>
  eb.and(whose);

export const countOfChanges = (db: Db, whose: Whose): Promise<number> =>
  countOf(db.selectFrom('settingChanges').where(ofThese(whose)));

/** Read, or changed, at once: SQLite never waits. */
const PAGE_SIZE = 25;

/** All changes that are still stored, the newest first, page by page. */
export async function* changesOf(
  db: Db,
  whose: Whose,
): AsyncGenerator<readonly StoredSettingChange[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await db
      .selectFrom('settingChanges')
      .selectAll()
      .where(ofThese(whose))
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(PAGE_SIZE)
      .execute();
    yield readableRows(rows, changeFrom);
    await turn();
    const last = rows.at(-1);
    if (last === undefined) return;
    before = last.id;
  }
}

/** Removes a member's id from what they changed. */
export const anonymizeChanges = async (db: Db, memberId: string): Promise<void> => {
  let changed = PAGE_SIZE;
  while (changed === PAGE_SIZE) {
    const { numUpdatedRows } = await db
      .updateTable('settingChanges')
      .set({ memberId: UNKNOWN_MEMBER })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('settingChanges')
          .select('id')
          .where('memberId', '=', memberId)
          .limit(PAGE_SIZE),
      )
      .executeTakeFirstOrThrow();
    changed = Number(numUpdatedRows);
    await turn();
  }
};

export const deleteSettingChanges = async (db: Db, before: Instant): Promise<void> => {
  await db.deleteFrom('settingChanges').where('at', '<', before).execute();
};
