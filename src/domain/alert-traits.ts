import { MINUTE, HOUR } from '../lib/time.ts';
import type { AlertEventKind } from './alert-events.ts';

/** How the delivery treats a kind of news. */
export interface AlertTraits {
  /** What goes first: headlines before sets, sets before the rest. */
  readonly lane: 'headline' | 'set' | 'other';
  /** Milliseconds for which it is worth telling. */
  readonly newsFor: number;
  /** What has a place in a channel with a limit of posts: small news leaves room for the others. */
  readonly room: 'most' | 'next' | 'small';
  /**
   * Where it is told of a match that has a thread: details in there, all else in the channel. With
   * a beginning, or a detail that comes first, the thread is opened.
   */
  readonly place: 'channel' | 'beginning' | 'detail';
  /** Worth one of the few messages an hour that an announcement channel may publish. */
  readonly isPublished: boolean;
  /** Still worth a line in the morning, when it was kept in quiet hours. */
  readonly isToldLater: boolean;
}

/** One row for each kind: a new one is decided on in every column. */
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
