import { utcDate } from '../../lib/time.ts';
import {
  minuteOfDay,
  STATUS_RETENTION_MS,
  type FeedGap,
  type LatencyCount,
  type StatusRows,
} from '../../domain/public-status.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Db, Tx } from '../connection/schema.ts';
import { trackRecord } from '../matches/predictions.ts';
import { checkpointAt, setCheckpoint } from './checkpoints.ts';

/** Counts the minute of an instant as up, once however often and by whichever process. */
export const recordMinute = async (tx: Tx, now: Instant): Promise<void> => {
  const minute = minuteOfDay(now);
  await tx
    .insertInto('uptime_days')
    .values({ day: utcDate(now), minutes: 1, first_minute: minute, last_minute: minute })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet({
          minutes: (eb) => eb('uptime_days.minutes', '+', 1),
          last_minute: minute,
        })
        .where('uptime_days.last_minute', '<', minute),
    )
    .execute();
};

export const addLatencies = async (tx: Tx, counts: readonly LatencyCount[]): Promise<void> => {
  for (const { day, upToMs, messages } of counts) {
    await tx
      .insertInto('latency_days')
      .values({ day, up_to_ms: upToMs, messages })
      .onConflict((conflict) =>
        conflict.columns(['day', 'up_to_ms']).doUpdateSet({
          messages: (eb) => eb('latency_days.messages', '+', eb.ref('excluded.messages')),
        }),
      )
      .execute();
  }
};

/** Stores until when live data was current, and the gaps before that. */
export const recordFeed = (
  db: Db,
  { seenAt, gaps }: { readonly seenAt: Instant; readonly gaps: readonly FeedGap[] },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const { from, to } of gaps) {
      await tx
        .insertInto('feed_gaps')
        .values({ began_at: from, ended_at: to })
        .onConflict((conflict) => conflict.column('began_at').doUpdateSet({ ended_at: to }))
        .execute();
    }
    await setCheckpoint(tx, 'feed-seen', seenAt);
  });

/** The rows from which the public status of an instant is computed. */
export const readStatusRows = async (db: Db, now: Instant): Promise<StatusRows> => {
  const since = utcDate(now - STATUS_RETENTION_MS);
  const uptime = await db.selectFrom('uptime_days').selectAll().where('day', '>=', since).execute();
  const latencies = await db
    .selectFrom('latency_days')
    .selectAll()
    .where('day', '>=', since)
    .execute();
  const gaps = await db
    .selectFrom('feed_gaps')
    .selectAll()
    .where('ended_at', '>=', now - STATUS_RETENTION_MS)
    .execute();
  return {
    uptime: uptime.map(({ day, minutes, first_minute: first, last_minute: last }) => ({
      day,
      minutes,
      first,
      last,
    })),
    latencies: latencies.map(({ day, up_to_ms: upToMs, messages }) => ({ day, upToMs, messages })),
    gaps: gaps.map(({ began_at: from, ended_at: to }) => ({ from, to })),
    feedSeenAt: (await checkpointAt(db, 'feed-seen')) ?? null,
    trackRecord: await trackRecord(db),
  };
};

/** Deletes what the public status of an instant no longer shows. */
export const deleteStatusRows = async (db: Db, now: Instant): Promise<void> => {
  const before = utcDate(now - STATUS_RETENTION_MS);
  await db.deleteFrom('uptime_days').where('day', '<', before).execute();
  await db.deleteFrom('latency_days').where('day', '<', before).execute();
  await db
    .deleteFrom('feed_gaps')
    .where('ended_at', '<', now - STATUS_RETENTION_MS)
    .execute();
};
