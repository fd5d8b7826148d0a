import { MINUTE, HOUR } from '../../lib/time.ts';
import type { AlertEventKind } from './events.ts';

/** How the delivery treats an event kind. */
export interface AlertTraits {
  /** Send priority: headlines first, then sets, then the rest. */
  readonly lane: 'headline' | 'set' | 'other';
  /** Milliseconds after which the event is stale. */
  readonly newsFor: number;
  /**
   * Which posts count against a channel's hourly limit first: `small` leaves capacity for `next`,
   * and `next` for `most`.
   */
  readonly room: 'most' | 'next' | 'small';
  /**
   * Where it is posted for a match with a thread: details in the thread, the rest in the channel. A
   * `beginning`, or a detail that comes first, opens the thread.
   */
  readonly place: 'channel' | 'beginning' | 'detail';
  /** Published from an announcement channel, which may publish only a few messages an hour. */
  readonly isPublished: boolean;
  /** Included in the quiet-hours digest. */
  readonly isToldLater: boolean;
}

/** One row per kind, every column explicit: a new kind needs a decision on each. */
export const ALERT_TRAITS: Readonly<Record<AlertEventKind, AlertTraits>> = {
  start: {
    lane: 'headline',
    newsFor: 20 * MINUTE,
    room: 'next',
    place: 'beginning',
    isPublished: false,
    isToldLater: false,
  },
  game: {
    lane: 'other',
    newsFor: 10 * MINUTE,
    room: 'small',
    place: 'detail',
    isPublished: false,
    isToldLater: false,
  },
  set: {
    lane: 'set',
    newsFor: HOUR,
    room: 'next',
    place: 'detail',
    isPublished: false,
    isToldLater: false,
  },
  result: {
    lane: 'headline',
    newsFor: 12 * HOUR,
    room: 'most',
    place: 'channel',
    isPublished: true,
    isToldLater: true,
  },
  tie: {
    lane: 'headline',
    newsFor: 12 * HOUR,
    room: 'most',
    place: 'channel',
    isPublished: true,
    isToldLater: true,
  },
  correction: {
    lane: 'other',
    newsFor: 24 * HOUR,
    room: 'most',
    place: 'channel',
    isPublished: false,
    isToldLater: true,
  },
  schedule: {
    lane: 'other',
    newsFor: 6 * HOUR,
    room: 'small',
    place: 'channel',
    isPublished: false,
    isToldLater: true,
  },
  next: {
    lane: 'set',
    newsFor: 30 * MINUTE,
    room: 'small',
    place: 'channel',
    isPublished: false,
    isToldLater: false,
  },
  reminder: {
    lane: 'set',
    newsFor: 5 * MINUTE,
    room: 'small',
    place: 'channel',
    isPublished: false,
    isToldLater: false,
  },
  draw: {
    lane: 'other',
    newsFor: 12 * HOUR,
    room: 'small',
    place: 'channel',
    isPublished: true,
    isToldLater: true,
  },
  tournament: {
    lane: 'other',
    newsFor: 12 * HOUR,
    room: 'small',
    place: 'channel',
    isPublished: true,
    isToldLater: true,
  },
  ranking: {
    lane: 'other',
    newsFor: 12 * HOUR,
    room: 'small',
    place: 'channel',
    isPublished: true,
    isToldLater: false,
  },
  morning: {
    lane: 'other',
    newsFor: 4 * HOUR,
    room: 'small',
    place: 'channel',
    isPublished: true,
    isToldLater: false,
  },
  missed: {
    lane: 'other',
    newsFor: 6 * HOUR,
    room: 'most',
    place: 'channel',
    isPublished: true,
    isToldLater: false,
  },
};
