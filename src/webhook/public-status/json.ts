import type { PublicStatus } from '../../domain/public-status.ts';
import { SECOND } from '../../lib/time.ts';
import { predictionRecord } from '../health.ts';

const isoOf = (at: number): string => new Date(at).toISOString();

const instantOf = (at: number | null): string | null => (at === null ? null : isoOf(at));

/** The public status as JSON: `status.json`, and `npm run doctor -- --status --json`. */
export const statusJson = (status: PublicStatus) => ({
  generated_at: isoOf(status.at),
  down_since: instantOf(status.downSince),
  no_live_data_since: instantOf(status.feedGapSince),
  uptime_percent: status.uptimePercent,
  point_to_post_ms: status.pointToPostMs,
  messages: status.messages,
  days: status.days.map((day) => ({
    date: day.date,
    uptime_percent: day.uptimePercent,
    down_minutes: day.downMinutes,
    point_to_post_ms: day.pointToPostMs,
    messages: day.messages,
    no_live_data_seconds: Math.round(day.feedGapMs / SECOND),
  })),
  feed_gaps: status.gaps.map(({ from, to }) => ({ from: isoOf(from), to: isoOf(to) })),
  track_record: predictionRecord(status.trackRecord),
});
