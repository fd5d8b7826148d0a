import type { AboutMatch } from './alert-events.ts';
import type { AlertSettings } from './alert-settings.ts';
import type { HeldMatch } from './held-match.ts';
import { quietUntil } from './quiet-hours.ts';
import type { Instant } from './terms.ts';
import { hasRoom, LIMIT_WINDOW, notChosen, tellableAt, type NotChosen } from './verdict.ts';

/** A piece of news of a match that is over. */
export interface Happened {
  readonly event: AboutMatch;
  /** When it happened; null where nobody watched. */
  readonly at: Instant | null;
}

/** What a channel would have been told of it, and when. */
export interface Replayed {
  readonly event: AboutMatch;
  /** When it would have been posted; null where nobody knows when it happened. */
  readonly at: Instant | null;
  /** Why it would not have been posted; null when it would. */
  readonly against:
    Exclude<NotChosen, 'other-time'> | 'quiet-hours' | 'limit' | 'told-with-tie' | null;
}

/**
 * Plays the news of a match through the settings of a channel. The limit counts the posts of this
 * match alone: what else the channel would have been told in that hour, nobody knows. Reminders for
 * another time than the channel's are left out.
 * @param isNamed whether the match is followed there by who plays, or by itself
 */
export const replay = (
  settings: AlertSettings,
  held: HeldMatch,
  news: readonly Happened[],
  isNamed = false,
): readonly Replayed[] => {
  const named = new Set(isNamed ? [held.match.id] : []);
  const posted: Instant[] = [];
  const hasDecidedTie = news.some(({ event }) => event.kind === 'tie');

  const verdictOn = (event: AboutMatch, at: Instant | null): Replayed['against'] | 'other-time' => {
    const reason = notChosen(settings, event, { kind: 'match', held }, named);
    if (reason !== null) return reason;
    if (event.kind === 'result' && hasDecidedTie && settings.kinds.includes('tie')) {
      return 'told-with-tie';
    }
    if (at === null) return null;
    const { quietHours, timeZone } = settings;
    if (quietUntil(quietHours, timeZone, at) !== null) return 'quiet-hours';
    const inHour = posted.filter((each) => each > at - LIMIT_WINDOW).length;
    return hasRoom(settings, event.kind, inHour) ? null : 'limit';
  };

  return news.flatMap(({ event, at: happenedAt }) => {
    const at = happenedAt === null ? null : tellableAt(settings, event, happenedAt);
    const against = verdictOn(event, at);
    if (against === 'other-time') return [];
    if (against === null && at !== null) posted.push(at);
    return [{ event, at, against }];
  });
};
