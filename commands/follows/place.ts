import type { CommandUser, CommandRequest, Services } from '../../src/discord/command.ts';
import {
  type FollowTarget,
  FOLLOW_SCOPES,
  type FollowScope,
} from '../../src/domain/alerts/follows.ts';
import { followChange } from '../../src/domain/alerts/setting-changes.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/alerts/settings.ts';
import { applyChange } from '../alerts/changes.ts';
import { channelNamed } from '../alerts/channel.ts';
import { NO_CHOICES } from '../../src/domain/member-settings.ts';
import { UserError } from '../../src/errors.ts';
import {
  findDirect,
  NO_GUILD,
  setUpChannel,
  type Channel,
} from '../../src/store/channels/channels.ts';
import { findMember } from '../../src/store/follows/members.ts';
import { removeFollow, type Follower } from '../../src/store/follows/follows.ts';

export interface FollowDestination {
  readonly scope: FollowScope;
  readonly channel: Channel;
  readonly follower: Follower;
}

/** The option `who` of a request; the user by default. Outside of servers, direct messages. */
export const scopeOf = (request: Pick<CommandRequest, 'text' | 'guildId'>): FollowScope =>
  request.guildId === null
    ? 'direct'
    : (FOLLOW_SCOPES.find((scope) => scope === request.text('who')) ?? 'me');

/** @param memberId of a member's own follows in a channel of a server */
export const placeIn = (
  scope: FollowScope,
  channel: Channel,
  memberId: string | null = null,
): FollowDestination => ({ scope, channel, follower: { channelKey: channel.key, memberId } });

/**
 * The destination of follows of a scope; null for direct messages without any follow.
 * @param channelId of the alert channel; null for the default one
 * @throws UserError without an alert channel, or when the user may not manage it.
 */
export const followPlace = async (
  user: CommandUser,
  scope: FollowScope,
  channelId: string | null,
  services: Services,
): Promise<FollowDestination | null> => {
  if (scope === 'direct') {
    const [direct] = await directPlaces(user, services);
    return direct ?? null;
  }
  const channel = await channelNamed(user, channelId, services);
  if (scope === 'me') return placeIn('me', channel, user.userId);
  if (!(await services.mayManageAlerts(user))) {
    throw new UserError('channel-follow-needs-permission');
  }
  return placeIn('channel', channel);
};

/** A user's follows by direct message; empty before the first one. */
export const directPlaces = async (
  { userId }: Pick<CommandUser, 'userId'>,
  { db }: Pick<Services, 'db'>,
): Promise<readonly FollowDestination[]> => {
  const direct = await findDirect(db, userId);
  return direct === undefined ? [] : [placeIn('direct', direct)];
};

export const unfollowIn = async (
  user: Pick<CommandUser, 'userId'>,
  place: FollowDestination | null,
  target: FollowTarget,
  services: Services,
): Promise<void> => {
  if (place?.scope === 'channel') {
    await applyChange(user, place.channel, followChange(target, false), services);
  } else if (place !== null) await removeFollow(services.db, place.follower, target);
};

/**
 * The destination of a new follow; the first follow by direct message opens the channel.
 * @throws UserError when that fails, or a moderator turned members' follows off.
 */
export const newFollowPlace = async (
  user: CommandUser,
  scope: FollowScope,
  channelId: string | null,
  services: Services,
): Promise<FollowDestination> => {
  const place =
    (await followPlace(user, scope, channelId, services)) ?? (await openDirect(user, services));
  if (scope === 'me' && !place.channel.settings.memberFollows) {
    throw new UserError('member-follows-off');
  }
  return place;
};

const openDirect = async (
  { userId, locale }: CommandUser,
  { db, now, directChannel }: Services,
): Promise<FollowDestination> => {
  const discordId = await directChannel(userId);
  if (discordId === null) throw new UserError('direct-closed');
  const { hidesScores, timeZone } = (await findMember(db, userId)) ?? NO_CHOICES;
  const setup = {
    discordId,
    guildId: NO_GUILD,
    kind: 'direct',
    locale,
    configuredBy: userId,
    settings: {
      // What is followed here is somebody's own choice: of it they hear all but reminders.
      types: [...DEFAULT_SETTINGS.types, 'news', 'daily'],
      coverScores: hidesScores,
      ...(timeZone === null ? {} : { timeZone }),
    },
  } as const;
  return placeIn('direct', await setUpChannel(db, setup, now()));
};
