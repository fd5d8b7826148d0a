import { FOLLOW_KINDS, isWide } from '../../domain/alerts/follows.ts';
import type { DeliveryHealth } from '../../domain/stored-data.ts';
import type { Instant } from '../../domain/terms.ts';
import { changeChannel, channelFromRow, channelsIn, type Channel } from './channels.ts';
import { SETTING_DELAYS } from '../outbox/recheck-pending.ts';
import type { Db } from '../connection/schema.ts';
import type { NotNull } from 'kysely';
import type { ChannelFailure } from '../../domain/alerts/delivery-reasons.ts';
import { countOf } from '../connection/queries.ts';
import { prepared } from '../connection/prepared.ts';

/** A member's follow of these brings no alerts (domain/alerts/follows.ts). */
const WIDE = FOLLOW_KINDS.filter(isWide);

export const deliveryHealth = async (
  db: Db,
  { key, settings }: Pick<Channel, 'key' | 'settings'>,
  since: Instant,
): Promise<DeliveryHealth> => {
  const own = () => db.selectFrom('deliveries').where('deliveries.channelKey', '=', key);
  const last = await own()
    .select('at')
    .where('outcome', '=', 'sent')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // A quiet card has no delivery: nothing was announced by it.
  const card = await db
    .selectFrom('cards')
    .select((eb) => eb.fn.max('postedAt').as('at'))
    .where('channelKey', '=', key)
    .executeTakeFirst();
  const lastPosts = [last?.at ?? null, card?.at ?? null].filter((at) => at !== null);
  const delivering = db
    .selectFrom('follows')
    .select(['kind', 'targetId'])
    .distinct()
    .where('channelKey', '=', key)
    .where((follow) =>
      follow.or([
        follow('memberId', '=', ''),
        ...(settings.memberFollows ? [follow('kind', 'not in', WIDE)] : []),
      ]),
    );
  const follows = await countOf(db.selectFrom(delivering.as('delivering')));
  const ofChannel = await countOf(
    db.selectFrom('follows').where('channelKey', '=', key).where('memberId', '=', ''),
  );
  const refusal = await db
    .selectFrom('channels')
    .select(['declinedCode as code', 'declinedAt as at'])
    .where('id', '=', key)
    .where('declinedAt', '>', since)
    .$narrowType<{ code: NotNull; at: NotNull }>()
    .executeTakeFirst();
  return {
    lastPostAt: lastPosts.length === 0 ? null : Math.max(...lastPosts),
    waiting: await countOf(
      own().where('outcome', '=', 'pending').where('reason', 'not in', SETTING_DELAYS),
    ),
    failed: await countOf(own().where('outcome', '=', 'failed').where('at', '>', since)),
    follows,
    ofMembers: follows - ofChannel,
    declined: refusal ?? null,
  };
};

/** Notes that Discord has declined a message in a channel, which goes on with all others. */
export const recordDeclined = (db: Db, key: number, code: number, now: Instant): Promise<void> =>
  changeChannel(db, key, { declinedAt: now, declinedCode: code });

/** Marks a channel that Discord permanently refuses; its settings are kept. */
export const markBroken = async (
  db: Db,
  key: number,
  reason: ChannelFailure,
  now: Instant,
): Promise<void> => {
  await db
    .updateTable('channels')
    .set({ brokenAt: now, brokenReason: reason })
    .where('id', '=', key)
    .where('brokenAt', 'is', null)
    .execute();
};

export const brokenChannels = (db: Db, guildId?: string): Promise<readonly Channel[]> =>
  channelsIn(
    db
      .selectFrom('channels')
      .selectAll()
      .where('brokenAt', 'is not', null)
      .where('leftAt', 'is', null)
      .$if(guildId !== undefined, (query) => query.where('guildId', '=', guildId ?? '')),
  );

export interface BrokenChannel {
  readonly channel: Channel;
  readonly since: Instant;
}

/** Broken channels whose failure has not been reported to anybody. */
export const unnotifiedBrokenChannels = async (db: Db): Promise<readonly BrokenChannel[]> => {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('brokenAt', 'is not', null)
    .where('failureNotifiedAt', 'is', null)
    .where('leftAt', 'is', null)
    .$narrowType<{ brokenAt: NotNull }>()
    .execute();
  return rows.map((row) => ({ channel: channelFromRow(row), since: row.brokenAt }));
};

/** Records that the failure was reported; it is reported once until the channel works again. */
export const markFailureNotified = (db: Db, key: number, at: Instant): Promise<void> =>
  changeChannel(db, key, { failureNotifiedAt: at });

const workingUpdate = prepared((db, { key }: { key: number }) =>
  db
    .updateTable('channels')
    .set({ failureNotifiedAt: null })
    .where('id', '=', key)
    .where('failureNotifiedAt', 'is not', null),
);

/** A message arrived: the channel's moderators are notified again when it breaks again. */
export const resetFailureNotice = async (db: Db, key: number): Promise<void> => {
  await workingUpdate(db, { key });
};

/** Clears the broken mark; the next message shows whether the channel works. */
export const markRepaired = (db: Db, key: number): Promise<void> =>
  changeChannel(db, key, { brokenAt: null, brokenReason: null });
