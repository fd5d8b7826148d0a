import { FOLLOW_KINDS, isWide } from '../domain/follows.ts';
import type { Instant } from '../domain/terms.ts';
import type { Channel } from './channels.ts';
import { CHOSEN_WAITS } from './waits.ts';
import type { Db } from './schema.ts';

/** Delivery statistics of a channel. */
interface DeliveryHealth {
  readonly lastPostAt: Instant | null;
  /** Posts that are retrying. */
  readonly waiting: number;
  /** Posts that were given up since an instant. */
  readonly failed: number;
  /** Targets that bring alerts to the channel (domain/follows.ts). */
  readonly follows: number;
}

/** A member's follow of these brings no alerts (domain/follows.ts). */
const WIDE = FOLLOW_KINDS.filter(isWide);

export const deliveryHealth = async (
  db: Db,
  { key, settings }: Pick<Channel, 'key' | 'settings'>,
  since: Instant,
): Promise<DeliveryHealth> => {
  const own = () => db.selectFrom('deliveries').where('deliveries.channel_id', '=', key);
  const last = await own()
    .select('at')
    .where('outcome', '=', 'sent')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { waiting } = await own()
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('outcome', '=', 'parked')
    .where('reason', 'not in', CHOSEN_WAITS)
    .executeTakeFirstOrThrow();
  const { failed } = await own()
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .where('outcome', '=', 'failed')
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  const { follows } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('follows')
        .select(['kind', 'target_id'])
        .distinct()
        .where('channel_id', '=', key)
        .where((own) =>
          own.or([
            own('member_id', '=', ''),
            ...(settings.memberFollows ? [own('kind', 'not in', WIDE)] : []),
          ]),
        )
        .as('telling'),
    )
    .select((eb) => eb.fn.countAll<number>().as('follows'))
    .executeTakeFirstOrThrow();
  return { lastPostAt: last?.at ?? null, waiting, failed, follows };
};
