import type { CommandUser, ComponentRequest } from '../../src/discord/command.ts';
import {
  ALERT_TYPES,
  PRESET_NAMES,
  PRESETS,
  type AlertType,
} from '../../src/domain/alerts/alert-types.ts';
import {
  FLAGS,
  MAX_DELAY_SECONDS,
  roleIds,
  SETTING_NAMES,
  SETTINGS,
  someSettings,
  type AlertSettings,
  type SettingName,
} from '../../src/domain/alerts/settings.ts';
import type { Instant } from '../../src/domain/terms.ts';
import { CURRENT_LEVELS } from '../../src/domain/levels.ts';
import { UserError } from '../../src/errors.ts';
import type { SettingsChange } from '../../src/store/channels/channel-settings.ts';
import { handlerOf } from '../options/control-values.ts';
import { isNone, parseDailyDigestTime, parseQuietHours } from './typed-time.ts';
import { parseTimeZone } from './zone.ts';

interface Before {
  readonly settings: AlertSettings;
  /** Who types, and when. */
  readonly user: CommandUser;
  readonly now: Instant;
}

/**
 * What was typed or chosen as a change; null for values that neither a menu nor a form would send.
 * @throws UserError that says what to write
 */
type Read = (words: readonly string[], before: Before) => Partial<AlertSettings> | null;

const set = (name: SettingName, value: unknown): Partial<AlertSettings> | null =>
  someSettings.safeParse({ [name]: value }).data ?? null;

/** What the menu of a setting sends: a word for each of its values, or one for any of them. */
const readMenu =
  (name: SettingName): Read =>
  (words) => {
    const { initial, ...row } = SETTINGS[name];
    const values = 'values' in row ? row.values : [];
    const chosen = words.map((word) => values.find((value) => `${value}` === word) ?? null);
    return set(name, Array.isArray(initial) ? chosen : (chosen[0] ?? null));
  };

/** The types with one of them turned on, or off. */
const turned = (types: readonly AlertType[], which: AlertType, isOn: boolean) => ({
  types: ALERT_TYPES.filter((type) => (type === which ? isOn : types.includes(type))),
});

/** The controls that do not have their setting's name, and what more is to be known of a value. */
const SPECIAL = {
  preset: ([word]) => {
    const preset = PRESET_NAMES.find((name) => name === word);
    return preset === undefined ? null : { types: PRESETS[preset] };
  },
  // None for all of them, so that levels which the service adds later are included.
  levels: (words) => set('levels', words.length === CURRENT_LEVELS.length ? [] : words),
  delay: ([text = '']) => {
    const change = set('delay', isNone(text) ? 0 : /^\d{1,4}$/.test(text) ? Number(text) : null);
    if (change !== null) return change;
    throw new UserError('unknown-delay', { text, most: `${MAX_DELAY_SECONDS}` });
  },
  quiet: ([from = '', to = '']) => ({ quietHours: parseQuietHours(from, to) }),
  zone: ([word = ''], { now, user }) => ({ timeZone: parseTimeZone(word, now, user) }),
  // Choosing a time also turns reminders on.
  remind: (words, before) => {
    const { types } = before.settings;
    if (words[0] === 'none') return turned(types, 'upcoming', false);
    const change = readMenu('remindBefore')(words, before);
    return change === null ? null : { ...change, ...turned(types, 'upcoming', true) };
  },
  // The time turns the daily post on.
  digest: ([word = ''], { settings: { types } }) => {
    const digestAt = parseDailyDigestTime(word);
    const daily = turned(types, 'daily', digestAt !== null);
    return digestAt === null ? daily : { digestAt, ...daily };
  },
  roles: (ids, { user }) => {
    if (ids.some((id) => id === user.guildId)) throw new UserError('role-everyone');
    return set('roles', ids);
  },
  flags: (words) => Object.fromEntries(FLAGS.map((flag) => [flag, words.includes(flag)])),
} satisfies Readonly<Record<string, Read>>;

/** Every control of the panel that changes settings. */
export const CONTROLS: Readonly<Record<string, Read>> = {
  ...Object.fromEntries(
    SETTING_NAMES.filter((name) => 'values' in SETTINGS[name]).map((name) => [
      name,
      readMenu(name),
    ]),
  ),
  ...SPECIAL,
};

/**
 * The roles that shall manage alerts. Somebody with such a role cannot name others.
 * @throws UserError without the permission Manage Server, and for @everyone
 */
export const managersChosen = ({
  guildId,
  mayManage,
  chosen,
}: ComponentRequest): readonly string[] => {
  if (!mayManage) throw new UserError('managers-need-permission');
  if (chosen.some((id) => id === guildId)) throw new UserError('managers-everyone');
  const roles = roleIds.safeParse(chosen);
  if (!roles.success) throw new UserError('outdated-control');
  return roles.data;
};

/** Settings by their names, each with what was typed or chosen. */
type ChosenSettings = readonly (readonly [name: string, words: readonly string[]])[];

/**
 * All that was typed or chosen as one change; other settings stay. It applies to the settings at the time
 * of the write, since another moderator may change them concurrently.
 * @throws UserError for a name or values that no setting has
 */
export const settingsFrom = (
  chosen: ChosenSettings,
  user: CommandUser,
  now: Instant,
): SettingsChange => {
  const reads = chosen.map(([name, words]) => [handlerOf(CONTROLS, name), words] as const);
  return (settings) =>
    reads.reduce((before, [read, words]) => {
      const change = read(words, { settings: before, user, now });
      if (change === null) throw new UserError('outdated-control');
      return { ...before, ...change };
    }, settings);
};
