import { type APISelectMenuComponent, ChannelType, ComponentType } from 'discord-api-types/v10';

import type { ControlState } from '../../shown-state.ts';
import { isDirect } from '../side/channel-groups.ts';
import { emojiText } from './emoji.ts';

/** One thing that can be chosen in a select. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description: string;
}

const NOT_LISTED: ReadonlySet<number> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
]);

/** The default values of a select. */
export function presetOf(part: APISelectMenuComponent): readonly string[] {
  if (part.type === ComponentType.StringSelect) {
    return part.options.filter((each) => each.default === true).map(({ value }) => value);
  }
  return part.default_values?.map(({ id }) => id) ?? [];
}

/** What can be chosen in a select of any kind. */
export function choicesOf(part: APISelectMenuComponent, server: ControlState): readonly Choice[] {
  switch (part.type) {
    case ComponentType.StringSelect:
      return part.options.map(({ value, label, description, emoji }) => ({
        value,
        label: emojiText(emoji) === '' ? label : `${emojiText(emoji)} ${label}`,
        description: description ?? '',
      }));
    case ComponentType.ChannelSelect:
      return channels(server, part.channel_types);
    case ComponentType.UserSelect:
      return people(server);
    case ComponentType.RoleSelect:
      return roles(server);
    case ComponentType.MentionableSelect:
      return [...people(server), ...roles(server)];
  }
}

function people({ people: all, bot }: ControlState): readonly Choice[] {
  const known = all.map(({ id, displayName, username }) => ({
    value: id,
    label: displayName,
    description: username,
  }));
  return bot.isMember
    ? [...known, { value: bot.id, label: bot.username, description: 'app' }]
    : known;
}

function roles(server: ControlState): readonly Choice[] {
  return server.roles.map(({ id, name }) => ({
    value: id,
    label: `@${name.replace(/^@/, '')}`,
    description: 'role',
  }));
}

/** Threads are offered only to selects that ask for them by type. */
function channels(
  { channels: all }: ControlState,
  types: readonly number[] | undefined,
): readonly Choice[] {
  const isOffered = (type: number) =>
    types === undefined || types.length === 0 ? !NOT_LISTED.has(type) : types.includes(type);
  return all
    .filter((channel) => !isDirect(channel) && isOffered(channel.type))
    .map(({ id, name, topic }) => ({ value: id, label: `#${name}`, description: topic ?? '' }));
}
