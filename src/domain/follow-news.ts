import type { AlertKind } from './alert-kinds.ts';
import { unwantedMatch, type AlertSettings } from './alert-settings.ts';
import {
  categoryOfCode,
  isWide,
  namesMatch,
  levelOfCode,
  type FollowKind,
  type FollowTarget,
} from './follows.ts';
import type { HeldMatch } from './held-match.ts';

/**
 * Kinds that only some follows bring, and which: a match that is announced already is in no new
 * draw, tournament news concerns who follows a tournament or its level, and the ranking names the
 * players. All other kinds come with every follow.
 */
const ONLY_WITH: Partial<Readonly<Record<AlertKind, readonly FollowKind[]>>> = {
  draw: ['player', 'pair', 'tournament', 'category', 'level', 'country', 'team'],
  tournament: ['tournament', 'level'],
  ranking: ['player'],
};

/** Posts of a whole channel: they name what is followed, and ping no member for it. */
const OF_CHANNEL: readonly AlertKind[] = ['ranking', 'morning'];

/** Whose follow it is: a channel's (or that of direct messages), or a member's in a channel. */
export interface NewFollow {
  readonly target: FollowTarget;
  readonly isMembers: boolean;
  /** Whether the channel follows the same itself. */
  readonly isChannels: boolean;
}

/** What a follow brings where alerts are set like this. */
export interface FollowNews {
  /** What is posted because of it; nothing for a member's wide follow, which only pings. */
  readonly told: readonly AlertKind[];
  /** At what the member is pinged who follows; of what is posted for other reasons, if it is wide. */
  readonly pings: readonly AlertKind[];
  /** It pings in what is posted anyway, and has nothing posted. */
  readonly onlyPings: boolean;
  /** The channel chose other matches: nothing of it is ever told there. */
  readonly isLeftOut: boolean;
}

/**
 * What a follow brings under the alerts of a channel, by what was chosen for it.
 * @param next the match that is on or comes next, as far as one is announced
 */
export const newsOfFollow = (
  settings: AlertSettings,
  { target, isMembers, isChannels }: NewFollow,
  next: HeldMatch | null,
): FollowNews => {
  const told = settings.kinds.filter((kind) => ONLY_WITH[kind]?.includes(target.kind) ?? true);
  const pings = told.filter(
    (kind) => settings.memberKinds.includes(kind) && !OF_CHANNEL.includes(kind),
  );
  const onlyPings = isMembers && !isChannels && isWide(target.kind);
  return {
    told: onlyPings ? [] : told,
    pings: isMembers ? pings : [],
    onlyPings,
    isLeftOut: isLeftOut(settings, target, next),
  };
};

/** Only what is one category, level, tournament or match can be left out as a whole. */
const isLeftOut = (
  settings: AlertSettings,
  { kind, id }: FollowTarget,
  next: HeldMatch | null,
): boolean => {
  const { category, levels } = settings;
  if (kind === 'category') return category !== null && categoryOfCode(id) !== category;
  if (levels.length > 0 && kind === 'level')
    return !levels.some((each) => each === levelOfCode(id));
  if (next === null) return false;
  const reason = unwantedMatch(settings, next, namesMatch({ kind }));
  return kind === 'match' ? reason !== null : kind === 'tournament' && reason === 'level';
};
