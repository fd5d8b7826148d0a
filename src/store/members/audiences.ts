import { sql } from 'kysely';
import { EVERY_TYPE, maskOf, type AlertType } from '../../domain/alerts/alert-types.ts';
import { typesBringing, type AlertEvent } from '../../domain/alerts/events.ts';
import { ALERT_TRAITS } from '../../domain/alerts/traits.ts';
import type { Instant } from '../../domain/terms.ts';
import {
  receivesFollows,
  isWide,
  type FollowedBy,
  type FollowKind,
  type FollowTarget,
} from '../../domain/alerts/follows.ts';
import { channelFromRow, type Channel } from '../channels/channels.ts';
import {
  bringsType,
  followersOfChannels,
  matchingFollows,
  deliveringFollows,
} from '../follows/follows.ts';
import { prepared } from '../connection/prepared.ts';
import type { Db, Row } from '../connection/schema.ts';

export interface Audience {
  readonly channel: Channel;
  readonly memberIds: readonly string[];
  /** Those who hide scores, where the alert would tell them one: told by direct message, in other words. */
  readonly hidingIds: readonly string[];
}

/** Who receives an event: the channels that follow one of these targets, or a single channel. */
export type Recipients = readonly FollowTarget[] | { readonly channelKey: number };

export interface AudiencePage {
  readonly audiences: readonly Audience[];
  /** The last channel key that was read; null when there are no more. */
  readonly upTo: number | null;
}

const NO_AUDIENCE: AudiencePage = { audiences: [], upTo: null };

/**
 * The next channels in which one target is followed, and which of the asked types that brings: a range
 * scan of the clustered key, which ends after `limit` channels whatever their follows bring.
 */
const followersAfter = (db: Db, target: FollowTarget, { afterKey, limit, mask }: PageValues) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('follows')
        .select(['channelKey', sql<number>`max(types & ${mask})`.as('brings')])
        .where('kind', '=', target.kind)
        .where('targetId', '=', target.id)
        .where('channelKey', '>', afterKey)
        .$if(isWide(target.kind), (query) => query.where('memberId', '=', ''))
        .groupBy('channelKey')
        .orderBy('channelKey')
        .limit(limit)
        .as('followers'),
    )
    .select(['channelKey', 'brings']);

type PageValues = Readonly<Record<string, number> & Record<'afterKey' | 'limit' | 'mask', number>>;

/**
 * The next channels that follow any of some targets; only the kinds of the targets are fixed. A channel
 * that was left, or gets none of the types in the mask by its settings and follows, returns only its
 * key, so that the cursor moves past it.
 */
const pageQuery = prepared((db, given: PageValues, kinds: readonly FollowKind[]) => {
  const followed = kinds
    .map((kind, index) => followersAfter(db, { kind, id: given[`id${index}`] ?? 0 }, given))
    .reduce((query, others) => query.unionAll(others));
  const reached = db
    .selectFrom(followed.as('followed'))
    .select(['channelKey', (eb) => eb.fn.max('brings').as('brings')])
    .groupBy('channelKey')
    .orderBy('channelKey')
    .limit(given.limit);
  return db
    .with('reached', () => reached)
    .selectFrom('reached')
    .leftJoin('channels', (join) =>
      join
        .onRef('channels.id', '=', 'reached.channelKey')
        .on('reached.brings', '!=', 0)
        .on('channels.leftAt', 'is', null)
        .on(sql<number>`channels.types & ${given.mask}`, '!=', 0),
    )
    .select('reached.channelKey as reached')
    .selectAll('channels')
    .orderBy('reached');
});

const isChannelRow = <R extends { readonly id: number | null }>(
  row: R,
): row is R & { readonly [K in keyof Row<'channels'>]: Row<'channels'>[K] } => row.id !== null;

export const maskOfEvent = (event: AlertEvent): number => maskOf(typesBringing(event));

/**
 * The next channels, by ascending key after `afterKey`, that follow any of these targets and want a
 * type of an event; each once, with the members to ping. The fan-out stores this cursor and no row per
 * channel: each target yields its next `limit` channels, however many follows there are. An event that
 * channels cannot choose is for one channel only.
 */
export const audiencesAfter = async (
  db: Db,
  recipients: Recipients,
  event: AlertEvent,
  afterKey: number,
  limit: number,
): Promise<AudiencePage> => {
  if ('channelKey' in recipients) {
    const { channelKey } = recipients;
    if (afterKey >= channelKey) return NO_AUDIENCE;
    return { audiences: await audiencesOf(db, [], event, [channelKey]), upTo: null };
  }
  const mask = maskOfEvent(event);
  if (recipients.length === 0 || mask === 0) return NO_AUDIENCE;
  const ids = Object.fromEntries(recipients.map(({ id }, index) => [`id${index}`, id]));
  const kinds = recipients.map(({ kind }) => kind);
  const rows = await pageQuery(db, { ...ids, afterKey, limit, mask }, kinds);
  const upTo = rows.length < limit ? null : (rows.at(-1)?.reached ?? null);
  const channels = rows.filter(isChannelRow).map(channelFromRow);
  const pinging = channels.filter((channel) => pingsMembers(channel, event));
  return {
    audiences: await withMembers(db, { targets: recipients, event }, channels, pinging),
    upTo,
  };
};

/** The same for the given channels, whatever they follow. */
export const audiencesOf = async (
  db: Db,
  recipients: Recipients,
  event: AlertEvent,
  channelKeys: readonly number[],
): Promise<readonly Audience[]> => {
  if (channelKeys.length === 0) return [];
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('id', 'in', channelKeys)
    .orderBy('id')
    .execute();
  const targets = 'channelKey' in recipients ? [] : recipients;
  const channels = rows.map(channelFromRow);
  return await withMembers(db, { targets, event }, channels, channels);
};

/**
 * Who follows these targets so that a channel gets alerts of one of the types in a mask
 * (domain/alerts/follows.ts, `isWide`); channels without such a follow are left out.
 */
export const followersByChannel = async (
  db: Db,
  targets: readonly FollowTarget[],
  mask: number,
  channelKeys: readonly number[],
): Promise<ReadonlyMap<number, FollowedBy>> => {
  if (targets.length === 0 || channelKeys.length === 0) return new Map();
  const rows = await db
    .selectFrom('follows')
    .select(['channelKey', (eb) => eb.fn.min('memberId').as('first')])
    .where(deliveringFollows(targets, mask))
    .where('channelKey', 'in', channelKeys)
    .groupBy('channelKey')
    .execute();
  // The channel's own follow has an empty member, which sorts before every id.
  return new Map(rows.map((row) => [row.channelKey, row.first === '' ? 'channel' : 'members']));
};

/** Since when a channel has followed any of these targets so that it gets alerts; null when it does not. */
export const followedSince = async (
  db: Db,
  targets: readonly FollowTarget[],
  channelKey: number,
): Promise<Instant | null> => {
  if (targets.length === 0) return null;
  const row = await db
    .selectFrom('follows')
    .select((eb) => eb.fn.min('createdAt').as('since'))
    .where(deliveringFollows(targets, EVERY_TYPE))
    .where('channelKey', '=', channelKey)
    .executeTakeFirst();
  return row?.since ?? null;
};

export const isRecipient = async (
  db: Db,
  recipients: Recipients,
  mask: number,
  { key, settings }: Pick<Channel, 'key' | 'settings'>,
): Promise<boolean> => {
  if ('channelKey' in recipients) return recipients.channelKey === key;
  return receivesFollows(
    settings,
    (await followersByChannel(db, recipients, mask, [key])).get(key),
  );
};

/** What brings a channel alerts of a type, or any for null. */
export const deliveringTargets = async (
  db: Db,
  channel: Pick<Channel, 'key' | 'settings'>,
  type: AlertType | null,
): Promise<readonly FollowTarget[]> =>
  (await deliveringTargetsOf(db, [channel], type)).get(channel.key) ?? [];

/** The same of several channels, by their keys. */
export const deliveringTargetsOf = async (
  db: Db,
  channels: readonly Pick<Channel, 'key' | 'settings'>[],
  type: AlertType | null,
): Promise<ReadonlyMap<number, readonly FollowTarget[]>> => {
  const follows = await followersOfChannels(
    db,
    channels.map(({ key }) => key),
  );
  return new Map(
    channels.map(({ key, settings }) => [
      key,
      (follows.get(key) ?? [])
        .filter(({ types }) => bringsType(types, type))
        .filter(({ memberId, target }) =>
          memberId === null ? true : settings.memberFollows && !isWide(target.kind),
        )
        .map(({ target }) => target),
    ]),
  );
};

const pingsMembers = ({ settings }: Channel, { kind }: AlertEvent): boolean =>
  settings.memberFollows && ALERT_TRAITS[kind].pingsMembers;

const withMembers = async (
  db: Db,
  { targets, event }: { readonly targets: readonly FollowTarget[]; readonly event: AlertEvent },
  channels: readonly Channel[],
  pinging: readonly Channel[],
): Promise<readonly Audience[]> => {
  if (pinging.length === 0 || targets.length === 0) {
    return channels.map((channel) => ({ channel, memberIds: [], hidingIds: [] }));
  }
  const members = await db
    .selectFrom('follows')
    .leftJoin('members', 'members.memberId', 'follows.memberId')
    .select(['channelKey', 'follows.memberId', 'hidesScores'])
    .distinct()
    .where(matchingFollows(targets, maskOfEvent(event)))
    .where('follows.memberId', '!=', '')
    .where(
      'channelKey',
      'in',
      pinging.map(({ key }) => key),
    )
    .orderBy('follows.memberId')
    .execute();
  const { tellsScore, place } = ALERT_TRAITS[event.kind];
  const inChannel = Map.groupBy(members, (row) => row.channelKey);
  return channels.map((channel) => {
    const isSpoiled = tellsScore && !channel.settings.coverScores;
    const isHiding = (row: { readonly hidesScores: number | null }): boolean =>
      isSpoiled && row.hidesScores === 1;
    const own = inChannel.get(channel.key) ?? [];
    return {
      channel,
      memberIds: own.filter((row) => !isHiding(row)).map((row) => row.memberId),
      // How many moments a match had tells how it went.
      hidingIds: place === 'detail' ? [] : own.filter(isHiding).map((row) => row.memberId),
    };
  });
};
