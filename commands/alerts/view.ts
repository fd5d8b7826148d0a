import type { Command, CommandUser, Services } from '../../src/discord/command.ts';
import type { PermissionName } from '../../src/domain/alerts/channel.ts';
import { changedFollows } from '../../src/domain/alerts/setting-changes.ts';
import { quietUntil } from '../../src/domain/alerts/quiet-hours.ts';
import { UserError } from '../../src/errors.ts';
import { DAY } from '../../src/lib/time.ts';
import { panelMessage } from '../../src/render/moderation/panel.ts';
import { CHANGES_SHOWN } from '../../src/render/moderation/panel/changes-page.ts';
import { followsOnPage } from '../../src/render/moderation/panel/follows-page.ts';
import type { ChannelHealth } from '../../src/render/moderation/health.ts';
import type { MessageBody } from '../../src/render/message.ts';
import {
  PANEL_PAGES,
  type PanelHistory,
  type PanelPage,
  type PanelView,
} from '../../src/render/moderation/panel/view.ts';
import { channelByKey, channelsOfGuild, type Channel } from '../../src/store/channels/channels.ts';
import { followsOf } from '../../src/store/follows/follows.ts';
import { changesOfChannel, changeToUndo } from '../../src/store/channels/setting-changes.ts';
import { pinRefusalIn } from '../../src/store/boards/boards.ts';
import { managerRoles } from '../../src/store/channels/manager-roles.ts';
import { deliveryHealth } from '../../src/store/channels/channel-failures.ts';
import { namesOfTargets } from '../options/target-name.ts';

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

export const healthOf = async (
  channel: Channel,
  { db, now, missingIn, timedOutUntil, areMentionable }: Services,
): Promise<ChannelHealth> => {
  const delivered = await deliveryHealth(db, channel, now() - DAY);
  const { lastPostAt } = delivered;
  return {
    ...delivered,
    // A clock ahead of ours may have recorded it.
    lastPostAt: lastPostAt === null ? null : Math.min(lastPostAt, now()),
    quietUntil: quietUntil(channel.settings.quietHours, channel.settings.timeZone, now()),
    pinRefusal: channel.settings.board ? await pinRefusalIn(db, channel.discordId) : null,
    timedOutUntil: timedOutUntil(channel.guildId),
    missing: missingIn(channel, permissionsFor(channel, areMentionable)),
  };
};

/** The permissions that the settings need beside those of every post. */
const permissionsFor = (
  { guildId, kind, settings }: Channel,
  areMentionable: Services['areMentionable'],
): readonly PermissionName[] => {
  const needed: readonly (readonly [isNeeded: boolean, ...names: PermissionName[]])[] = [
    [settings.threads && kind !== 'forum', 'CreatePublicThreads', 'SendMessagesInThreads'],
    [settings.board && kind !== 'forum', 'PinMessages'],
    [settings.events !== 'none', 'CreateEvents', 'ManageEvents'],
    [!areMentionable(guildId, settings.roles), 'MentionEveryone'],
  ];
  return needed.flatMap(([isNeeded, ...names]) => (isNeeded ? names : []));
};

/** The latest changes of a channel, and who manages the alerts of its server. */
const historyOf = async (
  { mayManage }: CommandUser,
  channel: Channel,
  { db, rolesOf }: Services,
): Promise<PanelHistory> => {
  const roles = rolesOf(channel.guildId);
  const managers = await managerRoles(db, channel.guildId);
  return {
    changes: await changesOfChannel(db, channel, CHANGES_SHOWN),
    undoable: (await changeToUndo(db, channel))?.id ?? null,
    // A role that the server has deleted is none.
    managers: managers.filter((role) => roles?.has(role) !== false),
    mayManage,
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
    note = '',
  }: Partial<Pick<PanelView, 'page' | 'listPage' | 'note'>>,
): Promise<MessageBody> => {
  const channels = await channelsOfGuild(services.db, guildId);
  const index = channels.findIndex((each) => each.key === key);
  const [channel, next] = [channels[index], channels[(index + 1) % channels.length]];
  if (channel === undefined) throw new UserError('outdated-control');
  const follows = await followsOf(services.db, { channelKey: key, memberId: null });
  const history = page === 'changes' ? await historyOf(user, channel, services) : null;
  // Only those on the page: a channel may follow hundreds.
  const named =
    page === 'follows'
      ? followsOnPage({ follows, listPage }).shown
      : changedFollows(history?.changes.map(({ change }) => change) ?? []);
  return panelMessage(user, {
    channel,
    nextKey: channels.length < 2 || next === undefined ? null : next.key,
    page,
    listPage,
    follows,
    nameOf: await namesOfTargets(user, named, services),
    history,
    health: await healthOf(channel, services),
    note,
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

/** The page of a control; the first page for an unknown one. */
export const pageOf = (word: string | undefined): PanelPage =>
  PANEL_PAGES.find((page) => page === word) ?? 'what';

/** The panel of any of its controls. @throws UserError for the controls of what is no panel */
export const presentPanel: NonNullable<Command['present']> = async (request, services) => {
  const guildId = await requireManager(request, services);
  const [, key, page] = request.values;
  const channel = await channelOnControl(guildId, key, services);
  return await panelOf(request, channel, services, { page: pageOf(page) });
};
