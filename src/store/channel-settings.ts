import type { AlertSettings } from '../domain/alert-settings.ts';
import type { Instant } from '../domain/terms.ts';
import { channelOf, settingsColumns, type Channel } from './channels.ts';
import type { Db, Row, Tx } from './schema.ts';
import { settingsIn } from './settings.ts';

/** What a change of a channel leaves. */
export type SettingsChange = (settings: AlertSettings) => AlertSettings;

/**
 * Changes settings of a channel. Two changes at once are made one after the other, the second upon
 * what the first has left.
 * @returns the channel as it is now; undefined when it is no alert channel any more.
 */
export const changeSettings = async (
  db: Db,
  key: number,
  change: SettingsChange,
  now: Instant,
): Promise<Channel | undefined> => {
  for (;;) {
    const row = await db
      .selectFrom('channels')
      .selectAll()
      .where('id', '=', key)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const settings = change(settingsIn(row));
    const { numUpdatedRows } = await db
      .updateTable('channels')
      .set({ ...settingsColumns(settings, now), settings_rev: row.settings_rev + 1 })
      .where('id', '=', key)
      .where('settings_rev', '=', row.settings_rev)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return { ...channelOf(row), settings };
  }
};

const change = async (
  db: Db,
  key: number,
  values: Partial<Pick<Row<'channels'>, 'locale' | 'paused_at'>>,
): Promise<void> => {
  await db.updateTable('channels').set(values).where('id', '=', key).execute();
};

/** The language of a channel's alerts. */
export const setLocale = (db: Db, key: number, locale: string): Promise<void> =>
  change(db, key, { locale });

/** Pauses a channel, or takes it up again where `at` is null. */
export const setPaused = (db: Db, key: number, at: Instant | null): Promise<void> =>
  change(db, key, { paused_at: at });

/** A channel whose morning has come, and when it did. */
export interface MorningDue {
  readonly channel: Channel;
  readonly dueAt: Instant;
}

/** Channels whose morning has come. */
export const morningsDue = async (db: Db, now: Instant): Promise<readonly MorningDue[]> => {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('morning_due', '<=', now)
    .where('left_at', 'is', null)
    .execute();
  return rows.map((row) => ({ channel: channelOf(row), dueAt: row.morning_due ?? now }));
};

/**
 * Takes the morning of a channel that was due at `dueAt`; the next one is due at `next`.
 * @returns false when it is not due then any more: somebody else took it, or another hour was chosen.
 */
export const claimMorning = async (
  tx: Tx,
  key: number,
  dueAt: Instant,
  next: Instant | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('channels')
    .set({ morning_due: next })
    .where('id', '=', key)
    .where('morning_due', '=', dueAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Channels whose matches become events of their server, paused ones too: the first of each server
 * that wishes it.
 */
export const channelsWithEvents = async (db: Db): Promise<readonly Channel[]> => {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('left_at', 'is', null)
    // Few wish it: they have an index.
    .where('server_events', 'in', ['finals', 'followed'] satisfies AlertSettings['events'][])
    .orderBy('id')
    .execute();
  return [
    ...new Map(
      rows
        .map(channelOf)
        .toReversed()
        .map((each) => [each.guildId, each]),
    ).values(),
  ];
};
