import {
  ALERT_TYPES,
  PINGABLE,
  PRESET_NAMES,
  PRESETS,
  type AlertType,
} from '../../src/domain/alerts/alert-types.ts';
import {
  EVENT_CHOICES,
  MAX_DELAY_SECONDS,
  REMIND_CHOICES,
  ROLES_MAX,
  type AlertSettings,
} from '../../src/domain/alerts/settings.ts';
import { CATEGORIES, ROUNDS, type Instant } from '../../src/domain/terms.ts';
import { CURRENT_LEVELS } from '../../src/domain/levels.ts';
import { UserError } from '../../src/errors.ts';
import { FLAGS } from '../../src/render/lines/settings-text.ts';
import type { SettingsChange } from '../../src/store/channels/channel-settings.ts';
import { handlerOf } from '../options/control-values.ts';
import { isNone, parseDailyDigestTime, parseQuietHours } from './typed-time.ts';
import { parseTimeZone } from './zone.ts';

interface Where {
  readonly guildId: string;
  readonly now: Instant;
}

interface Before extends Where {
  readonly settings: AlertSettings;
}

/**
 * What was typed or chosen as a change; null for values that neither a menu nor a form would send.
 * @throws UserError that says what to write
 */
type Read = (words: readonly string[], before: Before) => Partial<AlertSettings> | null;

const some = <Word extends string>(all: readonly Word[], words: readonly string[]) =>
  all.filter((word) => words.includes(word));

const withType = (types: readonly AlertType[], on: AlertType): readonly AlertType[] =>
  ALERT_TYPES.filter((type) => type === on || types.includes(type));

const withoutType = (types: readonly AlertType[], off: AlertType): readonly AlertType[] =>
  types.filter((type) => type !== off);

/** Ids of roles, each once. @throws UserError for @everyone, whose id is the server's */
export const rolesChosen = (ids: readonly string[], guildId: string): readonly string[] => {
  if (ids.includes(guildId)) throw new UserError('role-everyone');
  return [...new Set(ids.filter((id) => /^\d{1,20}$/.test(id)))].slice(0, ROLES_MAX);
};

/** Every setting by its name in the panel. */
export const SETTINGS = {
  preset: ([word]) => {
    const preset = PRESET_NAMES.find((name) => name === word);
    return preset === undefined ? null : { types: PRESETS[preset] };
  },
  types: (words) => ({ types: some(ALERT_TYPES, words) }),
  round: ([word]) => ({ smallestRound: ROUNDS.find((round) => `${round}` === word) ?? null }),
  // None for all of them, so that levels which the service adds later are included.
  levels: (words) => {
    const levels = some(CURRENT_LEVELS, words);
    return { levels: levels.length === CURRENT_LEVELS.length ? [] : levels };
  },
  category: ([word]) => ({ category: CATEGORIES.find((each) => each === word) ?? null }),
  delay: ([text = '']) => {
    const delay = isNone(text) ? 0 : /^\d{1,4}$/.test(text) ? Number(text) : Infinity;
    if (delay <= MAX_DELAY_SECONDS) return { delay };
    throw new UserError('unknown-delay', { text, most: `${MAX_DELAY_SECONDS}` });
  },
  quiet: ([from = '', to = '']) => ({ quietHours: parseQuietHours(from, to) }),
  zone: ([word = ''], { now }) => ({ timeZone: parseTimeZone(word, now) }),
  // Choosing a time also turns reminders on.
  remind: ([word], { settings: { types } }) => {
    if (word === 'none') return { types: withoutType(types, 'upcoming') };
    const remindBefore = REMIND_CHOICES.find((minutes) => `${minutes}` === word);
    return remindBefore === undefined ? null : { remindBefore, types: withType(types, 'upcoming') };
  },
  // The time turns the daily post on.
  digest: ([word = ''], { settings: { types } }) => {
    const digestAt = parseDailyDigestTime(word);
    return digestAt === null
      ? { types: withoutType(types, 'daily') }
      : { digestAt, types: withType(types, 'daily') };
  },
  roles: (ids, { guildId }) => ({ roles: rolesChosen(ids, guildId) }),
  roleTypes: (words) => ({ roleTypes: some(PINGABLE, words) }),
  events: ([word]) => {
    const events = EVENT_CHOICES.find((each) => each === word);
    return events === undefined ? null : { events };
  },
  flags: (words) => Object.fromEntries(FLAGS.map((flag) => [flag, words.includes(flag)])),
} satisfies Readonly<Record<string, Read>>;

/** Settings by their names, each with what was typed or chosen. */
export type ChosenSettings = readonly (readonly [name: string, words: readonly string[]])[];

/**
 * All that was typed or chosen as one change; other settings stay. It applies to the settings at the time
 * of the write, since another moderator may change them concurrently.
 * @throws UserError for a name or values that no setting has
 */
export const settingsFrom = (chosen: ChosenSettings, where: Where): SettingsChange => {
  const reads = chosen.map(([name, words]) => [handlerOf<Read>(SETTINGS, name), words] as const);
  return (settings) =>
    reads.reduce((before, [read, words]) => {
      const change = read(words, { ...where, settings: before });
      if (change === null) throw new UserError('outdated-control');
      return { ...before, ...change };
    }, settings);
};
