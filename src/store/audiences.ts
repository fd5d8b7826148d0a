import { sql } from 'kysely';
import { isWide, type FollowTarget } from '../domain/follows.ts';
import { channelOf, type Channel } from './channels.ts';
import { followsAny, followsTelling } from './follows.ts';
import type { Db } from './schema.ts';

/** A channel that is told, and the members in it who asked to be pinged. */
export interface Audience {
  readonly channel: Channel;
  readonly memberIds: readonly string[];
}

/** Who is told: those who follow one of these targets, or one channel alone. */
export type Recipients = readonly FollowTarget[] | { readonly channelKey: number };

export interface AudiencePage {
  readonly audiences: readonly Audience[];
  /** The key up to which channels were read; null when there are no more. */
  readonly upTo: number | null;
}

const NOBODY: AudiencePage = { audiences: [], upTo: null };

/** The next channels that are told about one target: a walk along the clustered key. */
const followersAfter = (
  db: Db,
  target: FollowTarget,
  mask: number,
  afterKey: number,
  limit: number,
) =>
  db
    .selectFrom('follows')
    .innerJoin('channels', 'channels.id', 'follows.channel_id')
    .select('follows.channel_id')
    .distinct()
    .where('follows.kind', '=', target.kind)
    .where('follows.target_id', '=', target.id)
    .where('follows.channel_id', '>', afterKey)
    .where('channels.left_at', 'is', null)
    .where(sql<number>`channels.kinds & ${sql.lit(mask)}`, '!=', 0)
    .$if(isWide(target.kind), (query) => query.where('follows.member_id', '=', ''))
    .orderBy('follows.channel_id')
    .limit(limit);

/**
 * The next `limit` channels, by ascending key after `afterKey`, in which any of these targets is
 * followed and a kind of the mask is wanted; each once, with the members to ping. Fan-out is this
 * cursor, not a row per channel: each target gives its next `limit` channels, whatever the number
 * of follows.
 */
export const audiencesAfter = async (
  db: Db,
  recipients: Recipients,
  mask: number,
  afterKey: number,
  limit: number,
): Promise<AudiencePage> => {
  if ('channelKey' in recipients) {
    const { channelKey } = recipients;
    if (afterKey >= channelKey) return NOBODY;
    return { audiences: await audiencesOf(db, [], [channelKey]), upTo: null };
  }
  const keys = new Set<number>();
  for (const target of recipients) {
    const rows = await followersAfter(db, target, mask, afterKey, limit).execute();
    for (const row of rows) keys.add(row.channel_id);
  }
  const next = [...keys].sort((a, b) => a - b).slice(0, limit);
  const upTo = next.length < limit ? null : (next.at(-1) ?? null);
  return { audiences: await audiencesOf(db, recipients, next), upTo };
};

/** The same for named channels, whatever they follow. */
export const audiencesOf = async (
  db: Db,
  recipients: Recipients,
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
  return await withMembers(db, targets, rows.map(channelOf));
};

/**
 * Whether one of these targets is still followed in a channel: by itself, or by a member whose follow
 * brings news there (domain/follows.ts, `isWide`).
 */
export const isFollowed = async (
  db: Db,
  recipients: Recipients,
  channelKey: number,
  by: 'anybody' | 'channel' = 'anybody',
): Promise<boolean> => {
  if ('channelKey' in recipients) return recipients.channelKey === channelKey;
  if (recipients.length === 0) return false;
  const row = await db
    .selectFrom('follows')
    .select('channel_id')
    .where(followsTelling(recipients))
    .where('channel_id', '=', channelKey)
    .$if(by === 'channel', (query) => query.where('member_id', '=', ''))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

const withMembers = async (
  db: Db,
  targets: readonly FollowTarget[],
  channels: readonly Channel[],
): Promise<readonly Audience[]> => {
  if (channels.length === 0) return [];
  if (targets.length === 0) return channels.map((channel) => ({ channel, memberIds: [] }));
  const members = await db
    .selectFrom('follows')
    .select(['channel_id', 'member_id'])
    .distinct()
    .where(followsAny(targets))
    .where('member_id', '!=', '')
    .where(
      'channel_id',
      'in',
      channels.map(({ key }) => key),
    )
    .orderBy('member_id')
    .execute();
  return channels.map((channel) => ({
    channel,
    memberIds: members.filter((row) => row.channel_id === channel.key).map((row) => row.member_id),
  }));
};
