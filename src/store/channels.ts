import { CHANNEL_KINDS, type AlertChannel, type ChannelKind } from '../domain/alert-channel.ts';
import { maskOf } from '../domain/alert-kinds.ts';
import { DEFAULT_SETTINGS, type AlertSettings } from '../domain/alert-settings.ts';
import { nextMorning } from '../domain/morning.ts';
import type { Instant } from '../domain/terms.ts';
import { prepared } from './prepared.ts';
import type { Db, Row } from './schema.ts';
import { settingsIn } from './settings.ts';

/** Discord's word for the place of direct messages, which are in no server. */
export const NO_GUILD = '@me';

/** In place of the one who set up a channel, once they had themselves forgotten. */
export const UNKNOWN_MEMBER = '';

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

/** A channel as it is read. */
export const channelOf = (row: Row<'channels'>): Channel => ({
  key: row.id,
  discordId: row.discord_id,
  guildId: row.guild_id,
  kind: CHANNEL_KINDS.find((kind) => kind === row.kind) ?? 'text',
  locale: row.locale,
  configuredBy: row.configured_by,
  settings: settingsIn(row),
  pausedAt: row.paused_at,
  broken: row.broken_at === null ? null : (row.broken_reason ?? 'missing-access'),
  ...(row.told_at !== null && { isBreakTold: true }),
});

/** What was chosen for a channel, as it is stored. */
export const settingsColumns = ({ kinds, ...settings }: AlertSettings, now: Instant) => ({
  kinds: maskOf(kinds),
  settings: JSON.stringify(settings),
  server_events: settings.events,
  reposts_cards: settings.reanchor ? 1 : 0,
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
      .values({ discord_id: discordId, ...choice, ...settingsColumns(settings, now) })
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

const channelQuery = prepared((db, given) =>
  db.selectFrom('channels').selectAll().where('id', '=', given('key')),
);

/** An alert channel by our key of it. */
export const channelByKey = async (db: Db, key: number): Promise<Channel | undefined> => {
  const [row] = await channelQuery(db, { key });
  return row === undefined ? undefined : channelOf(row);
};
