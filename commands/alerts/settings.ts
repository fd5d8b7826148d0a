import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import {
  ALERT_KINDS,
  PRESET_NAMES,
  PRESETS,
  type AlertKind,
} from '../../src/domain/alerts/kinds.ts';
import {
  EVENT_CHOICES,
  MAX_DELAY_SECONDS,
  REMIND_CHOICES,
  ROLES_MAX,
  type AlertSettings,
} from '../../src/domain/alerts/settings.ts';
import { CATEGORIES, ROUNDS, type Instant } from '../../src/domain/terms.ts';
import { UserError } from '../../src/errors.ts';
import { FLAGS, type Flag } from '../../src/render/moderation/settings-text.ts';
import {
  parseKinds,
  parseLevels,
  parsePingKinds,
  suggestKinds,
  suggestLevels,
  suggestPings,
  type Suggest,
} from './typed-names.ts';
import { choice, labels } from '../options/labels.ts';
import { isNone } from './typed-list.ts';
import { parseDailyDigestTime, parseQuietHours } from './typed-time.ts';
import { suggestZones, parseTimeZone } from './zone.ts';

type Change = Partial<AlertSettings>;

export interface Before {
  readonly settings: AlertSettings;
  readonly guildId: string;
  readonly now: Instant;
}

/**
 * A setting of an alert channel, declared once: its option of `/alerts set`, the panel menu of the
 * same name, and how both are read.
 */
export interface Setting {
  /** Missing where only a menu can set it: several values at once. */
  readonly option?: APIApplicationCommandBasicOption;
  /** The option takes several values, separated by commas. */
  readonly isList?: true;
  readonly suggest?: Suggest;
  /**
   * The typed or chosen values as a change; null for values that neither Discord nor a menu would
   * send.
   * @throws UserError that lists the valid values.
   */
  readonly read: (words: readonly string[], before: Before) => Change | null;
}

type Texts = Parameters<Parameters<typeof labels>[0]>[0];
type OptionName = keyof Texts['command']['alerts']['sub']['set']['option'];

const named = (name: OptionName) => labels((texts) => texts.command.alerts.sub.set.option[name]);

const { Boolean, Integer, Role, String } = ApplicationCommandOptionType;

const text = (name: OptionName): APIApplicationCommandBasicOption => ({
  ...named(name),
  type: String,
  max_length: 100,
});

const completed = (name: OptionName): APIApplicationCommandBasicOption => ({
  ...named(name),
  type: String,
  autocomplete: true,
  // Long enough for a list of all values.
  max_length: 300,
});

const oneOf = (
  name: OptionName,
  choices: readonly ReturnType<typeof choice>[],
): APIApplicationCommandBasicOption => ({ ...named(name), type: String, choices: [...choices] });

const list = (name: OptionName, suggest: Suggest) =>
  ({ option: completed(name), isList: true, suggest }) as const;

/** @throws UserError that says which numbers of seconds a delay can have */
const delayIn = ([text = '']: readonly string[]): number => {
  const seconds = isNone(text) ? 0 : /^\d{1,4}$/.test(text) ? Number(text) : Infinity;
  if (seconds <= MAX_DELAY_SECONDS) return seconds;
  throw new UserError('unknown-delay', { text, most: `${MAX_DELAY_SECONDS}` });
};

const inOrder = (kinds: readonly AlertKind[]): readonly AlertKind[] =>
  ALERT_KINDS.filter((kind) => kinds.includes(kind));

const without = (kinds: readonly AlertKind[], off: AlertKind): readonly AlertKind[] =>
  kinds.filter((kind) => kind !== off);

const ANY = 'any';

const flagSetting = (flag: Exclude<Flag, 'winProbability' | 'board'>): Setting => ({
  option: { ...named(flag), type: Boolean },
  read: ([word]) => ({ [flag]: word === 'true' }),
});

/** @throws UserError for @everyone (its role id is the server's id), and for too many roles. */
const rolesNamed = (roles: readonly string[], { guildId }: Before): readonly string[] => {
  if (roles.includes(guildId)) throw new UserError('role-everyone');
  const once = [...new Set(roles.filter((id) => /^\d{1,20}$/.test(id)))];
  if (once.length > ROLES_MAX) throw new UserError('too-many-roles', { count: `${ROLES_MAX}` });
  return once;
};

/**
 * Every setting by its name in the panel, in the order of the options. Several typed options apply
 * one after the other: `preset` first, then what is added to it.
 */
export const SETTINGS = {
  preset: {
    option: oneOf(
      'preset',
      PRESET_NAMES.map((name) => choice(name, (texts) => texts.preset[name])),
    ),
    read: ([word]) => {
      const preset = PRESET_NAMES.find((name) => name === word);
      return preset === undefined ? null : { kinds: PRESETS[preset] };
    },
  },
  kinds: { read: (words) => ({ kinds: inOrder(parseKinds(words)) }) },
  addKinds: {
    ...list('addKinds', suggestKinds),
    read: (words, { settings }) => ({
      kinds: inOrder([...settings.kinds, ...parseKinds(words)]),
    }),
  },
  removeKinds: {
    ...list('removeKinds', suggestKinds),
    read: (words, { settings }) => {
      const removed = parseKinds(words);
      return { kinds: settings.kinds.filter((kind) => !removed.includes(kind)) };
    },
  },
  round: {
    option: oneOf('round', [
      choice(ANY, (texts) => texts.settings.anyRound),
      ...ROUNDS.map((round) => choice(`${round}`, (texts) => texts.round[round])),
    ]),
    read: ([word]) => ({ smallestRound: ROUNDS.find((round) => `${round}` === word) ?? null }),
  },
  levels: {
    ...list('levels', suggestLevels),
    read: (words) => ({ levels: parseLevels(words) }),
  },
  category: {
    option: oneOf('category', [
      choice(ANY, (texts) => texts.settings.bothCategories),
      ...CATEGORIES.map((each) => choice(each, (texts) => texts.category[each])),
    ]),
    read: ([word]) => ({ category: CATEGORIES.find((each) => each === word) ?? null }),
  },
  delay: {
    option: { ...named('delay'), type: Integer, min_value: 0, max_value: MAX_DELAY_SECONDS },
    read: (words) => ({ delay: delayIn(words) }),
  },
  quiet: {
    option: text('quiet'),
    read: ([word = '']) => ({ quietHours: parseQuietHours(word) }),
  },
  zone: {
    option: completed('zone'),
    suggest: suggestZones,
    read: ([word = ''], { now }) => ({ timeZone: parseTimeZone(word, now) }),
  },
  remind: {
    option: {
      ...named('reminder'),
      type: Integer,
      choices: REMIND_CHOICES.map((minutes) => ({ name: `${minutes} min`, value: minutes })),
    },
    // Setting the reminder time also turns reminders on.
    read: (words, { settings }) => {
      if (words[0] === 'none') return { kinds: without(settings.kinds, 'reminder') };
      const remindBefore = REMIND_CHOICES.find((minutes) => `${minutes}` === words[0]);
      return remindBefore === undefined
        ? null
        : { remindBefore, kinds: inOrder([...settings.kinds, 'reminder']) };
    },
  },
  digest: {
    option: text('digest'),
    // Setting the time turns the daily digest on, unless the channel has the ranking.
    read: ([word = ''], { settings: { kinds } }) => {
      const digestAt = parseDailyDigestTime(word);
      if (digestAt === null) return { kinds: without(kinds, 'digest') };
      return {
        digestAt,
        kinds: kinds.includes('ranking') ? kinds : inOrder([...kinds, 'digest']),
      };
    },
  },
  roles: { read: (ids, before) => ({ roles: rolesNamed(ids, before) }) },
  addRole: {
    option: { ...named('addRole'), type: Role },
    read: (ids, before) => ({ roles: rolesNamed([...before.settings.roles, ...ids], before) }),
  },
  removeRole: {
    option: { ...named('removeRole'), type: Role },
    read: (ids, { settings: { roles }, guildId }) => ({
      roles: ids.includes(guildId) ? [] : roles.filter((id) => !ids.includes(id)),
    }),
  },
  roleKinds: {
    ...list('roleKinds', suggestPings),
    read: (words) => ({ roleKinds: inOrder(parsePingKinds(words)) }),
  },
  events: {
    option: oneOf(
      'events',
      EVENT_CHOICES.map((each) => choice(each, (texts) => texts.settings.events[each])),
    ),
    read: ([word]) => {
      const events = EVENT_CHOICES.find((each) => each === word);
      return events === undefined ? null : { events };
    },
  },
  // The win probability and the board have no options of their own: a command takes 25.
  flags: {
    read: (words) => Object.fromEntries(FLAGS.map((flag) => [flag, words.includes(flag)])),
  },
  threads: flagSetting('threads'),
  coverScores: flagSetting('coverScores'),
  memberFollows: flagSetting('memberFollows'),
} satisfies Readonly<Record<string, Setting>>;
