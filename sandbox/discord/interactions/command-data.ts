import {
  ApplicationCommandOptionType as Type,
  type APIApplicationCommandBasicOption,
  type APIAttachment,
} from 'discord-api-types/v10';
import type { Account } from '../guild/accounts.ts';
import type { State, StoredChannel } from '../state/state.ts';
import type { CommandLine } from './command-line.ts';
import type { OptionValue } from './option-values.ts';
import { resolvedData } from './resolved.ts';

/** An option with its value, ready to be sent. */
export interface FilledOption {
  readonly option: APIApplicationCommandBasicOption;
  readonly value: OptionValue;
  readonly focused?: true;
  /** The file behind the value. */
  readonly attachment?: APIAttachment;
}

const ENTITIES: readonly Type[] = [Type.User, Type.Role, Type.Mentionable, Type.Channel];

/** Discord's `data` of a command interaction. */
export const commandData = (
  state: Readonly<State>,
  { channel: place, person }: { readonly channel: StoredChannel; readonly person: Account },
  { command, path }: CommandLine,
  filled: readonly FilledOption[],
): object => {
  const options: object[] = filled.map(({ option: { name, type }, value, focused }) => ({
    name,
    type,
    value,
    ...(focused ? { focused } : {}),
  }));
  const ids = filled
    .filter(({ option }) => ENTITIES.includes(option.type))
    .map(({ value }) => String(value));
  const files = filled.flatMap(({ attachment }) => attachment ?? []);
  const resolved = {
    ...resolvedData(state, place, person, ids),
    ...(files.length === 0
      ? {}
      : { attachments: Object.fromEntries(files.map((file) => [file.id, file])) }),
  };
  return {
    id: command.id,
    name: command.name,
    type: command.type,
    ...(command.guild_id === undefined ? {} : { guild_id: command.guild_id }),
    options: nested(path, options),
    ...(Object.keys(resolved).length === 0 ? {} : { resolved }),
  };
};

/** The options under their subcommand, that under its group. */
const nested = (path: readonly string[], options: object[]): object[] => {
  const [name, ...inner] = path;
  if (name === undefined) return options;
  const type = inner.length === 0 ? Type.Subcommand : Type.SubcommandGroup;
  return [{ name, type, options: nested(inner, options) }];
};
