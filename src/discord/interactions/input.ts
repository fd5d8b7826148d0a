import {
  ApplicationCommandOptionType,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import { truncate } from '../../lib/text.ts';
import type { Command } from '../command.ts';
import { CUSTOM_ID_MAX, MENU_OPTIONS_MAX, MENU_TEXT_MAX } from '../message-limits.ts';

/**
 * Bounds the input of users. Discord checks `max_length` only on the client while a user types, and a
 * client can be forged: everything is cut here, and nowhere else, since commands see no interaction.
 */

/** Characters of an option without `max_length`, and of autocomplete text. */
export const MAX_TEXT = 100;

/** More parts than any of our controls has. */
const MAX_PARTS = 12;

type Definition = Command['definition'];

/** The declared `max_length` of a command's options, by name. */
export const textLimits = ({ options = [] }: Definition): ReadonlyMap<string, number> => {
  const all: readonly APIApplicationCommandOption[] = options.flatMap((option) =>
    option.type === ApplicationCommandOptionType.Subcommand ? (option.options ?? []) : [option],
  );
  return new Map(
    all.flatMap((option) =>
      'max_length' in option ? [[option.name, option.max_length] as const] : [],
    ),
  );
};

/** Reads an option's text, cut to its limit; null where there is none. */
export const boundedText =
  (limits: ReadonlyMap<string, number>, read: (name: string) => string | null) =>
  (name: string): string | null => {
    const text = read(name);
    return text === null ? null : truncate(text, limits.get(name) ?? MAX_TEXT);
  };

/** The parts of a control's id: its command, then its values; none of an oversized id. */
export const controlParts = (customId: string): readonly string[] =>
  customId.length <= CUSTOM_ID_MAX ? customId.split(':', MAX_PARTS) : [];

/** The values chosen in a menu, cut to Discord's limits. */
export const boundedChosen = (values: readonly string[]): readonly string[] =>
  values.slice(0, MENU_OPTIONS_MAX).map((value) => truncate(value, MENU_TEXT_MAX));

/** The custom ids of a message's components, which Discord limits to 40. */
export const customIdsIn = (components: unknown): readonly string[] => {
  const ids: string[] = [];
  JSON.stringify(components, (key, value: unknown) => {
    if (key === 'custom_id' && typeof value === 'string') ids.push(value);
    return value;
  });
  return ids;
};
