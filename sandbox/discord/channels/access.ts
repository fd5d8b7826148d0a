import type { ChannelType } from 'discord-api-types/v10';
import { ACCOUNTS, APPLICATION_ID, GUILD_ID, OWNER_ID, type Account } from '../guild/accounts.ts';
import { roleIdsOf, rolePermissionsOf } from '../guild/roles.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import {
  basePermissions,
  bitsOf,
  channelPermissions,
  type Holder,
  type PermissionName,
} from '../permissions.ts';
import type { State, StoredChannel } from '../state/state.ts';
import { isPrivate, peopleIn } from './direct.ts';
import { isThread } from './present.ts';

/** What both ends of a direct message may do there. */
const IN_DIRECT_MESSAGES = bitsOf([
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'AttachFiles',
  'AddReactions',
  'ReadMessageHistory',
  'UseExternalEmojis',
]);

/** What a member may do during a time-out. */
const DURING_TIME_OUT = bitsOf(['ViewChannel', 'ReadMessageHistory']);

const holderOf = (state: Readonly<State>, account: Account): Holder => ({
  userId: account.id,
  isOwner: account.id === OWNER_ID,
  roleIds: roleIdsOf(state, account),
});

/** What an account may do in the guild at large. */
export const guildPermissionsOf = (state: Readonly<State>, account: Account): bigint =>
  account.bot && !state.bot.isMember
    ? 0n
    : basePermissions(holderOf(state, account), rolePermissionsOf(state));

/** What an account may do in a channel; a thread asks its parent. */
export const permissionsIn = (
  state: Readonly<State>,
  channel: StoredChannel,
  account: Account,
): bigint => {
  const people = peopleIn(channel);
  if (people.length > 0) {
    const isThere = people.includes(account.id) || (account.bot && !isPrivate(channel));
    return isThere ? IN_DIRECT_MESSAGES : 0n;
  }
  if (account.bot && !state.bot.isMember) return 0n;
  const silenced = account.bot && (state.bot.timedOutUntil ?? null) !== null;
  const place = isThread(channel) ? state.channels.get(channel.parentId ?? '') : channel;
  const overwrites = place?.overwrites ?? [];
  const granted = channelPermissions(
    guildPermissionsOf(state, account),
    holderOf(state, account),
    GUILD_ID,
    overwrites,
  );
  return silenced ? granted & DURING_TIME_OUT : granted;
};

/** What the answers of the bot may do in a channel, even where the bot itself is not. */
export const answerPermissionsIn = (state: Readonly<State>, channel: StoredChannel): bigint =>
  isPrivate(channel) || !state.bot.isMember
    ? IN_DIRECT_MESSAGES
    : permissionsIn(state, channel, botAccount());

/** Whether an account has all these permissions in a channel. */
export const may = (
  state: Readonly<State>,
  channel: StoredChannel,
  account: Account,
  ...names: readonly PermissionName[]
): boolean => {
  const needed = bitsOf(names);
  return (permissionsIn(state, channel, account) & needed) === needed;
};

/** The permission that writing takes here. */
export const writingPermission = (channel: StoredChannel): PermissionName =>
  isThread(channel) ? 'SendMessagesInThreads' : 'SendMessages';

/** The bot's own account. */
export const botAccount = (): Account => {
  const bot = ACCOUNTS.get(APPLICATION_ID);
  if (bot === undefined) throw new Error('the guild has no bot');
  return bot;
};

/**
 * The channel of this id, when the bot may see it and has these permissions.
 * Throws 10003, 50001 or 50013, as Discord does in this order.
 */
export const channelForBot = (
  { state }: Discord,
  id: string,
  ...names: readonly PermissionName[]
): StoredChannel => {
  const channel = state.channels.get(id);
  if (channel === undefined) throw refusal('unknownChannel');
  if (!may(state, channel, botAccount(), 'ViewChannel')) throw refusal('missingAccess');
  if (!may(state, channel, botAccount(), ...names)) throw refusal('missingPermissions');
  return channel;
};

/** The same channel, or 50024 when it is of none of these types. */
export const ofType = (channel: StoredChannel, ...types: readonly ChannelType[]): StoredChannel => {
  if (!types.includes(channel.type)) throw refusal('wrongChannelType');
  return channel;
};
