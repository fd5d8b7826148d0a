import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APIApplicationCommandSubcommandGroupOption,
  type APIApplicationCommandSubcommandOption,
} from 'discord-api-types/v10';
import { truncate } from '../lib/text.ts';
import type { Command } from './command.ts';
import { CUSTOM_ID_MAX, MENU_OPTIONS_MAX, MENU_TEXT_MAX } from './message-limits.ts';

/**
 * The edge where text of members enters. Discord checks `max_length` on the client alone while
 * somebody types, and a client can be forged: everything is cut here, and nowhere else, since
 * commands see no interaction.
 */

/** Characters of an option that declares no `max_length`, and of every text that is being typed. */
export const MAX_TEXT = 100;

/** No control of ours has more parts. */
const MAX_PARTS = 12;

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
  customId.length <= CUSTOM_ID_MAX ? customId.split(':', MAX_PARTS) : [];

/** What was chosen in a menu. */
export const boundedChosen = (values: readonly string[]): readonly string[] =>
  values.slice(0, MENU_OPTIONS_MAX).map((value) => truncate(value, MENU_TEXT_MAX));
