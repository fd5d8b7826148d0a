import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import type { CommandRequest } from '../src/discord/command.ts';
import { PRESET_NAMES, PRESETS } from '../src/domain/alert-kinds.ts';
import {
  EVENT_CHOICES,
  LONGEST_DELAY,
  REMIND_CHOICES,
  type AlertSettings,
} from '../src/domain/alert-settings.ts';
import { isTimeZone } from '../src/domain/local-time.ts';
import type { QuietHours } from '../src/domain/quiet-hours.ts';
import { CATEGORIES, ROUNDS } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import { FLAGS } from '../src/render/settings-words.ts';
import { choice, labels } from './labels.ts';

type Texts = Parameters<Parameters<typeof labels>[0]>[0];
type OptionName = keyof Texts['command']['alerts']['sub']['set']['option'];

const named = (name: OptionName) => labels((texts) => texts.command.alerts.sub.set.option[name]);

/** The settings of the panel as options, for those who script. */
export const setOptions: readonly APIApplicationCommandBasicOption[] = [
  {
    ...named('preset'),
    type: ApplicationCommandOptionType.String,
    choices: PRESET_NAMES.map((name) => choice(name, (texts) => texts.preset[name])),
  },
  {
    ...named('round'),
    type: ApplicationCommandOptionType.String,
    choices: [
      choice('any', (texts) => texts.settings.anyRound),
      ...ROUNDS.map((round) => choice(String(round), (texts) => texts.round[round])),
    ],
  },
  {
    ...named('category'),
    type: ApplicationCommandOptionType.String,
    choices: [
      choice('any', (texts) => texts.settings.bothCategories),
      ...CATEGORIES.map((each) => choice(each, (texts) => texts.category[each])),
    ],
  },
  {
    ...named('delay'),
    type: ApplicationCommandOptionType.Integer,
    min_value: 0,
    max_value: LONGEST_DELAY,
  },
  { ...named('quiet'), type: ApplicationCommandOptionType.String, max_length: 20 },
  { ...named('zone'), type: ApplicationCommandOptionType.String, max_length: 40 },
  {
    ...named('reminder'),
    type: ApplicationCommandOptionType.Integer,
    choices: REMIND_CHOICES.map((minutes) => ({ name: `${minutes} min`, value: minutes })),
  },
  { ...named('morning'), type: ApplicationCommandOptionType.String, max_length: 10 },
  { ...named('limit'), type: ApplicationCommandOptionType.Integer, min_value: 0, max_value: 500 },
  { ...named('role'), type: ApplicationCommandOptionType.Role },
  {
    ...named('events'),
    type: ApplicationCommandOptionType.String,
    choices: EVENT_CHOICES.map((each) => choice(each, (texts) => texts.settings.events[each])),
  },
  ...FLAGS.map((flag) => ({
    ...named(flag),
    type: ApplicationCommandOptionType.Boolean as const,
  })),
];

/**
 * The changes that were typed; what was not typed stays.
 * @throws UserError for a time or zone that is none, and for the role of everybody.
 */
export const settingsTyped = (request: CommandRequest, guildId: string): Partial<AlertSettings> => {
  const preset = PRESET_NAMES.find((name) => name === request.text('preset'));
  const round = request.text('round');
  const category = request.text('category');
  const delay = request.integer('delay');
  const quiet = request.text('quiet');
  const zone = request.text('zone');
  const reminder = request.integer('reminder');
  const morning = request.text('morning');
  const limit = request.integer('limit');
  const role = request.role('role');
  // The role of everybody has the server's own id.
  if (role === guildId) throw new UserError('role-everyone');
  const events = EVENT_CHOICES.find((each) => each === request.text('events'));
  return {
    ...(preset === undefined ? {} : { kinds: PRESETS[preset] }),
    ...(round === null
      ? {}
      : { smallestRound: ROUNDS.find((each) => String(each) === round) ?? null }),
    ...(category === null
      ? {}
      : { category: CATEGORIES.find((each) => each === category) ?? null }),
    ...(delay === null ? {} : { delay }),
    ...(quiet === null ? {} : { quietHours: quietTyped(quiet) }),
    ...(zone === null ? {} : { timeZone: zoneTyped(zone) }),
    ...(reminder === null ? {} : { remindBefore: reminder }),
    ...(morning === null ? {} : { morningAt: minutesTyped(morning) }),
    ...(limit === null ? {} : { postsPerHour: limit === 0 ? null : limit }),
    ...(role === null ? {} : { roles: [role] }),
    ...(events === undefined ? {} : { events }),
    ...Object.fromEntries(
      FLAGS.flatMap((flag) => {
        const value = request.flag(flag.toLowerCase());
        return value === null ? [] : [[flag, value]];
      }),
    ),
  };
};

/** `22:00-8`, `22-08:00`; `none` ends them. */
const quietTyped = (text: string): QuietHours | null => {
  if (/^\s*(none|off|0|-)\s*$/i.test(text)) return null;
  const [from, to, ...more] = text.split(/\s*[-–]\s*/);
  if (from === undefined || to === undefined || more.length > 0) throw badTime(text);
  const hours = { from: minutesTyped(from), to: minutesTyped(to) };
  return hours.from === hours.to ? null : hours;
};

/** `8`, `08:30`, `8.30`: minutes since midnight. */
const minutesTyped = (text: string): number => {
  const [, hours = '', minutes = '0'] = /^\s*(\d{1,2})(?:[:.h](\d{2})?)?\s*$/.exec(text) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) throw badTime(text);
  return Number(hours) * 60 + Number(minutes);
};

const badTime = (text: string): UserError => new UserError('unknown-time', { text });

const zoneTyped = (text: string): string => {
  const zone = text.trim().replaceAll(' ', '_');
  if (!isTimeZone(zone)) throw new UserError('unknown-zone', { text });
  return zone;
};
