import { localTime } from '../../domain/local-time.ts';
import { MORNING_LASTS, nextMorning } from '../../domain/morning.ts';
import type { Instant } from '../../domain/terms.ts';
import { claimMorning, morningsDue, type MorningDue } from '../../store/channel-settings.ts';
import type { Db } from '../../store/database.ts';
import { addEvents } from '../../store/events.ts';
import { awakeAt, newsOf } from '../news.ts';

export interface MorningsOptions {
  readonly db: Db;
  readonly now: () => Instant;
  /** The service's clock: the list is of its day. */
  readonly serviceNow: () => Instant;
}

/** Posts the daily digest in channels where it is due. */
export const createMornings = ({ db, now, serviceNow }: MorningsOptions) => {
  const postDigest = ({ channel, dueAt }: MorningDue): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const { settings, key: channelKey } = channel;
      const isClaimed = await claimMorning(tx, channelKey, dueAt, nextMorning(settings, now()));
      // A moderator has just chosen another hour: the next run uses that.
      if (!isClaimed) return;
      const isInTime = now() - dueAt < MORNING_LASTS;
      if (!isInTime || !settings.kinds.includes('morning')) return;
      const { date } = localTime(settings.timeZone, serviceNow());
      const event = { kind: 'morning', channelKey, date } as const;
      await addEvents(tx, [newsOf(event, awakeAt(settings, now()))], now());
    });

  return async (): Promise<void> => {
    for (const due of await morningsDue(db, now())) await postDigest(due);
  };
};
