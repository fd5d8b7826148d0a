import { ALERT_TRAITS } from './traits.ts';
import { bitOf, type AlertKind } from './kinds.ts';
import { matchFilterReason, type AlertSettings } from './settings.ts';
import {
  categoryOfCode,
  isWide,
  levelOfCode,
  type FollowKind,
  type FollowTarget,
} from './follows.ts';
import { isPlaying } from '../match/match.ts';
import type { TrackedMatch } from '../match/state.ts';

/**
 * Kinds that only some follows bring: an announced match is in no new draw, tournament events are
 * for followers of the tournament or its level, and the ranking lists players. Every follow brings
 * all other kinds.
 */
const ONLY_WITH: Partial<Readonly<Record<AlertKind, readonly FollowKind[]>>> = {
  draw: ['player', 'pair', 'tournament', 'category', 'level', 'country', 'team'],
  tournament: ['tournament', 'level'],
  ranking: ['player'],
};

/** Kinds from before the first point of a match. */
const BEFORE_PLAY: readonly AlertKind[] = ['schedule', 'reminder', 'next', 'start', 'digest'];

/** Whether a follow can still bring a kind: of one match only what is ahead of it. */
const canCome = (kind: AlertKind, target: FollowTarget, next: TrackedMatch | null): boolean => {
  if (!(ONLY_WITH[kind]?.includes(target.kind) ?? true)) return false;
  if (target.kind !== 'match' || next === null) return true;
  if (kind === 'tie') return next.match.tie !== undefined;
  return !(isPlaying(next.state) && BEFORE_PLAY.includes(kind));
};

/** Whether the follow belongs to a channel (or direct messages) or to a member in a channel. */
export interface NewFollow {
  readonly target: FollowTarget;
  readonly isMembers: boolean;
  /** Whether the channel itself follows the same target. */
  readonly isChannels: boolean;
  /** The kinds that it brings at most, as a mask (follows.ts, `followMask`). */
  readonly kinds: number;
}

export interface FollowAlerts {
  /** Kinds posted because of it; empty for a member's wide follow, which only pings. */
  readonly posted: readonly AlertKind[];
  /** Kinds that ping the following member; for a wide follow only in posts made for other reasons. */
  readonly pings: readonly AlertKind[];
  /** Only adds pings to existing posts; triggers none. */
  readonly onlyPings: boolean;
  /** The channel's filters exclude the target: nothing about it is posted there. */
  readonly isExcluded: boolean;
}

/**
 * The alerts that a follow brings under a channel's settings.
 * @param next the match in play or next, if one is announced
 */
export const alertsOfFollow = (
  settings: AlertSettings,
  { target, isMembers, isChannels, kinds }: NewFollow,
  next: TrackedMatch | null,
): FollowAlerts => {
  const brought = settings.kinds.filter(
    (kind) => (kinds & bitOf(kind)) !== 0 && canCome(kind, target, next),
  );
  const pings = brought.filter((kind) => kind !== 'card' && ALERT_TRAITS[kind].pingsMembers);
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
