import type { AlertSettings } from '../../domain/alerts/settings.ts';
import type { Instant } from '../../domain/terms.ts';
import {
  changeChannel,
  channelFromRow,
  channelsIn,
  settingsColumns,
  settingsIn,
  type Channel,
} from './channels.ts';
import { hasRow } from '../connection/queries.ts';
import type { Db, Tx } from '../connection/schema.ts';
import { sql } from 'kysely';
import { bitOf, type AlertType } from '../../domain/alerts/alert-types.ts';

export type SettingsChange = (settings: AlertSettings) => AlertSettings;

/**
 * Changes the settings of a channel. Concurrent changes are applied one after the other, each to the
 * result of the one before.
 * @returns the channel's settings before and after it, both without the roles that were deleted; undefined
 * when it is no longer an alert channel
 */
export const changeSettings = async (
  db: Db,
  key: number,
  change: SettingsChange,
  now: Instant,
): Promise<Record<'before' | 'after', AlertSettings> | undefined> => {
  for (;;) {
    const row = await db
      .selectFrom('channels')
      .selectAll()
      .where('id', '=', key)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const changed = settingsColumns(change(settingsIn(row)), now);
    const { numUpdatedRows } = await db
      .updateTable('channels')
      .set({ ...changed, settingsRev: row.settingsRev + 1 })
      .where((eb) => eb.and({ id: key, settingsRev: row.settingsRev }))
      .executeTakeFirst();
    if (numUpdatedRows === 1n) {
      const after = channelFromRow({ ...row, ...changed }).settings;
      return { before: channelFromRow(row).settings, after };
    }
  }
};

export const setLocale = (db: Db, key: number, locale: string): Promise<void> =>
  changeChannel(db, key, { locale });

/** Pauses a channel, or resumes it where `at` is null. */
export const setPaused = (db: Db, key: number, at: Instant | null): Promise<void> =>
  changeChannel(db, key, { pausedAt: at });

export interface DueDailyDigest {
  readonly channel: Channel;
  readonly dueAt: Instant;
}

export const dueDailyDigests = async (db: Db, now: Instant): Promise<readonly DueDailyDigest[]> => {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('digestDue', '<=', now)
    .where('leftAt', 'is', null)
    .execute();
  return rows.map((row) => ({ channel: channelFromRow(row), dueAt: row.digestDue ?? now }));
};

/**
 * Claims the daily digest that was due at `dueAt`; the next one is due at `next`.
 * @returns false when it is no longer due then: another process claimed it, or the hour was changed
 */
export const claimDailyDigest = async (
  tx: Tx,
  key: number,
  dueAt: Instant,
  next: Instant | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('channels')
    .set({ digestDue: next })
    .where((eb) => eb.and({ id: key, digestDue: dueAt }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The first channel of each server, paused or not, that wants its matches as server events. */
export const channelsWithEvents = async (db: Db): Promise<readonly Channel[]> => {
  const channels = await channelsIn(
    db
      .selectFrom('channels')
      .selectAll()
      .where('leftAt', 'is', null)
      // By index: few channels want them.
      .where('serverEvents', 'in', ['finals', 'followed'] satisfies AlertSettings['events'][])
      .orderBy('id'),
  );
  return [...new Map(channels.toReversed().map((each) => [each.guildId, each])).values()];
};

const wanting = (db: Db, type: AlertType) =>
  db
    .selectFrom('channels')
    .selectAll()
    .where(sql<number>`types & ${sql.lit(bitOf(type))}`, '!=', 0)
    .where('leftAt', 'is', null);

export const isTypeWanted = (db: Db, type: AlertType): Promise<boolean> =>
  hasRow(wanting(db, type).limit(1));

/** Whether some channel wants moments: asked for every frame, so by an index of its own. */
export const areMomentsWanted = (db: Db): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('channels')
      .select('id')
      // The words of the index channels_moments, so that it is used.
      .where(sql<boolean>`(types & 8) <> 0`)
      .where('leftAt', 'is', null)
      .limit(1),
  );

export const channelsWanting = (db: Db, type: AlertType): Promise<readonly Channel[]> =>
  channelsIn(wanting(db, type).orderBy('id'));
