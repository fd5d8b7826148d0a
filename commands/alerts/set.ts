import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import type { AutocompleteRequest, Choice, CommandRequest } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import type { SettingsChange } from '../../src/store/channels/channel-settings.ts';
import { SETTINGS, type Before, type Setting } from './settings.ts';
import { parseList } from './typed-list.ts';
import { handlerOf } from '../options/control-values.ts';

const ALL: readonly Setting[] = Object.values(SETTINGS);

export const setOptions: readonly APIApplicationCommandBasicOption[] = ALL.flatMap(
  ({ option }) => option ?? [],
);

type Where = Omit<Before, 'settings'>;

/** Settings by their names, each with what was typed or chosen. */
export type TypedSettings = readonly (readonly [
  name: keyof typeof SETTINGS,
  words: readonly string[],
])[];

/**
 * All that was typed as one change; other settings stay. It applies to the settings at the time of
 * the write, since another moderator may change them concurrently.
 */
const oneChange =
  (typed: readonly (readonly [Setting, readonly string[]])[], where: Where): SettingsChange =>
  (settings) =>
    typed.reduce(
      (before, [setting, words]) => changed(setting, words, { ...where, settings: before }),
      settings,
    );

export const settingsFromOptions = (request: CommandRequest, where: Where): SettingsChange =>
  oneChange(
    ALL.flatMap((setting) => {
      const words = wordsTyped(request, setting);
      return words === null ? [] : [[setting, words] as const];
    }),
    where,
  );

export const settingsFromWords = (typed: TypedSettings, where: Where): SettingsChange =>
  oneChange(
    typed.map(([name, words]) => [SETTINGS[name], words]),
    where,
  );

/**
 * The choice in a panel's menu as a change.
 * @throws UserError when the menu is no setting.
 */
export const settingFromMenu = (
  menu: string,
  chosen: readonly string[],
  where: Where,
): SettingsChange => oneChange([[handlerOf<Setting>(SETTINGS, menu), chosen]], where);

/** @throws UserError for values that the setting does not have. */
const changed = (setting: Setting, words: readonly string[], before: Before) => {
  const change = setting.read(words, before);
  if (change === null) throw new UserError('outdated-control');
  return { ...before.settings, ...change };
};

const wordsTyped = (
  request: CommandRequest,
  { option, isList }: Setting,
): readonly string[] | null => {
  if (option === undefined) return null;
  const typed = valueOf(request, option);
  if (typed === null) return null;
  return isList === true ? parseList(String(typed)) : [String(typed)];
};

const valueOf = (
  request: CommandRequest,
  { name, type }: APIApplicationCommandBasicOption,
): string | number | boolean | null => {
  if (type === ApplicationCommandOptionType.Integer) return request.integer(name);
  if (type === ApplicationCommandOptionType.Boolean) return request.flag(name);
  if (type === ApplicationCommandOptionType.Role) return request.role(name);
  return request.text(name);
};

/** Completes an option of `/alerts set`; null for one that is none of its settings. */
export const suggestSetting = (request: AutocompleteRequest): readonly Choice[] | null =>
  ALL.find(({ option }) => option?.name === request.option)?.suggest?.(request) ?? null;
