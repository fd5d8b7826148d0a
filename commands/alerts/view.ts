import type { CommandUser, Services } from '../../src/discord/command.ts';
import type { PermissionName } from '../../src/domain/alerts/channel.ts';
import { UserError } from '../../src/errors.ts';
import { DAY } from '../../src/lib/time.ts';
import { panelMessage } from '../../src/render/moderation/panel.ts';
import type { ChannelHealth } from '../../src/render/moderation/health.ts';
import type { MessageBody } from '../../src/render/message.ts';
import type { ChannelFollow, PanelView } from '../../src/render/moderation/panel/view.ts';
import { channelByKey, channelsOfGuild, type Channel } from '../../src/store/channels/channels.ts';
import { followsOf } from '../../src/store/follows/follows.ts';
import { deliveryHealth } from '../../src/store/channels/channel-failures.ts';
import { plainNameOfTarget } from '../follows/target-name.ts';

/**
 * Returns the server of a moderator's request.
 * @throws UserError in a direct message, and for users who may not manage the server.
 */
export const requireModerator = ({ guildId, mayManage }: CommandUser): string => {
  if (guildId === null) throw new UserError('server-only');
  if (!mayManage) throw new UserError('no-permission');
  return guildId;
};

const FOR_THREADS = ['CreatePublicThreads', 'SendMessagesInThreads'] as const;
const FOR_EVENTS = ['CreateEvents', 'ManageEvents'] as const;
const FOR_ROLES = ['MentionEveryone'] as const;

export const healthOf = async (
  channel: Channel,
  { db, now, missingIn, areMentionable }: Services,
): Promise<ChannelHealth> => ({
  ...(await deliveryHealth(db, channel, now() - DAY)),
  missing: missingIn(channel, permissionsFor(channel, areMentionable)),
});

const permissionsFor = (
  { guildId, kind, settings }: Channel,
  areMentionable: Services['areMentionable'],
): readonly PermissionName[] => [
  ...(settings.threads && kind !== 'forum' ? FOR_THREADS : []),
  ...(settings.events === 'none' ? [] : FOR_EVENTS),
  ...(areMentionable(guildId, settings.roles) ? [] : FOR_ROLES),
];

const followsIn = async (
  user: CommandUser,
  { key }: Channel,
  services: Services,
): Promise<readonly ChannelFollow[]> => {
  const targets = await followsOf(services.db, { channelKey: key, memberId: null });
  return await Promise.all(
    targets.map(async (target) => ({
      target,
      name: await plainNameOfTarget(user, target, services),
    })),
  );
};

export const panelOf = async (
  user: CommandUser,
  channel: Channel,
  services: Services,
  {
    page = 'what',
    listPage = 1,
    note,
  }: Partial<Pick<PanelView, 'page' | 'listPage' | 'note'>> = {},
): Promise<MessageBody> => {
  const channels = await channelsOfGuild(services.db, channel.guildId);
  const index = channels.findIndex(({ key }) => key === channel.key);
  const next = channels[(index + 1) % channels.length];
  return panelMessage(user, {
    channel,
    nextKey: channels.length < 2 || next === undefined ? null : next.key,
    page,
    listPage,
    follows: await followsIn(user, channel, services),
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
