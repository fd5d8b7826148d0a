import { MINUTE, HOUR } from '../../lib/time.ts';
import type { AlertEventKind } from './events.ts';

/** How the delivery treats an event kind. */
export interface AlertTraits {
  /** Send priority: headlines first, then sets, then the rest. */
  readonly priority: 'headline' | 'set' | 'other';
  /** Milliseconds after which the event is stale. */
  readonly staleAfterMs: number;
  /**
   * Which posts count against a channel's hourly limit first: `low` leaves capacity for `medium`,
   * and `medium` for `high`.
   */
  readonly limitPriority: 'high' | 'medium' | 'low';
  /**
   * Where it is posted for a match with a thread: details in the thread, the rest in the channel. A
   * `beginning`, or a detail that comes first, opens the thread.
   */
  readonly place: 'channel' | 'beginning' | 'detail';
  /** Published from an announcement channel, which may publish only a few messages an hour. */
  readonly isPublished: boolean;
  /** Included in the quiet-hours digest. */
  readonly isInDigest: boolean;
  /** Its words tell a score: who hides scores is pinged in others. */
  readonly tellsScore: boolean;
}

/** One row per kind, every column explicit: a new kind needs a decision on each. */
export const ALERT_TRAITS: Readonly<Record<AlertEventKind, AlertTraits>> = {
  start: {
    priority: 'headline',
    staleAfterMs: 20 * MINUTE,
    limitPriority: 'medium',
    place: 'beginning',
    isPublished: false,
    isInDigest: false,
    tellsScore: false,
  },
  game: {
    priority: 'other',
    staleAfterMs: 10 * MINUTE,
    limitPriority: 'low',
    place: 'detail',
    isPublished: false,
    isInDigest: false,
    tellsScore: true,
  },
  key: {
    priority: 'set',
    staleAfterMs: 30 * MINUTE,
    limitPriority: 'medium',
    place: 'detail',
    isPublished: false,
    isInDigest: false,
    tellsScore: true,
  },
  upset: {
    priority: 'set',
    staleAfterMs: 30 * MINUTE,
    limitPriority: 'medium',
    place: 'detail',
    isPublished: false,
    isInDigest: false,
    tellsScore: true,
  },
  set: {
    priority: 'set',
    staleAfterMs: HOUR,
    limitPriority: 'medium',
    place: 'detail',
    isPublished: false,
    isInDigest: false,
    tellsScore: true,
  },
  result: {
    priority: 'headline',
    staleAfterMs: 12 * HOUR,
    limitPriority: 'high',
    place: 'channel',
    isPublished: true,
    isInDigest: true,
    tellsScore: true,
  },
  tie: {
    priority: 'headline',
    staleAfterMs: 12 * HOUR,
    limitPriority: 'high',
    place: 'channel',
    isPublished: true,
    isInDigest: true,
    tellsScore: true,
  },
  correction: {
    priority: 'other',
    staleAfterMs: 24 * HOUR,
    limitPriority: 'high',
    place: 'channel',
    isPublished: false,
    isInDigest: true,
    tellsScore: true,
  },
  schedule: {
    priority: 'other',
    staleAfterMs: 6 * HOUR,
    limitPriority: 'low',
    place: 'channel',
    isPublished: false,
    isInDigest: true,
    tellsScore: false,
  },
  next: {
    priority: 'set',
    staleAfterMs: 30 * MINUTE,
    limitPriority: 'low',
    place: 'channel',
    isPublished: false,
    isInDigest: false,
    tellsScore: false,
  },
  reminder: {
    priority: 'set',
    staleAfterMs: 5 * MINUTE,
    limitPriority: 'low',
    place: 'channel',
    isPublished: false,
    isInDigest: false,
    tellsScore: false,
  },
  draw: {
    priority: 'other',
    staleAfterMs: 12 * HOUR,
    limitPriority: 'low',
    place: 'channel',
    isPublished: true,
    isInDigest: true,
    tellsScore: false,
  },
  tournament: {
    priority: 'other',
    staleAfterMs: 12 * HOUR,
    limitPriority: 'low',
    place: 'channel',
    isPublished: true,
    isInDigest: true,
    tellsScore: false,
  },
  ranking: {
    priority: 'other',
    staleAfterMs: 12 * HOUR,
    limitPriority: 'low',
    place: 'channel',
    isPublished: true,
    isInDigest: false,
    tellsScore: false,
  },
  digest: {
    priority: 'other',
    staleAfterMs: 4 * HOUR,
    limitPriority: 'low',
    place: 'channel',
    isPublished: true,
    isInDigest: false,
    tellsScore: false,
  },
  'quiet-hours-digest': {
    priority: 'other',
    staleAfterMs: 6 * HOUR,
    limitPriority: 'high',
    place: 'channel',
    isPublished: true,
    isInDigest: false,
    tellsScore: true,
  },
};
