import { CHANNEL_KINDS, type AlertChannel, type ChannelKind } from '../domain/alert-channel.ts';
import { maskOf } from '../domain/alert-kinds.ts';
import { DEFAULT_SETTINGS, type AlertSettings } from '../domain/alert-settings.ts';
import { nextMorning } from '../domain/morning.ts';
import type { Instant } from '../domain/terms.ts';
import type { Db, Row, Tx } from './schema.ts';
import { settingsIn } from './settings.ts';

/** Discord's word for the place of direct messages, which are in no server. */
export const NO_GUILD = '@me';

export type { ChannelKind };

export type Channel = AlertChannel;

export interface ChannelSetup {
  readonly discordId: string;
  readonly guildId: string;
  readonly kind?: ChannelKind;
  readonly locale: string;
  readonly configuredBy: string;
  /** What differs from the defaults; of a channel that was set up before, its settings stay. */
  readonly settings?: Partial<AlertSettings>;
}

export const channelOf = (row: Row<'channels'>): Channel => ({
  key: row.id,
  discordId: row.discord_id,
  guildId: row.guild_id,
  kind: CHANNEL_KINDS.find((kind) => kind === row.kind) ?? 'text',
  locale: row.locale,
  configuredBy: row.configured_by,
  settings: settingsIn(row),
  pausedAt: row.paused_at,
  broken: row.broken_at === null ? null : (row.broken_reason ?? 'unknown'),
});

const columnsOf = ({ kinds, ...settings }: AlertSettings, now: Instant) => ({
  kinds: maskOf(kinds),
  settings: JSON.stringify(settings),
  server_events: settings.events,
  morning_due: nextMorning({ kinds, ...settings }, now),
});

/**
 * Makes a channel an alert channel of its server, or works again where it was broken. What was
 * followed and chosen there before stays.
 */
export const setUpChannel = (db: Db, setup: ChannelSetup, now: Instant): Promise<Channel> =>
  db.transaction().execute(async (tx) => {
    const { discordId, guildId, kind = 'text', locale, configuredBy } = setup;
    const settings = { ...DEFAULT_SETTINGS, ...setup.settings };
    const choice = {
      guild_id: guildId,
      kind,
      locale,
      configured_by: configuredBy,
      broken_at: null,
      broken_reason: null,
      told_at: null,
      left_at: null,
      paused_at: null,
    };
    const row = await tx
      .insertInto('channels')
      .values({ discord_id: discordId, ...choice, ...columnsOf(settings, now) })
      .onConflict((conflict) => conflict.column('discord_id').doUpdateSet(choice))
      .returningAll()
      .executeTakeFirstOrThrow();
    return channelOf(row);
  });

/** The alert channels of a server, the oldest first: it is the one that is meant when none is named. */
export const channelsOfGuild = async (db: Db, guildId: string): Promise<readonly Channel[]> => {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('guild_id', '=', guildId)
    .where('left_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(channelOf);
};

/** An alert channel by Discord's id of it. */
export const findChannel = async (db: Db, discordId: string): Promise<Channel | undefined> => {
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('discord_id', '=', discordId)
    .executeTakeFirst();
  return row === undefined ? undefined : channelOf(row);
};

/** The direct messages in which somebody is told what they follow. */
export const findDirect = async (db: Db, userId: string): Promise<Channel | undefined> => {
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('kind', '=', 'direct' satisfies ChannelKind)
    .where('configured_by', '=', userId)
    .executeTakeFirst();
  return row === undefined ? undefined : channelOf(row);
};

/** An alert channel by our key of it. */
export const channelByKey = async (db: Db, key: number): Promise<Channel | undefined> => {
  const row = await db.selectFrom('channels').selectAll().where('id', '=', key).executeTakeFirst();
  return row === undefined ? undefined : channelOf(row);
};

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
      .set({ ...columnsOf(settings, now), settings_rev: row.settings_rev + 1 })
      .where('id', '=', key)
      .where('settings_rev', '=', row.settings_rev)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return { ...channelOf(row), settings };
  }
};

const change = async (
  db: Db,
  key: number,
  values: Partial<Pick<Row<'channels'>, 'locale' | 'paused_at' | 'told_at'>>,
): Promise<void> => {
  await db.updateTable('channels').set(values).where('id', '=', key).execute();
};

/** The language of a channel's alerts. */
export const setLocale = (db: Db, key: number, locale: string): Promise<void> =>
  change(db, key, { locale });

/** Pauses a channel, or takes it up again where `at` is null. */
export const setPaused = (db: Db, key: number, at: Instant | null): Promise<void> =>
  change(db, key, { paused_at: at });

/** Somebody was told that the channel is broken: nobody is told again until it works. */
export const markTold = (db: Db, key: number, at: Instant): Promise<void> =>
  change(db, key, { told_at: at });

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

/** Marks a channel that Discord permanently refuses. Its settings are kept. */
export const markBroken = async (
  db: Db,
  key: number,
  reason: string,
  now: number,
): Promise<void> => {
  await db
    .updateTable('channels')
    .set({ broken_at: now, broken_reason: reason })
    .where('id', '=', key)
    .where('broken_at', 'is', null)
    .execute();
};

/** Channels that are marked as broken: of one server, or of all. */
export const brokenChannels = async (db: Db, guildId?: string): Promise<readonly Channel[]> => {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('broken_at', 'is not', null)
    .where('left_at', 'is', null)
    .$if(guildId !== undefined, (query) => query.where('guild_id', '=', guildId ?? ''))
    .execute();
  return rows.map(channelOf);
};

/** Broken channels of which nobody was told yet. */
export const untoldBroken = async (db: Db): Promise<readonly Channel[]> => {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('broken_at', 'is not', null)
    .where('told_at', 'is', null)
    .where('left_at', 'is', null)
    .execute();
  return rows.map(channelOf);
};

/** A message arrived: whoever was told that the channel is broken may be told again one day. */
export const markWorking = async (db: Db, key: number): Promise<void> => {
  await db
    .updateTable('channels')
    .set({ told_at: null })
    .where('id', '=', key)
    .where('told_at', 'is not', null)
    .execute();
};

/** Takes the mark off again: it is tried anew. Whether it works shows with the next message. */
export const markMended = async (db: Db, key: number): Promise<void> => {
  await db
    .updateTable('channels')
    .set({ broken_at: null, broken_reason: null })
    .where('id', '=', key)
    .execute();
};

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
    for (const { id } of rows) await forget(tx, id);
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
    const { kinds, settings, server_events, morning_due } = lost;
    await tx
      .updateTable('channels')
      .set({ kinds, settings, server_events, morning_due })
      .where('id', '=', heir.key)
      .execute();
    await bequeath(tx, lost.id, heir.key, 'all');
    await forget(tx, lost.id);
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

/**
 * Ends the alerts of a channel. Members who follow under it follow under another alert channel of
 * the server from now on, if there is one.
 */
export const removeChannel = (db: Db, { key, guildId }: Channel): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const heir = (await channelsOfGuild(tx, guildId)).find((channel) => channel.key !== key);
    if (heir !== undefined && guildId !== NO_GUILD) await bequeath(tx, key, heir.key, 'members');
    await forget(tx, key);
  });

const forget = async (tx: Tx, key: number): Promise<void> => {
  await tx.deleteFrom('follows').where('channel_id', '=', key).execute();
  await tx.deleteFrom('cards').where('channel_id', '=', key).execute();
  await tx.deleteFrom('threads').where('channel_id', '=', key).execute();
  await tx.deleteFrom('deliveries').where('channel_id', '=', key).execute();
  await tx.deleteFrom('channels').where('id', '=', key).execute();
};
