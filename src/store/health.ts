import type { Instant } from '../domain/terms.ts';
import { CHOSEN_WAITS } from './waits.ts';
import type { Db } from './schema.ts';

/** How the deliveries of a channel went. */
export interface DeliveryHealth {
  readonly lastPostAt: Instant | null;
  /** Posts that wait for trouble to end. */
  readonly waiting: number;
  /** Posts that were given up since an instant. */
  readonly failed: number;
  /** Targets that are followed there, by the channel and by members. */
  readonly follows: number;
}

export const deliveryHealth = async (
  db: Db,
  channelKey: number,
  since: Instant,
): Promise<DeliveryHealth> => {
  const own = () => db.selectFrom('deliveries').where('deliveries.channel_id', '=', channelKey);
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
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number>().as('follows'))
    .where('channel_id', '=', channelKey)
    .executeTakeFirstOrThrow();
  return { lastPostAt: last?.at ?? null, waiting, failed, follows };
};
