import { MINUTE, HOUR } from '../../lib/time.ts';
import type { AlertEventKind } from './events.ts';

export interface AlertTraits {
  /** Send priority: headlines first, then sets, then the rest. */
  readonly priority: 'headline' | 'set' | 'other';
  readonly staleAfterMs: number;
  /** What counts against the hourly limit first: `low` leaves capacity for `medium`, and `medium` for `high`. */
  readonly limitPriority: 'high' | 'medium' | 'low';
  /** Where it is posted for a match with a thread. A `beginning`, or a detail that comes first, opens the thread. */
  readonly place: 'channel' | 'beginning' | 'detail';
  /** Published from an announcement channel, which may publish only a few messages an hour. */
  readonly isPublished: boolean;
  readonly isInDigest: boolean;
  /** Its words tell a score: who hides scores is pinged in others. */
  readonly tellsScore: boolean;
  /** Members who follow are pinged, not only told. */
  readonly pingsMembers: boolean;
}

type Flag = 'published' | 'in-digest' | 'tells-score' | 'pings-members';

const traits = (
  priority: AlertTraits['priority'],
  staleAfterMs: number,
  limitPriority: AlertTraits['limitPriority'],
  place: AlertTraits['place'],
  ...flags: readonly Flag[]
): AlertTraits => ({
  priority,
  staleAfterMs,
  limitPriority,
  place,
  isPublished: flags.includes('published'),
  isInDigest: flags.includes('in-digest'),
  tellsScore: flags.includes('tells-score'),
  pingsMembers: flags.includes('pings-members'),
});

const RESULT = traits(
  'headline',
  12 * HOUR,
  'high',
  'channel',
  'published',
  'in-digest',
  'tells-score',
  'pings-members',
);

/** One row per kind: a new kind needs a decision on each. */
export const ALERT_TRAITS: Readonly<Record<AlertEventKind, AlertTraits>> = {
  start: traits('headline', 20 * MINUTE, 'medium', 'beginning', 'pings-members'),
  key: traits('set', 30 * MINUTE, 'medium', 'detail', 'tells-score', 'pings-members'),
  upset: traits('set', 30 * MINUTE, 'medium', 'detail', 'tells-score', 'pings-members'),
  set: traits('set', HOUR, 'medium', 'detail', 'tells-score'),
  result: RESULT,
  tie: RESULT,
  correction: traits('other', 24 * HOUR, 'high', 'channel', 'in-digest', 'tells-score'),
  schedule: traits('other', 6 * HOUR, 'low', 'channel', 'in-digest'),
  next: traits('set', 30 * MINUTE, 'low', 'channel', 'pings-members'),
  reminder: traits('set', 5 * MINUTE, 'low', 'channel', 'pings-members'),
  draw: traits('other', 12 * HOUR, 'low', 'channel', 'published', 'in-digest'),
  tournament: traits('other', 12 * HOUR, 'low', 'channel', 'published', 'in-digest'),
  ranking: traits('other', 12 * HOUR, 'low', 'channel', 'published'),
  digest: traits('other', 4 * HOUR, 'low', 'channel', 'published'),
  'quiet-hours-digest': traits('other', 6 * HOUR, 'high', 'channel', 'published', 'tells-score'),
};
