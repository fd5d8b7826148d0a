import { FOLLOW_KINDS, isWide } from '../domain/follows.ts';
import type { Instant } from '../domain/terms.ts';
import type { Channel } from './channels.ts';
import { CHOSEN_WAITS } from './waits.ts';
import type { Db } from './schema.ts';

/** How the deliveries of a channel went. */
interface DeliveryHealth {
  readonly lastPostAt: Instant | null;
  /** Posts that wait for trouble to end. */
  readonly waiting: number;
  /** Posts that were given up since an instant. */
  readonly failed: number;
  /** Targets that are followed there in such a way that it brings news (domain/follows.ts). */
  readonly follows: number;
}

/** Members who follow these bring nothing (domain/follows.ts). */
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
