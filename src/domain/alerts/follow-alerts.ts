import { eventKindsOf } from './events.ts';
import { ALERT_TRAITS } from './traits.ts';
import { bitOf, type AlertType } from './alert-types.ts';
import { matchFilterReason, type AlertSettings } from './settings.ts';
import { categoryOfCode, isWide, levelOfCode, type FollowTarget } from './follows.ts';
import { isPlaying } from '../match/match.ts';
import type { TrackedMatch } from '../match/state.ts';

/** Types from before the first point of a match. */
const BEFORE_PLAY: readonly AlertType[] = ['start', 'upcoming', 'news', 'daily'];

/** Whether a follow can still bring a type: of one match only what is ahead of it. */
const canCome = (type: AlertType, target: FollowTarget, next: TrackedMatch | null): boolean =>
  target.kind !== 'match' ||
  next === null ||
  !(isPlaying(next.state) && BEFORE_PLAY.includes(type));

/** Whether the follow belongs to a channel (or direct messages) or to a member in a channel. */
export interface NewFollow {
  readonly target: FollowTarget;
  readonly isMembers: boolean;
  /** Whether the channel itself follows the same target. */
  readonly isChannels: boolean;
  /** The types that it brings at most, as a mask (follows.ts, `followMask`). */
  readonly types: number;
}

export interface FollowAlerts {
  /** Types posted because of it; empty for a member's wide follow, which only pings. */
  readonly posted: readonly AlertType[];
  /** Types that ping the following member; for a wide follow only in posts made for other reasons. */
  readonly pings: readonly AlertType[];
  /** Only adds pings to existing posts; triggers none. */
  readonly onlyPings: boolean;
  /** The channel's filters exclude the target: nothing about it is posted there. */
  readonly isExcluded: boolean;
}

/** The alerts that a follow brings under a channel's settings; `next` is the match in play or next, if announced. */
export const alertsOfFollow = (
  settings: AlertSettings,
  { target, isMembers, isChannels, types }: NewFollow,
  next: TrackedMatch | null,
): FollowAlerts => {
  const brought = settings.types.filter(
    (type) => (types & bitOf(type)) !== 0 && canCome(type, target, next),
  );
  const pings = brought.filter((type) =>
    eventKindsOf([type]).some((kind) => ALERT_TRAITS[kind].pingsMembers),
  );
  const onlyPings = isMembers && !isChannels && isWide(target.kind);
  return {
    posted: onlyPings ? [] : brought,
    pings: isMembers ? pings : [],
    onlyPings,
    isExcluded: isLeftOut(settings, target, next),
  };
};

/** Only a single category, level, tournament or match can be excluded as a whole. */
const isLeftOut = (
  settings: AlertSettings,
  { kind, id }: FollowTarget,
  next: TrackedMatch | null,
): boolean => {
  const { category, levels } = settings;
  if (kind === 'category') return category !== null && categoryOfCode(id) !== category;
  if (levels.length > 0 && kind === 'level')
    return !levels.some((each) => each === levelOfCode(id));
  if (next === null) return false;
  const reason = matchFilterReason(settings, next);
  return kind === 'match' ? reason !== null : kind === 'tournament' && reason === 'level';
};
