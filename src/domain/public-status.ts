import { DAY, MINUTE, utcDate } from '../lib/time.ts';
import type { TrackRecord } from './probability/track-record.ts';
import type { Instant } from './terms.ts';

/** Days that the public status shows; their rows are kept as long, and one day more. */
export const STATUS_DAYS = 90;
export const STATUS_RETENTION_MS = (STATUS_DAYS + 1) * DAY;

const MINUTES_PER_DAY = DAY / MINUTE;

/** The minutes of a day (UTC) in which a process could post (webhook/public-status/record.ts). */
export interface UptimeDay {
  readonly day: string;
  readonly minutes: number;
  /** The first and the last of them, from 0 to 1439. */
  readonly first: number;
  readonly last: number;
}

/** Messages of a day that Discord accepted within a time, and not within the next shorter one. */
export interface LatencyCount {
  readonly day: string;
  readonly upToMs: number;
  readonly messages: number;
}

/** A time without live data, though a match could have been in play. */
export interface FeedGap {
  readonly from: Instant;
  readonly to: Instant;
}

/** Everything that the public status is computed from. */
export interface StatusRows {
  readonly uptime: readonly UptimeDay[];
  readonly latencies: readonly LatencyCount[];
  readonly gaps: readonly FeedGap[];
  /** When live data was last current; null if it never was. */
  readonly feedSeenAt: Instant | null;
  readonly trackRecord: TrackRecord | null;
}

interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

export interface StatusDay {
  readonly date: string;
  /** Two decimals, rounded down; null before the first day and in the first minute of a day. */
  readonly uptimePercent: number | null;
  readonly downMinutes: number | null;
  readonly messages: number;
  readonly pointToPostMs: Percentiles | null;
  readonly feedGapMs: number;
}

/** The public status: 90 days, the oldest first, and their sums. */
export interface PublicStatus {
  readonly at: Instant;
  readonly days: readonly StatusDay[];
  readonly uptimePercent: number | null;
  readonly messages: number;
  readonly pointToPostMs: Percentiles | null;
  /** Since when nothing has been posted; null while the bot is up. */
  readonly downSince: Instant | null;
  /** Since when live data is missing; null while it is current. */
  readonly feedGapSince: Instant | null;
  /** Newest first; an open one ends now. */
  readonly gaps: readonly FeedGap[];
  readonly trackRecord: TrackRecord | null;
}

/** The upper bounds of the histogram; everything slower counts as the last. */
const BOUNDS_MS = [
  100, 150, 200, 250, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_200, 1_400, 1_600, 1_800, 2_000,
  2_500, 3_000, 4_000, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000, 300_000,
  600_000,
] as const;

const SLOWEST_MS = BOUNDS_MS[BOUNDS_MS.length - 1] ?? 0;

/** The bound under which a latency is counted. */
export const latencyBound = (latencyMs: number): number =>
  BOUNDS_MS.find((bound) => latencyMs <= bound) ?? SLOWEST_MS;

/** The latency below which a share of the messages is, interpolated within its bucket. */
const latencyAt = (counts: readonly LatencyCount[], total: number, share: number): number => {
  const wanted = total * share;
  let below = 0;
  for (const { upToMs, messages } of counts.toSorted((a, b) => a.upToMs - b.upToMs)) {
    if (below + messages >= wanted) {
      const from = BOUNDS_MS.findLast((bound) => bound < upToMs) ?? 0;
      return Math.round(from + ((wanted - below) / messages) * (upToMs - from));
    }
    below += messages;
  }
  return SLOWEST_MS;
};

const messagesIn = (counts: readonly LatencyCount[]): number =>
  counts.reduce((sum, { messages }) => sum + messages, 0);

const percentilesOf = (counts: readonly LatencyCount[]): Percentiles | null => {
  const total = messagesIn(counts);
  if (total === 0) return null;
  return { p50: latencyAt(counts, total, 0.5), p95: latencyAt(counts, total, 0.95) };
};

/** Rounded down, so that a lost minute never shows as 100 %. */
const percent = (up: number, of: number): number | null =>
  of === 0 ? null : Math.floor((up / of) * 10_000) / 100;

const startOf = (date: string): Instant => Date.parse(`${date}T00:00:00Z`);

/** The minute of its day, 0 to 1439. */
export const minuteOfDay = (at: Instant): number => Math.floor((at % DAY) / MINUTE);

/** The minute that has begun counts on neither side: its row may not be written yet. */
const minutesOf = (
  date: string,
  row: UptimeDay | undefined,
  isFirst: boolean,
  now: Instant,
): { readonly up: number; readonly of: number } => {
  const isToday = date === utcDate(now);
  const end = isToday ? minuteOfDay(now) : MINUTES_PER_DAY;
  const begin = isFirst ? (row?.first ?? 0) : 0;
  const isCounted = isToday && row !== undefined && row.last >= end;
  const up = (row?.minutes ?? 0) - (isCounted ? 1 : 0);
  const of = Math.max(0, end - begin);
  return { up: Math.min(Math.max(0, up), of), of };
};

const overlapMs = ({ from, to }: FeedGap, begin: Instant): number =>
  Math.max(0, Math.min(to, begin + DAY) - Math.max(from, begin));

/** Rows are written once a minute, and a process may be replaced in between. */
const DOWN_AFTER_MS = 2 * MINUTE;

/** Shorter silence is no gap: a restart, or a poll that has to be repeated. */
export const FEED_GAP_MS = 2 * MINUTE;

const downSince = (uptime: readonly UptimeDay[], now: Instant): Instant | null => {
  const last = uptime.toSorted((a, b) => a.day.localeCompare(b.day)).at(-1);
  if (last === undefined) return null;
  const until = startOf(last.day) + (last.last + 1) * MINUTE;
  return now - until > DOWN_AFTER_MS ? until : null;
};

/** The public status; the only place that computes what is published. */
export const publicStatus = (rows: StatusRows, now: Instant): PublicStatus => {
  const { uptime, latencies, feedSeenAt, trackRecord } = rows;
  const dates = Array.from({ length: STATUS_DAYS }, (_, index) =>
    utcDate(now - (STATUS_DAYS - 1 - index) * DAY),
  );
  const [oldest = ''] = dates;
  const firstDay = uptime.reduce((first, { day }) => (day < first ? day : first), '9');
  const isGapOpen = feedSeenAt !== null && now - feedSeenAt > FEED_GAP_MS + MINUTE;
  const gaps = [...rows.gaps, ...(isGapOpen ? [{ from: feedSeenAt, to: now }] : [])]
    .filter(({ to }) => to > startOf(oldest))
    .toSorted((a, b) => b.from - a.from);

  const shown = latencies.filter(({ day }) => day >= oldest);
  const minutes = dates.map((date) => {
    const row = uptime.find(({ day }) => day === date);
    return date < firstDay ? { up: 0, of: 0 } : minutesOf(date, row, date === firstDay, now);
  });
  const days = dates.map((date, index): StatusDay => {
    const counts = shown.filter(({ day }) => day === date);
    const { up, of } = minutes[index] ?? { up: 0, of: 0 };
    return {
      date,
      uptimePercent: percent(up, of),
      downMinutes: of === 0 ? null : of - up,
      messages: messagesIn(counts),
      pointToPostMs: percentilesOf(counts),
      feedGapMs: gaps.reduce((sum, gap) => sum + overlapMs(gap, startOf(date)), 0),
    };
  });
  const sum = (key: 'up' | 'of'): number => minutes.reduce((all, each) => all + each[key], 0);
  return {
    at: now,
    days,
    uptimePercent: percent(sum('up'), sum('of')),
    messages: messagesIn(shown),
    pointToPostMs: percentilesOf(shown),
    downSince: downSince(uptime, now),
    feedGapSince: isGapOpen ? feedSeenAt : null,
    gaps,
    trackRecord,
  };
};
