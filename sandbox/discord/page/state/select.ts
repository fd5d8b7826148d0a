import type { APIApplicationCommand } from 'discord-api-types/v10';

import type { ControlState, Person, ShownChannel, ShownMessage } from '../../shown-state.ts';
import { contextFor, isOffered, permissionsLacked } from '../../interactions/offered.ts';
import { bitsOf } from '../../permissions.ts';
import {
  catalogue,
  messageEntries,
  type CommandEntry,
  type MessageCommandEntry,
} from '../command/catalogue.ts';
import { channelTitle } from '../side/channel-groups.ts';
import type { PageState } from './page-state.ts';

/** The page state once the server is known: what every view may rely on. */
export interface Scene {
  readonly state: PageState;
  readonly server: ControlState;
  readonly me: Person;
  readonly channel: ShownChannel;
  readonly commands: readonly CommandEntry[];
  /** The entries of the menu "Apps" of a message. */
  readonly messageCommands: readonly MessageCommandEntry[];
  readonly nameOf: NameOf;
}

/** Names for the ids in mentions; null for an unknown id. */
export interface NameOf {
  readonly user: (id: string) => string | null;
  readonly channel: (id: string) => string | null;
  readonly role: (id: string) => string | null;
  /** A command as this person's client lists it, by its English name. */
  readonly command: (path: string) => string | null;
}

/** The scene to draw, or null without a server, a person or a channel. */
export function sceneOf(state: PageState): Scene | null {
  const { server } = state;
  if (server === null) return null;
  const me = server.people.find(({ id }) => id === state.meId);
  const channel = server.channels.find(({ id }) => id === state.channelId);
  if (me === undefined || channel === undefined) return null;
  const standing = {
    context: contextFor(channel.peopleIds.length),
    serverHasApp: server.bot.isMember,
    hasApp: me.hasApp,
  };
  const mayRun = permissionCheck(me, channel);
  const offered = server.commands.filter(
    (command) => isOffered(command, standing) && mayRun(command),
  );
  const commands = catalogue(offered, me.locale);
  const messageCommands = messageEntries(offered, me.locale);
  return {
    state,
    server,
    me,
    channel,
    commands,
    messageCommands,
    nameOf: namesIn(server, me.locale),
  };
}

/** Whether a client shows a command by the permissions that it takes; in direct messages none. */
function permissionCheck({ permissions, commandPermissions }: Person, { peopleIds }: ShownChannel) {
  const has = bitsOf(permissions);
  const isDirect = peopleIds.length > 0;
  return (command: APIApplicationCommand): boolean =>
    isDirect || permissionsLacked(command, has, commandPermissions[command.id] ?? null) === 0n;
}

/** The messages of a channel that this person gets to see, oldest first. */
export function visibleMessages({ state, me, channel }: Scene): readonly ShownMessage[] {
  return (state.history.get(channel.id) ?? []).filter(
    (message) =>
      (message.ephemeralFor === undefined || message.ephemeralFor === me.id) &&
      !state.dismissed.has(message.id),
  );
}

/** The window's title: unread pings, the channel, the server. */
export function titleOf(state: PageState): string {
  const scene = sceneOf(state);
  if (scene === null) return 'Local Discord';
  const waiting = [...state.unread.values()].reduce((sum, { mentions: each }) => sum + each, 0);
  return `${waiting > 0 ? `(${waiting}) ` : ''}${channelTitle(scene.channel, scene.me, scene.server)} · ${scene.server.guild.name}`;
}

/** Whether a message calls this person: by name, or with everyone. */
export function mentions(message: ShownMessage, person: Person): boolean {
  return message.mention_everyone || message.mentions.some(({ id }) => id === person.id);
}

function namesIn(server: ControlState, locale: string): NameOf {
  const users = new Map(server.people.map(({ id, displayName }) => [id, displayName]));
  users.set(server.bot.id, server.bot.username);
  const channels = new Map(server.channels.map(({ id, name }) => [id, name]));
  const roles = new Map(server.roles.map(({ id, name }) => [id, name]));
  const commands = catalogue(server.commands, locale);
  return {
    user: (id) => users.get(id) ?? null,
    channel: (id) => channels.get(id) ?? null,
    role: (id) => roles.get(id) ?? null,
    command: (path) => {
      const whole = commands.find((each) => each.path === path)?.label;
      const [first] = commands.filter((each) => each.path.startsWith(`${path} `));
      return whole ?? first?.label.split(' ')[0] ?? null;
    },
  };
}
