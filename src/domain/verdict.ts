import { HOUR } from '../lib/time.ts';
import { alertKindOf, type AlertEvent, type AlertEventKind } from './alert-events.ts';
import { unwanted, unwantedLevel, type AlertSettings, type Unwanted } from './alert-settings.ts';
import { ALERT_TRAITS, type AlertTraits } from './alert-traits.ts';
import type { MissedNews, Subject } from './alert-subject.ts';
import { phaseOf } from './match.ts';
import type { Instant } from './terms.ts';

/**
 * Whether a channel is told a piece of news, as far as that follows from the news, from what was
 * chosen there and from the time: the delivery goes by it, `/alerts preview` plays it.
 */

/** Why a channel has chosen not to be told. */
export type NotChosen = Unwanted | 'other-time';

/** Why news is not worth telling any more. */
export type Untimely = 'already-over' | 'already-begun' | 'nothing-missed';

/** Nothing is followed by its name. */
const NONE: ReadonlySet<number> = new Set();

/**
 * Why a channel has chosen not to be told a piece of news; null when it wants it.
 * @param named ids of the matches that are followed there by who plays, or by themselves
 */
export const notChosen = (
  settings: AlertSettings,
  event: AlertEvent,
  subject: Subject,
  named: ReadonlySet<number> = NONE,
): NotChosen | null => {
  const kind = alertKindOf(event);
  if (kind === null) return null;
  if (!settings.kinds.includes(kind)) return 'kind';
  if (event.kind === 'reminder' && event.minutes !== settings.remindBefore) return 'other-time';
  switch (subject.kind) {
    case 'match':
      return unwanted(settings, kind, subject.held, named.has(subject.held.match.id));
    case 'matches': {
      // Of several matches none must be wanted.
      const reasons = subject.matches.map((held) =>
        unwanted(settings, kind, held, named.has(held.match.id)),
      );
      return reasons.includes(null) ? null : (reasons[0] ?? null);
    }
    case 'tournament':
      return unwantedLevel(settings, subject.tournament);
    default:
      return null;
  }
};

/** Why news is not true any more, as what it is about stands now; null while it is. */
export const untimely = (event: AlertEvent, subject: Subject): Untimely | null => {
  if (subject.kind === 'missed') return isWorthTelling(subject.news) ? null : 'nothing-missed';
  if (subject.kind !== 'match') return null;
  const phase = phaseOf(subject.held.state.status);
  if (event.kind === 'start' && phase === 'over') return 'already-over';
  const isToCome = event.kind === 'reminder' || event.kind === 'next';
  return isToCome && phase !== 'upcoming' ? 'already-begun' : null;
};

/** Whether news that was kept in quiet hours is told in the morning. */
export const isToldLater = ({ kind }: Pick<AlertEvent, 'kind'>): boolean =>
  ALERT_TRAITS[kind].isToldLater;

/** Whether there is anything to tell of a night. */
const isWorthTelling = (news: readonly MissedNews[]): boolean =>
  news.some(({ event }) => isToldLater(event));

/** The milliseconds by which a channel is told everything later. */
export const delayOf = ({ delay }: Pick<AlertSettings, 'delay'>): number => delay * 1_000;

/** When a channel may be told of news that became known at an instant, its spoiler delay kept. */
export const tellableAt = (
  settings: Pick<AlertSettings, 'delay'>,
  { kind }: Pick<AlertEvent, 'kind'>,
  knownAt: Instant,
): Instant =>
  // That a match is going to begin is no spoiler, and later it would not be true.
  kind === 'reminder' ? knownAt : knownAt + delayOf(settings);

/** The limit of posts is of an hour. */
export const LIMIT_WINDOW = HOUR;

/** Places that news leaves for what is wanted more. */
const keptFree = (room: AlertTraits['room'], postsPerHour: number): number => {
  if (room === 'most') return 0;
  return room === 'next'
    ? Math.min(1, Math.floor(postsPerHour / 2))
    : Math.min(3, Math.ceil(postsPerHour / 2));
};

/**
 * Whether a channel's limit has a place for news of a kind, after so many posts in the last hour:
 * small news leaves room for a result.
 */
export const hasRoom = (
  { postsPerHour }: Pick<AlertSettings, 'postsPerHour'>,
  kind: AlertEventKind,
  posts: number,
): boolean => {
  if (postsPerHour === null) return true;
  return posts < Math.max(1, postsPerHour - keptFree(ALERT_TRAITS[kind].room, postsPerHour));
};
