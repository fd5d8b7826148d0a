import type { CommandUser, Services } from '../../src/discord/command.ts';
import { alertsOfFollow } from '../../src/domain/alerts/follow-alerts.ts';
import {
  followMask,
  isSameTarget,
  isWide,
  type FollowedAlerts,
  type FollowTarget,
} from '../../src/domain/alerts/follows.ts';
import { followChange } from '../../src/domain/alerts/setting-changes.ts';
import { matchFilterReason } from '../../src/domain/alerts/settings.ts';
import { upcomingOf } from '../../src/domain/alerts/upcoming.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import type { Reader } from '../../src/i18n/i18n.ts';
import { followedMessage, type FollowChange } from '../../src/render/follows/follows.ts';
import type { MessageBody } from '../../src/render/message.ts';
import { addFollow, followsOf, MAX_FOLLOWS } from '../../src/store/follows/follows.ts';
import { readMatchOffset } from '../../src/store/matches/venue-offset.ts';
import { messageCountSince } from '../../src/store/outbox/delivered.ts';
import { applyChange, notFull } from '../alerts/changes.ts';
import { serviceDay } from '../options/day.ts';
import { matchesToCome } from '../options/match.ts';
import { nameOfTarget } from '../options/target-name.ts';
import type { FollowDestination } from './place.ts';
import { countriesIn } from './schedule-filter.ts';

interface Wanted {
  readonly targets: readonly FollowTarget[];
  readonly alerts: FollowedAlerts;
  /** A button changes nothing about what is followed already. */
  readonly isKept: boolean;
}

/** Follows these targets, and says what that brings. */
export const startFollowing = async (
  user: CommandUser,
  { targets, alerts, isKept }: Wanted,
  place: FollowDestination,
  services: Services,
): Promise<MessageBody> => {
  const { db, now, followed, api } = services;
  const types = followMask(alerts, place.scope === 'direct');
  const known = await followsOf(db, place.follower);
  const isKnownHere = (target: FollowTarget): boolean =>
    known.some((each) => isSameTarget(each, target));
  // All or nothing: the answer is either what was done, or an error.
  if (known.length + targets.filter((each) => !isKnownHere(each)).length > MAX_FOLLOWS) {
    notFull('full');
  }
  const { scope, channel, follower } = place;
  const prospectOf = await upcomingFor(user, place, types, services);
  const changes: FollowChange[] = [];
  for (const target of targets) {
    const added =
      scope === 'channel'
        ? (await applyChange(user, channel, followChange(target, true), services)) !== null
        : !(isKept && isKnownHere(target)) &&
          notFull(await addFollow(db, follower, target, now(), types)) !== 'known';
    // A member's wide follow creates no card: it only adds pings to the channel's posts.
    const tells = scope === 'direct' || (scope === 'me' && !isWide(target.kind));
    if (added && tells) await followed(target, channel.key);
    changes.push({
      name: await nameOfTarget(user, target, services),
      kind: target.kind,
      added,
      ...(await prospectOf(target)),
    });
  }
  return followedMessage(user, {
    scope,
    channel,
    changes,
    alerts,
    lacksLive: api.state().lacksLive,
    isDirectUnproven:
      scope === 'direct' &&
      user.guildId !== null &&
      (await messageCountSince(db, channel.key, 0)) === 0,
  });
};

type FollowUpcoming = Pick<FollowChange, 'news' | 'outlook' | 'offset' | 'wanted' | 'beginsOn'>;

/**
 * Returns a function that describes what following a target will bring; reads upcoming matches
 * once.
 * @param types that the follow brings at most, as a mask
 */
const upcomingFor = async (
  { hidesScores }: Pick<Reader, 'hidesScores'>,
  { scope, channel }: FollowDestination,
  types: number,
  services: Services,
): Promise<(target: FollowTarget) => Promise<FollowUpcoming>> => {
  const { db, directory } = services;
  const today = serviceDay(services);
  // What is still to come tells what is over.
  const ahead = hidesScores === true ? [] : await matchesToCome(services);
  const own = await followsOf(db, { channelKey: channel.key, memberId: null });
  const countries = countriesIn(directory);
  return async (target) => {
    const { kind, id } = target;
    const isWanted = (held: TrackedMatch): boolean =>
      matchFilterReason(channel.settings, held) === null;
    const outlook = upcomingOf(target, ahead, countries);
    const isChannels = own.some((each) => isSameTarget(each, target));
    const follow = { target, isMembers: scope === 'me', isChannels, types };
    const startDate = kind === 'tournament' ? (directory.get(kind, id)?.startDate ?? '') : '';
    return {
      news: alertsOfFollow(channel.settings, follow, outlook.next),
      outlook,
      offset: outlook.next === null ? null : await readMatchOffset(db, outlook.next),
      wanted: {
        ahead: upcomingOf(target, ahead.filter(isWanted), countries).ahead,
        next: outlook.next === null || isWanted(outlook.next),
      },
      beginsOn: startDate > today ? startDate : null,
    };
  };
};
