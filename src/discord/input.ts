import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APIApplicationCommandSubcommandGroupOption,
  type APIApplicationCommandSubcommandOption,
} from 'discord-api-types/v10';
import { truncate } from '../lib/text.ts';
import type { Command } from './command.ts';

/**
 * The edge where text of members enters. Discord checks `max_length` on the client alone while
 * somebody types, and a client can be forged: everything is cut here, and nowhere else, since
 * commands see no interaction.
 */

/** Characters of an option that declares no `max_length`, and of every text that is being typed. */
export const MAX_TEXT = 100;

/** Discord's limit of a custom id, and of a value in a menu. */
const MAX_CONTROL = 100;

/** No control of ours has more parts. */
const MAX_PARTS = 12;

/** Discord's limit of the values of a menu. */
const MAX_CHOSEN = 25;

type Definition = Command['definition'];

const isGroup = (
  option: APIApplicationCommandOption,
): option is APIApplicationCommandSubcommandOption | APIApplicationCommandSubcommandGroupOption =>
  option.type === ApplicationCommandOptionType.Subcommand ||
  option.type === ApplicationCommandOptionType.SubcommandGroup;

const basicOptions = (
  options: readonly APIApplicationCommandOption[],
): readonly APIApplicationCommandBasicOption[] =>
  options.flatMap((option) => (isGroup(option) ? basicOptions(option.options ?? []) : [option]));

/** How many characters each option of a command takes, by its name: what its definition declares. */
export const textLimits = ({ options = [] }: Definition): ReadonlyMap<string, number> =>
  new Map(
    basicOptions(options).flatMap((option) =>
      'max_length' in option ? [[option.name, option.max_length] as const] : [],
    ),
  );

/** Reads the text of an option as far as it may be long; null where there is none. */
export const boundedText =
  (limits: ReadonlyMap<string, number>, read: (name: string) => string | null) =>
  (name: string): string | null => {
    const text = read(name);
    return text === null ? null : truncate(text, limits.get(name) ?? MAX_TEXT);
  };

/** A whole number that can be counted with; null for any other. */
export const boundedInteger = (number: number | null): number | null =>
  number !== null && Number.isSafeInteger(number) ? number : null;

/** The parts of a control's id: its command, then what it was given. Too long an id has none. */
export const controlParts = (customId: string): readonly string[] =>
  customId.length <= MAX_CONTROL ? customId.split(':', MAX_PARTS) : [];

/** What was chosen in a menu. */
export const boundedChosen = (values: readonly string[]): readonly string[] =>
  values.slice(0, MAX_CHOSEN).map((value) => truncate(value, MAX_CONTROL));
