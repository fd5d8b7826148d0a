import { localTime } from '../../domain/local-time.ts';
import { DAILY_DIGEST_FRESH_MS, nextDailyDigest } from '../../domain/alerts/quiet-hours.ts';
import { clockCorrection } from '../../lib/time.ts';
import {
  claimDailyDigest,
  dueDailyDigests,
  type DueDailyDigest,
} from '../../store/channels/channel-settings.ts';
import { addEvents } from '../../store/outbox/events.ts';
import type { AlertsContext } from '../delivery/delivery.ts';
import { quietHoursEnd, newAlertEvent } from '../ingest/news.ts';

export const createDailyDigests = ({
  db,
  now,
  serviceNow,
}: Pick<AlertsContext, 'db' | 'now' | 'serviceNow'>) => {
  const postDigest = ({ channel, dueAt }: DueDailyDigest): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const { settings, key: channelKey } = channel;
      const isClaimed = await claimDailyDigest(
        tx,
        channelKey,
        dueAt,
        nextDailyDigest(settings, now()),
      );
      // A moderator has just chosen another hour: the next run uses that.
      if (!isClaimed) return;
      const isInTime = now() - dueAt < DAILY_DIGEST_FRESH_MS;
      if (!isInTime || !settings.types.includes('daily')) return;
      // The day when it was due: a late run may fall on the next.
      const { date } = localTime(settings.timeZone, dueAt + clockCorrection(now(), serviceNow()));
      const event = { kind: 'digest', channelKey, date } as const;
      await addEvents(tx, [newAlertEvent(event, quietHoursEnd(settings, now()))], now());
    });

  return async (): Promise<void> => {
    for (const due of await dueDailyDigests(db, now())) await postDigest(due);
  };
};
