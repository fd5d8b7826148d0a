import type { Asker, CommandRequest, Services } from '../src/discord/command.ts';
import type { FollowTarget } from '../src/domain/follows.ts';
import { UserError } from '../src/errors.ts';
import {
  channelsOfGuild,
  findDirect,
  NO_GUILD,
  setUpChannel,
  type Channel,
} from '../src/store/channels.ts';
import { removeFollow, type Follower } from '../src/store/follows.ts';

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

/** Where a member follows under the alerts of a channel. */
export const memberPlace = (channel: Channel, memberId: string): FollowPlace => ({
  scope: 'me',
  channel,
  follower: { channelKey: channel.key, memberId },
});

/** Where a channel itself follows. */
export const channelPlace = (channel: Channel): FollowPlace => ({
  scope: 'channel',
  channel,
  follower: { channelKey: channel.key, memberId: null },
});

const directPlace = (channel: Channel): FollowPlace => ({
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
    const [direct] = await directPlaces(asker, services);
    return direct ?? null;
  }
  const channel = await meant();
  if (scope === 'me') return memberPlace(channel, asker.userId);
  if (!asker.mayManage) throw new UserError('channel-follow-needs-permission');
  return channelPlace(channel);
};

/** Wherever somebody follows for themselves in a server: under the alerts of any of its channels. */
export const memberPlaces = async (
  { guildId, userId }: Pick<Asker, 'guildId' | 'userId'>,
  { db }: Pick<Services, 'db'>,
): Promise<readonly FollowPlace[]> => {
  const channels = guildId === null ? [] : await channelsOfGuild(db, guildId);
  return channels.map((channel) => memberPlace(channel, userId));
};

/** Where somebody follows by direct message; nowhere before they followed the first thing so. */
export const directPlaces = async (
  { userId }: Pick<Asker, 'userId'>,
  { db }: Pick<Services, 'db'>,
): Promise<readonly FollowPlace[]> => {
  const direct = await findDirect(db, userId);
  return direct === undefined ? [] : [directPlace(direct)];
};

/** Ends what is followed in these places, wherever it is. */
export const endIn = async (
  places: readonly (FollowPlace | null)[],
  target: FollowTarget,
  { db }: Pick<Services, 'db'>,
): Promise<void> => {
  for (const place of places) {
    if (place !== null) await removeFollow(db, place.follower, target);
  }
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
  return directPlace(await setUpChannel(db, setup, now()));
};
