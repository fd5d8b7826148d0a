import { CHANNEL_KINDS, type AlertChannel, type ChannelKind } from '../../domain/alerts/channel.ts';
import { maskOf, typesIn } from '../../domain/alerts/alert-types.ts';
import { allSettings, DEFAULT_SETTINGS, type AlertSettings } from '../../domain/alerts/settings.ts';
import { nextDailyDigest } from '../../domain/alerts/quiet-hours.ts';
import type { Instant } from '../../domain/terms.ts';
import { sql, type SelectQueryBuilder, type Updateable } from 'kysely';
import { createMemo } from '../../lib/memo.ts';
import { countOf } from '../connection/queries.ts';
import { prepared } from '../connection/prepared.ts';
import type { Db, Row, Tables, Tx } from '../connection/schema.ts';

/** Discord's name for the scope of direct messages, which belong to no server. */
export const NO_GUILD = '@me';

/** Stands for the member who set up a channel, once their data was deleted. */
export const UNKNOWN_MEMBER = '';

export type { ChannelKind };

export type Channel = AlertChannel;

export interface ChannelSetup {
  readonly discordId: string;
  readonly guildId: string;
  readonly kind?: ChannelKind;
  readonly locale: string;
  readonly configuredBy: string;
  /** What differs from the defaults; an existing channel keeps its settings. */
  readonly settings?: Partial<AlertSettings>;
}

/** Cached by text, since most channels chose the same. */
const CACHE_CHARACTERS = 2_000_000;

const chosen = createMemo((json): AlertSettings => {
  try {
    return allSettings.parse(JSON.parse(json));
  } catch {
    return DEFAULT_SETTINGS;
  }
}, CACHE_CHARACTERS);

export const settingsIn = ({
  types,
  settings,
}: Pick<Row<'channels'>, 'types' | 'settings'>): AlertSettings => ({
  ...chosen.memo(settings),
  types: typesIn(types),
});

export const settingsColumns = ({ types, ...settings }: AlertSettings, now: Instant) => ({
  types: maskOf(types),
  settings: JSON.stringify(settings),
  serverEvents: settings.events,
  wantsBoard: settings.board ? 1 : 0,
  digestDue: nextDailyDigest({ types, ...settings }, now),
});

/** The settings without the roles that were deleted. */
const existingRoles = (row: Row<'channels'>): Pick<Channel, 'settings' | 'goneRoles'> => {
  const settings = settingsIn(row);
  const goneRoles = settings.roles.filter((id) => row.goneRoles.split(' ').includes(id));
  if (goneRoles.length === 0) return { settings };
  const roles = settings.roles.filter((id) => !goneRoles.includes(id));
  return { settings: { ...settings, roles }, goneRoles };
};

export const channelFromRow = (row: Row<'channels'>): Channel => ({
  key: row.id,
  discordId: row.discordId,
  guildId: row.guildId,
  kind: CHANNEL_KINDS.find((kind) => kind === row.kind) ?? 'text',
  locale: row.locale,
  configuredBy: row.configuredBy,
  ...existingRoles(row),
  pausedAt: row.pausedAt,
  broken: row.brokenAt === null ? null : (row.brokenReason ?? 'missing-access'),
  ...(row.failureNotifiedAt !== null && { isFailureNotified: true }),
});

/** The most alert channels of a server. */
export const MAX_CHANNELS = 25;

export class TooManyChannels extends Error {
  override readonly name = 'TooManyChannels';
}

/** Locks the channels of a server until the transaction ends: changes of what they share wait for one another. */
export const lockChannels = async (tx: Db, guildId: string): Promise<void> => {
  await tx
    .updateTable('channels')
    .set((eb) => ({ kind: eb.ref('kind') }))
    .where('guildId', '=', guildId)
    .execute();
};

/** A channel that was deleted at Discord does not count: the next one takes its place. */
const requireRoom = async (
  tx: Tx,
  { guildId, discordId }: ChannelSetup,
  max: number,
): Promise<void> => {
  if (guildId === NO_GUILD) return;
  await lockChannels(tx, guildId);
  const others = await countOf(
    tx
      .selectFrom('channels')
      .where('guildId', '=', guildId)
      .where('discordId', '!=', discordId)
      .where((eb) => eb(eb.fn.coalesce('brokenReason', sql.lit('')), '!=', 'unknown-channel')),
  );
  if (others >= max) throw new TooManyChannels();
};

/**
 * Sets up an alert channel, or clears its broken mark. Existing follows and settings stay.
 * @throws TooManyChannels
 */
export const setUpChannel = (
  db: Db,
  setup: ChannelSetup,
  now: Instant,
  max = MAX_CHANNELS,
): Promise<Channel> =>
  db.transaction().execute(async (tx) => {
    const { discordId, guildId, kind = 'text', locale, configuredBy } = setup;
    await requireRoom(tx, setup, max);
    const settings = { ...DEFAULT_SETTINGS, ...setup.settings };
    const choice = {
      guildId,
      kind,
      locale,
      configuredBy,
      brokenAt: null,
      brokenReason: null,
      declinedAt: null,
      declinedCode: null,
      failureNotifiedAt: null,
      leftAt: null,
      pausedAt: null,
    };
    const row = await tx
      .insertInto('channels')
      .values({ discordId, ...choice, ...settingsColumns(settings, now) })
      .onConflict((conflict) => conflict.column('discordId').doUpdateSet(choice))
      .returningAll()
      .executeTakeFirstOrThrow();
    return channelFromRow(row);
  });

/** The alert channels of a server, the oldest first: that one is the default of the commands. */
export const channelsOfGuild = (db: Db, guildId: string): Promise<readonly Channel[]> =>
  channelsIn(
    db
      .selectFrom('channels')
      .selectAll()
      .where('guildId', '=', guildId)
      .where('leftAt', 'is', null)
      .orderBy('id'),
  );

export const findChannel = async (db: Db, discordId: string): Promise<Channel | undefined> =>
  (await channelsIn(db.selectFrom('channels').selectAll().where('discordId', '=', discordId)))[0];

export const findDirect = async (db: Db, userId: string): Promise<Channel | undefined> => {
  const [direct] = await channelsIn(
    db
      .selectFrom('channels')
      .selectAll()
      .where('kind', '=', 'direct' satisfies ChannelKind)
      .where('configuredBy', '=', userId),
  );
  return direct;
};

/** The channels of a query, in its order. */
export const channelsIn = async (
  query: SelectQueryBuilder<Tables, 'channels', Row<'channels'>>,
): Promise<readonly Channel[]> => (await query.execute()).map(channelFromRow);

const channelQuery = prepared((db, { key }: { key: number }) =>
  db.selectFrom('channels').selectAll().where('id', '=', key),
);

export const channelByKey = async (db: Db, key: number): Promise<Channel | undefined> => {
  const [row] = await channelQuery(db, { key });
  return row === undefined ? undefined : channelFromRow(row);
};

export const changeChannel = async (
  db: Db,
  key: number,
  change: Updateable<Tables['channels']>,
): Promise<void> => {
  await db.updateTable('channels').set(change).where('id', '=', key).execute();
};
