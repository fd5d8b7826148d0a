import type { AboutMatch } from './events.ts';
import type { AlertSettings } from './settings.ts';
import type { TrackedMatch } from '../match/state.ts';
import { quietUntil } from './quiet-hours.ts';
import type { Instant } from '../terms.ts';
import {
  LIMIT_WINDOW_MS,
  postsLeft,
  skipReason,
  deliverableAt,
  type SkipReason,
} from './verdict.ts';

export interface ReplayEvent {
  readonly event: AboutMatch;
  /** When it happened; null when not observed. */
  readonly at: Instant | null;
}

export interface ReplayedPost {
  readonly event: AboutMatch;
  /** When it would have been posted; null when the time of the event is unknown. */
  readonly at: Instant | null;
  /** Why it would not have been posted; null when it would. */
  readonly skipReason:
    | Exclude<SkipReason, 'other-time'>
    | 'quiet-hours'
    | 'limit'
    | 'included-in-tie'
    | null;
}

/** Applies a channel's settings to a match's events; the hourly limit counts only these posts. */
export const replayMatch = (
  settings: AlertSettings,
  held: TrackedMatch,
  news: readonly ReplayEvent[],
): readonly ReplayedPost[] => {
  const posted: Instant[] = [];
  const hasDecidedTie = news.some(({ event }) => event.kind === 'tie');

  const verdictOn = (
    event: AboutMatch,
    at: Instant | null,
  ): ReplayedPost['skipReason'] | 'other-time' => {
    const reason = skipReason(settings, event, { kind: 'match', held });
    if (reason !== null) return reason;
    if (event.kind === 'result' && hasDecidedTie) {
      return 'included-in-tie';
    }
    if (at === null) return null;
    const { quietHours, timeZone } = settings;
    if (quietUntil(quietHours, timeZone, at) !== null) return 'quiet-hours';
    const inHour = posted.filter((each) => each > at - LIMIT_WINDOW_MS).length;
    return postsLeft(inHour, event.kind) > 0 ? null : 'limit';
  };

  return news.flatMap(({ event, at: happenedAt }) => {
    const at = happenedAt === null ? null : deliverableAt(settings, event, happenedAt);
    const skipped = verdictOn(event, at);
    if (skipped === 'other-time') return [];
    if (skipped === null && at !== null) posted.push(at);
    return [{ event, at, skipReason: skipped }];
  });
};
