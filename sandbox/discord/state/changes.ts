import type {
  APIApplicationCommand,
  APIApplicationCommandPermission,
  APIRole,
} from 'discord-api-types/v10';
import * as z from 'zod';
import { HOUR } from '../../../src/lib/time.ts';
import type { BotMembership } from '../guild/bot.ts';
import { firstRoles } from '../guild/roles.ts';
import { isObject } from '../json.ts';
import type { ScheduledEvent } from '../scheduled-events/event.ts';
import {
  messagesOf,
  nonceKey,
  type State,
  type StoredChannel,
  type StoredInteraction,
  type StoredMessage,
  type StoredWebhook,
} from './state.ts';

/** A change of the state: what a line of the journal holds. */
export type Change =
  | { readonly type: 'channel'; readonly channel: StoredChannel }
  | { readonly type: 'channel-gone'; readonly id: string }
  | { readonly type: 'message'; readonly message: StoredMessage }
  | { readonly type: 'message-gone'; readonly channelId: string; readonly id: string }
  | {
      readonly type: 'commands';
      readonly scope: string;
      readonly commands: readonly APIApplicationCommand[];
    }
  | {
      readonly type: 'command-permissions';
      readonly commandId: string;
      readonly permissions: readonly APIApplicationCommandPermission[];
    }
  | { readonly type: 'interaction'; readonly interaction: StoredInteraction }
  | { readonly type: 'event'; readonly event: ScheduledEvent }
  | { readonly type: 'event-gone'; readonly id: string }
  | { readonly type: 'bot'; readonly bot: BotMembership }
  | { readonly type: 'role'; readonly role: APIRole }
  | { readonly type: 'role-gone'; readonly id: string }
  | {
      readonly type: 'member-roles';
      readonly userId: string;
      readonly roleIds: readonly string[];
    }
  | { readonly type: 'webhook'; readonly webhook: StoredWebhook }
  | { readonly type: 'webhook-gone'; readonly id: string }
  | { readonly type: 'direct-closed'; readonly userId: string; readonly isClosed: boolean }
  | { readonly type: 'app-user'; readonly userId: string; readonly hasApp: boolean };

// Our own process wrote the lines, whole or not at all: the outline is checked, not each field.
const written = <Shape>() => z.custom<Shape>(isObject);

/** A line of the journal, parsed. */
export const changeSchema: z.ZodType<Change> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('channel'), channel: written<StoredChannel>() }),
  z.object({ type: z.literal('channel-gone'), id: z.string() }),
  z.object({ type: z.literal('message'), message: written<StoredMessage>() }),
  z.object({ type: z.literal('message-gone'), channelId: z.string(), id: z.string() }),
  z.object({
    type: z.literal('commands'),
    scope: z.string(),
    commands: z.array(written<APIApplicationCommand>()),
  }),
  z.object({
    type: z.literal('command-permissions'),
    commandId: z.string(),
    permissions: z.array(written<APIApplicationCommandPermission>()),
  }),
  z.object({ type: z.literal('interaction'), interaction: written<StoredInteraction>() }),
  z.object({ type: z.literal('event'), event: written<ScheduledEvent>() }),
  z.object({ type: z.literal('event-gone'), id: z.string() }),
  z.object({ type: z.literal('bot'), bot: written<BotMembership>() }),
  z.object({ type: z.literal('role'), role: written<APIRole>() }),
  z.object({ type: z.literal('role-gone'), id: z.string() }),
  z.object({
    type: z.literal('member-roles'),
    userId: z.string(),
    roleIds: z.array(z.string()),
  }),
  z.object({ type: z.literal('webhook'), webhook: written<StoredWebhook>() }),
  z.object({ type: z.literal('webhook-gone'), id: z.string() }),
  z.object({ type: z.literal('direct-closed'), userId: z.string(), isClosed: z.boolean() }),
  z.object({ type: z.literal('app-user'), userId: z.string(), hasApp: z.boolean() }),
]);

type Appliers = {
  readonly [Type in Change['type']]: (
    state: State,
    change: Extract<Change, { readonly type: Type }>,
  ) => void;
};

// Tokens are valid for 15 minutes; older ones waste memory.
const FORGOTTEN_AFTER_MS = HOUR;

const APPLIERS: Appliers = {
  channel: (state, { channel }) => {
    state.channels.set(channel.id, channel);
  },
  'channel-gone': (state, { id }) => {
    state.channels.delete(id);
    state.messages.delete(id);
    for (const webhook of state.webhooks.values()) {
      if (webhook.channelId === id) state.webhooks.delete(webhook.id);
    }
  },
  message: (state, { message }) => {
    const { id, channel_id: channelId, author } = message.body;
    const ofChannel = state.messages.get(channelId) ?? new Map<string, StoredMessage>();
    state.messages.set(channelId, ofChannel.set(id, message));
    if (message.enforcedNonce !== null) {
      state.nonces.set(nonceKey(author.id, message.enforcedNonce), message);
    }
  },
  'message-gone': (state, { channelId, id }) => {
    state.messages.get(channelId)?.delete(id);
  },
  commands: (state, { scope, commands }) => {
    state.commands.set(scope, commands);
  },
  'command-permissions': (state, { commandId, permissions }) => {
    state.commandPermissions.set(commandId, permissions);
  },
  interaction: (state, { interaction }) => {
    for (const [token, { createdAt }] of state.interactions) {
      if (createdAt >= interaction.createdAt - FORGOTTEN_AFTER_MS) break;
      state.interactions.delete(token);
    }
    state.interactions.set(interaction.token, interaction);
  },
  event: (state, { event }) => {
    state.events.set(event.id, event);
  },
  'event-gone': (state, { id }) => {
    state.events.delete(id);
  },
  bot: (state, { bot }) => {
    state.bot = bot;
  },
  role: (state, { role }) => {
    state.roles.set(role.id, role);
  },
  'role-gone': (state, { id }) => {
    state.roles.delete(id);
  },
  'member-roles': (state, { userId, roleIds }) => {
    state.memberRoles.set(userId, roleIds);
  },
  webhook: (state, { webhook }) => {
    state.webhooks.set(webhook.id, webhook);
  },
  'webhook-gone': (state, { id }) => {
    state.webhooks.delete(id);
  },
  'direct-closed': (state, { userId, isClosed }) => {
    if (isClosed) state.closedDirect.add(userId);
    else state.closedDirect.delete(userId);
  },
  'app-user': (state, { userId, hasApp }) => {
    if (hasApp) state.appUsers.add(userId);
    else state.appUsers.delete(userId);
  },
};

/** Applies a change to the state. */
export const apply = (state: State, change: Change): void => {
  // The table's type pairs each change with its applier; TypeScript cannot see the pairing.
  const applier = APPLIERS[change.type] as (state: State, change: Change) => void;
  applier(state, change);
};

/** The shortest list of changes that leads to this state; what has expired is left out. */
export const changesOf = (state: State, expiredBefore: number): Change[] => [
  ...[...state.channels.values()].map((channel): Change => ({ type: 'channel', channel })),
  ...[...state.channels.keys()]
    .flatMap((id) => messagesOf(state, id))
    .filter(({ ephemeralFor, body }) => !ephemeralFor || Date.parse(body.timestamp) > expiredBefore)
    .map((message): Change => ({ type: 'message', message })),
  ...[...state.commands].map(([scope, commands]): Change => ({
    type: 'commands',
    scope,
    commands,
  })),
  ...[...state.commandPermissions].map(([commandId, permissions]): Change => ({
    type: 'command-permissions',
    commandId,
    permissions,
  })),
  ...[...state.interactions.values()]
    .filter(({ createdAt }) => createdAt > expiredBefore)
    .map((interaction): Change => ({ type: 'interaction', interaction })),
  ...[...state.events.values()].map((event): Change => ({ type: 'event', event })),
  { type: 'bot', bot: state.bot },
  ...[...firstRoles().keys()]
    .filter((id) => !state.roles.has(id))
    .map((id): Change => ({ type: 'role-gone', id })),
  ...[...state.roles.values()].map((role): Change => ({ type: 'role', role })),
  ...[...state.memberRoles].map(([userId, roleIds]): Change => ({
    type: 'member-roles',
    userId,
    roleIds,
  })),
  ...[...state.webhooks.values()].map((webhook): Change => ({ type: 'webhook', webhook })),
  ...[...state.closedDirect].map((userId): Change => ({
    type: 'direct-closed',
    userId,
    isClosed: true,
  })),
  ...[...state.appUsers].map((userId): Change => ({ type: 'app-user', userId, hasApp: true })),
];
