import type { CommandUser, ComponentRequest, Services } from '../../src/discord/command.ts';
import {
  type FollowTarget,
  alertsOfMask,
  FOLLOW_SCOPES,
  type FollowScope,
} from '../../src/domain/alerts/follows.ts';
import { UserError } from '../../src/errors.ts';
import {
  followListMessage,
  NO_CHANNEL,
  shownFollows,
  type ListedFollow,
} from '../../src/render/follows/list.ts';
import type { MessageBody } from '../../src/render/message.ts';
import { channelsOfGuild, type Channel } from '../../src/store/channels/channels.ts';
import {
  followTypesOf,
  followsOfMember,
  removeFollowOfMember,
} from '../../src/store/follows/follows.ts';
import { channelNamed, findAlertChannel } from '../alerts/channel.ts';
import { channelOnControl } from '../alerts/view.ts';
import { numberIn, wordIn } from '../options/control-values.ts';
import { directPlaces, unfollowIn, followPlace, placeIn, type FollowDestination } from './place.ts';
import { targetIn, plainNameOfTarget } from '../options/target-name.ts';

/** What the user and an alert channel follow. */
export const followList = async (
  user: CommandUser,
  channelId: string | null,
  services: Services,
): Promise<MessageBody> => {
  const find = () =>
    channelId === null ? findAlertChannel(user, services) : channelNamed(user, channelId, services);
  // In a direct message the user's own follows are listed in any case.
  return await listFor(user, user.guildId === null ? undefined : await find(), 1, services);
};

/** Turns a page of the list, or ends the chosen follow. */
export const onFollowList = async (request: ComponentRequest, services: Services) => {
  const [control, page, key] = request.values;
  const channel = await channelOfList(request, key, services);
  const ended = control === 'end' ? await endChosen(request, channel, services) : undefined;
  return await listFor(request, channel, numberIn(page), services, ended);
};

/** @throws UserError when the user may not see it, as if it had no alerts */
const channelOfList = async (user: CommandUser, key: string | undefined, services: Services) => {
  if (user.guildId === null || key === NO_CHANNEL) return undefined;
  const channel = await channelOnControl(user.guildId, key, services);
  const { discordId } = channel;
  if (user.maySee(discordId)) return channel;
  throw new UserError('no-alerts-there', { channel: { channelId: discordId } });
};

const listFor = async (
  user: CommandUser,
  channel: Channel | undefined,
  page: number,
  services: Services,
  ended?: string,
): Promise<MessageBody> => {
  const places = [
    ...(channel === undefined ? [] : [placeIn('channel', channel)]),
    ...(await directPlaces(user, services)),
  ];
  const elsewhere = await Promise.all(places.map((place) => listed(place, services)));
  const follows = [...(await ownIn(user, services)), ...elsewhere.flat()];
  const names = new Map<Unnamed, string>();
  // Only those on the page: a member may follow thousands.
  for (const each of shownFollows(follows, page).shown) {
    names.set(each, await plainNameOfTarget(user, each.target, services));
  }
  return followListMessage(user, {
    channel: channel ?? null,
    follows: follows.map((each) => ({ ...each, name: names.get(each) ?? '' })),
    page,
    mayManage: channel !== undefined && (await services.mayManageAlerts(user)),
    ended,
  });
};

type Unnamed = Omit<ListedFollow, 'name'>;

const listed = async ({ scope, channel, follower }: FollowDestination, { db }: Services) =>
  (await followTypesOf(db, follower)).map(({ target, types }) => ({
    scope,
    channel,
    target,
    alerts: alertsOfMask(types),
  }));

/** The user's own in all channels of the server. */
const ownIn = async ({ guildId, userId }: CommandUser, { db }: Services) => {
  if (guildId === null) return [];
  const channels = new Map((await channelsOfGuild(db, guildId)).map((each) => [each.key, each]));
  return (await followsOfMember(db, guildId, userId)).flatMap(({ channelKey, target, types }) => {
    const channel = channels.get(channelKey);
    return channel === undefined
      ? []
      : [{ scope: 'me' as const, channel, target, alerts: alertsOfMask(types) }];
  });
};

/**
 * Removes the chosen follow if it still exists; the user's own in every channel of the server.
 * @returns its name.
 * @throws UserError when the menu is of another version, or the user may not manage the channel.
 */
const endChosen = async (
  request: ComponentRequest,
  channel: Channel | undefined,
  services: Services,
): Promise<string> => {
  const { scope, target } = chosenFollow(request.chosen[0] ?? '');
  if (scope === 'me') {
    const { guildId, userId } = request;
    if (guildId !== null) await removeFollowOfMember(services.db, guildId, userId, target);
  } else {
    const place = await followPlace(request, scope, channel?.discordId ?? null, services);
    await unfollowIn(request, place, target, services);
  }
  return await plainNameOfTarget(request, target, services);
};

const chosenFollow = (value: string): { scope: FollowScope; target: FollowTarget } => {
  const [who, ...target] = value.split('-');
  return { scope: wordIn(FOLLOW_SCOPES, who), target: targetIn(target) };
};
