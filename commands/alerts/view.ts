import type { CommandUser, Services } from '../../src/discord/command.ts';
import type { PermissionName } from '../../src/domain/alerts/channel.ts';
import { distinctTargets, type FollowTarget } from '../../src/domain/alerts/follows.ts';
import { quietUntil } from '../../src/domain/alerts/quiet-hours.ts';
import { UserError } from '../../src/errors.ts';
import { DAY } from '../../src/lib/time.ts';
import { panelMessage } from '../../src/render/moderation/panel.ts';
import { CHANGES_SHOWN } from '../../src/render/moderation/panel/changes-page.ts';
import type { ChannelHealth } from '../../src/render/moderation/health.ts';
import type { MessageBody } from '../../src/render/message.ts';
import type { ChannelFollow, PanelView } from '../../src/render/moderation/panel/view.ts';
import { channelByKey, channelsOfGuild, type Channel } from '../../src/store/channels/channels.ts';
import { followsOf } from '../../src/store/follows/follows.ts';
import { changesOfChannel, changeToUndo } from '../../src/store/channels/setting-changes.ts';
import { pinRefusalIn } from '../../src/store/boards/boards.ts';
import { managerRoles } from '../../src/store/channels/manager-roles.ts';
import { deliveryHealth } from '../../src/store/channels/channel-failures.ts';
import { plainNameOfTarget } from '../options/target-name.ts';

/**
 * Returns the server of a request from somebody who manages its alerts.
 * @throws UserError in a direct message, and for users who may not.
 */
export const requireManager = async (
  user: CommandUser,
  { mayManageAlerts }: Pick<Services, 'mayManageAlerts'>,
): Promise<string> => {
  if (user.guildId === null) throw new UserError('server-only');
  if (!(await mayManageAlerts(user))) throw new UserError('no-permission');
  return user.guildId;
};

const FOR_THREADS = ['CreatePublicThreads', 'SendMessagesInThreads'] as const;
const FOR_EVENTS = ['CreateEvents', 'ManageEvents'] as const;
const FOR_ROLES = ['MentionEveryone'] as const;
const FOR_BOARDS = ['PinMessages'] as const;

export const healthOf = async (
  channel: Channel,
  { db, now, missingIn, timedOutUntil, areMentionable }: Services,
): Promise<ChannelHealth> => ({
  ...(await deliveryHealth(db, channel, now() - DAY)),
  quietUntil: quietUntil(channel.settings.quietHours, channel.settings.timeZone, now()),
  pinRefusal: channel.settings.board ? await pinRefusalIn(db, channel.discordId) : null,
  timedOutUntil: timedOutUntil(channel.guildId),
  missing: missingIn(channel, permissionsFor(channel, areMentionable)),
});

const permissionsFor = (
  { guildId, kind, settings }: Channel,
  areMentionable: Services['areMentionable'],
): readonly PermissionName[] => [
  ...(settings.threads && kind !== 'forum' ? FOR_THREADS : []),
  ...(settings.board && kind !== 'forum' ? FOR_BOARDS : []),
  ...(settings.events === 'none' ? [] : FOR_EVENTS),
  ...(areMentionable(guildId, settings.roles) ? [] : FOR_ROLES),
];

const followsIn = async (
  user: CommandUser,
  { key }: Channel,
  services: Services,
): Promise<readonly ChannelFollow[]> => {
  const targets = await followsOf(services.db, { channelKey: key, memberId: null });
  return await namedTargets(user, targets, services);
};

const namedTargets = (
  user: CommandUser,
  targets: readonly FollowTarget[],
  services: Services,
): Promise<readonly ChannelFollow[]> =>
  Promise.all(
    targets.map(async (target) => ({
      target,
      name: await plainNameOfTarget(user, target, services),
    })),
  );

/** The latest changes of a channel, with the names of what it began or ended to follow, and who manages it. */
const changesIn = async (
  user: CommandUser,
  channel: Channel,
  services: Services,
): Promise<
  Pick<PanelView, 'changes' | 'changedFollows' | 'undoable' | 'managers' | 'mayManage'>
> => {
  const changes = await changesOfChannel(services.db, channel, CHANGES_SHOWN);
  const targets = changes.flatMap(({ change }) =>
    change.what === 'follow' ? [change.before, change.after].filter((each) => each !== null) : [],
  );
  const changedFollows = await namedTargets(user, distinctTargets(targets), services);
  const undoable = await changeToUndo(services.db, channel);
  const roles = services.rolesOf(channel.guildId);
  const managers = (await managerRoles(services.db, channel.guildId)).filter(
    // A role that the server has deleted is none.
    (role) => roles?.has(role) !== false,
  );
  const { mayManage } = user;
  return {
    changes,
    changedFollows,
    managers,
    mayManage,
    ...(undoable === undefined ? {} : { undoable }),
  };
};

/** The panel of a channel as it is stored now. */
export const panelOf = async (
  user: CommandUser,
  { key, guildId }: Pick<Channel, 'key' | 'guildId'>,
  services: Services,
  {
    page = 'what',
    listPage = 1,
    note,
  }: Partial<Pick<PanelView, 'page' | 'listPage' | 'note'>> = {},
): Promise<MessageBody> => {
  const channels = await channelsOfGuild(services.db, guildId);
  const index = channels.findIndex((each) => each.key === key);
  const [channel, next] = [channels[index], channels[(index + 1) % channels.length]];
  if (channel === undefined) throw new UserError('outdated-control');
  return panelMessage(user, {
    channel,
    nextKey: channels.length < 2 || next === undefined ? null : next.key,
    page,
    listPage,
    follows: await followsIn(user, channel, services),
    ...(page === 'changes' ? await changesIn(user, channel, services) : {}),
    health: await healthOf(channel, services),
    ...(note === undefined ? {} : { note }),
  });
};

/**
 * The channel of a panel's control, in the server where it is used.
 * @throws UserError when it is no longer an alert channel of this server, or the control has none.
 */
export const channelOnControl = async (
  guildId: string,
  key: string | undefined,
  { db }: Services,
): Promise<Channel> => {
  if (!/^\d{1,9}$/.test(key ?? '')) throw new UserError('outdated-control');
  const channel = await channelByKey(db, Number(key));
  if (channel?.guildId !== guildId) throw new UserError('alerts-removed');
  return channel;
};
