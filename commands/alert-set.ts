import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import type { AutocompleteRequest, Choice, CommandRequest } from '../src/discord/command.ts';
import { UserError } from '../src/errors.ts';
import type { SettingsChange } from '../src/store/channel-settings.ts';
import { SETTINGS, type Before, type Setting } from './alert-settings.ts';
import { listTyped } from './typed-list.ts';

const ALL: readonly Setting[] = Object.values(SETTINGS);

/** The settings of the panel as options, for those who script. */
export const setOptions: readonly APIApplicationCommandBasicOption[] = ALL.flatMap(
  ({ option }) => option ?? [],
);

type Where = Omit<Before, 'settings'>;

/**
 * Everything that was typed, as one change; what was not typed stays. It is applied to the settings
 * as they are when they are written: somebody else may change them at the same moment.
 */
export const changeTyped = (request: CommandRequest, where: Where): SettingsChange => {
  const typed = ALL.flatMap((setting) => {
    const words = wordsTyped(request, setting);
    return words === null ? [] : [{ setting, words }];
  });
  return (settings) =>
    typed.reduce(
      (before, { setting, words }) => changed(setting, words, { ...where, settings: before }),
      settings,
    );
};

/** What was chosen in the menu of a panel, as a change; undefined for a menu of no setting. */
export const changeChosen = (
  menu: string,
  chosen: readonly string[],
  where: Where,
): SettingsChange | undefined => {
  const setting = Object.hasOwn(SETTINGS, menu) ? SETTINGS[menu as keyof typeof SETTINGS] : null;
  return setting === null
    ? undefined
    : (settings) => changed(setting, chosen, { ...where, settings });
};

/** @throws UserError for words that are none of this setting. */
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
  return isList === true ? listTyped(String(typed)) : [String(typed)];
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
