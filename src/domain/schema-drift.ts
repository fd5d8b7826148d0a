import { utcDate } from '../lib/time.ts';
import type { Instant } from './terms.ts';

/** A share of the data service's rows that has dropped below what it was. Never holds a row's values. */
export interface DriftFinding {
  /** `rankings`, `tournaments/:id/matches`. */
  readonly endpoint: string;
  /** What is counted: `readable`, `with court`. */
  readonly what: string;
  readonly carried: number;
  readonly of: number;
  /** On the service's clock. */
  readonly since: Instant;
  readonly expected: string;
}

/** `rankings: 0 of 50 rows readable since 07:35 (expected nested player)`; times are UTC. */
export const driftLine = (finding: DriftFinding, now: Instant): string => {
  const { endpoint, what, carried, of, since, expected } = finding;
  const iso = new Date(since).toISOString();
  const isToday = utcDate(since) === utcDate(now);
  const when = isToday ? iso.slice(11, 16) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
  return `${endpoint}: ${carried} of ${of} rows ${what} since ${when} (expected ${expected})`;
};

/** More of them are counted only. */
const MAX_LINES = 5;

/** The findings as one line; null without any. */
export const driftSummary = (findings: readonly DriftFinding[], now: Instant): string | null => {
  if (findings.length === 0) return null;
  const lines = findings.slice(0, MAX_LINES).map((finding) => driftLine(finding, now));
  const others = findings.length - lines.length;
  return [...lines, ...(others > 0 ? [`${others} more`] : [])].join('; ');
};
