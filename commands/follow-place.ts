import type { Asker, CommandRequest, Services } from '../src/discord/command.ts';
import { UserError } from '../src/errors.ts';
import { findDirect, NO_GUILD, setUpChannel, type Channel } from '../src/store/channels.ts';
import type { Follower } from '../src/store/follows.ts';

/** For oneself under the alerts of a channel, for everybody in it, or by direct message. */
export const SCOPES = ['me', 'channel', 'direct'] as const;

export type Scope = (typeof SCOPES)[number];

/** Where something is followed, and by whom. */
export interface FollowPlace {
  readonly scope: Scope;
  readonly channel: Channel;
  readonly follower: Follower;
}

/**
 * The option `who` of a request; for oneself unless told otherwise. Where there is no channel, there
 * are direct messages.
 */
export const scopeOf = (request: Pick<CommandRequest, 'text' | 'guildId'>): Scope =>
  request.guildId === null
    ? 'direct'
    : (SCOPES.find((scope) => scope === request.text('who')) ?? 'me');

const ownPlace = (channel: Channel): FollowPlace => ({
  scope: 'direct',
  channel,
  follower: { channelKey: channel.key, memberId: null },
});

/**
 * Where follows of a scope are kept; null when nothing was ever followed by direct message.
 * @param meant finds the alert channel, unless it is about direct messages
 * @throws UserError where there is no alert channel, or the asker may not speak for it.
 */
export const followPlace = async (
  asker: Asker,
  scope: Scope,
  services: Services,
  meant: () => Promise<Channel>,
): Promise<FollowPlace | null> => {
  if (scope === 'direct') {
    const direct = await findDirect(services.db, asker.userId);
    return direct === undefined ? null : ownPlace(direct);
  }
  const channel = await meant();
  if (scope === 'me') {
    return { scope, channel, follower: { channelKey: channel.key, memberId: asker.userId } };
  }
  if (!asker.mayManage) throw new UserError('channel-follow-needs-permission');
  return { scope, channel, follower: { channelKey: channel.key, memberId: null } };
};

/**
 * Where something new is followed: direct messages are opened with the first of it.
 * @throws UserError where that cannot be, or a moderator does not want it.
 */
export const newFollowPlace = async (
  asker: Asker,
  scope: Scope,
  services: Services,
  meant: () => Promise<Channel>,
): Promise<FollowPlace> => {
  const place =
    (await followPlace(asker, scope, services, meant)) ?? (await openDirect(asker, services));
  if (scope === 'me' && !place.channel.settings.memberFollows) {
    throw new UserError('member-follows-off');
  }
  return place;
};

const openDirect = async (
  { userId, locale }: Asker,
  { db, now, directChannel }: Services,
): Promise<FollowPlace> => {
  const discordId = await directChannel(userId);
  if (discordId === null) throw new UserError('direct-closed');
  const setup = {
    discordId,
    guildId: NO_GUILD,
    kind: 'direct',
    locale,
    configuredBy: userId,
  } as const;
  return ownPlace(await setUpChannel(db, setup, now()));
};
