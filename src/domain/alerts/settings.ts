import { z } from 'zod';
import { ALERT_TYPES, PINGABLE, PRESETS, type AlertType } from './alert-types.ts';
import type { TrackedMatch } from '../match/state.ts';
import { TOURNAMENT_LEVELS } from '../levels.ts';
import { isTimeZone } from '../local-time.ts';
import type { Match } from '../match/match.ts';
import type { Tournament } from '../people/people.ts';
import type { QuietHours } from './quiet-hours.ts';
import { CATEGORIES, ROUNDS, type Instant, type Round } from '../terms.ts';
import { drawIn } from '../tournament/ties.ts';

/** Roles that fit into an alert beside its text. */
export const ROLES_MAX = 5;

export const REMIND_CHOICES = [5, 15, 30, 60, 120] as const;

/** Longest spoiler delay, seconds: snapshots are kept this long. */
export const MAX_DELAY_SECONDS = 900;

interface Setting<Value> {
  readonly rule: z.ZodType<Value>;
  readonly initial: Value;
}

const setting = <Value>(rule: z.ZodType<Value>, initial: Value): Setting<Value> => ({
  rule,
  initial,
});

const flag = (initial: boolean) => ({ ...setting(z.boolean(), initial), isFlag: true as const });

const oneOf = <Value extends string | number>(values: readonly Value[], initial: Value) => ({
  ...setting<Value>(z.literal([...values]), initial),
  values,
});

/** One of these values; null accepts all. */
const oneOrAny = <Value extends string | number>(values: readonly Value[]) => ({
  ...setting<Value | null>(z.literal([...values]).nullable(), null),
  values,
});

/** A list of some of these values, in their order. */
const someOf = <Value extends string>(values: readonly Value[], initial: readonly Value[]) => ({
  ...setting<readonly Value[]>(
    z
      .array(z.literal([...values]))
      .max(values.length)
      .transform((list) => values.filter((value) => list.includes(value))),
    initial,
  ),
  values,
});

const minuteOfDay = z
  .int()
  .min(0)
  .max(24 * 60 - 1);

export const discordId = z.string().regex(/^\d{1,20}$/);

export const roleIds = z.array(discordId).max(ROLES_MAX).refine(isDistinct);

export function isDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

/** Every setting: what is stored, file, panel, history and Undo follow from its row. Changes are listed in this order. */
export const SETTINGS = {
  types: someOf<AlertType>(ALERT_TYPES, PRESETS.essentials),
  category: oneOrAny(CATEGORIES),
  /** Accepted tournament levels; an empty list accepts all. */
  levels: someOf(TOURNAMENT_LEVELS, []),
  /** Matches of earlier rounds are left out. */
  smallestRound: oneOrAny(ROUNDS),
  /** Spoiler delay in seconds; 0 posts at once. */
  delay: setting(z.int().min(0).max(MAX_DELAY_SECONDS), 0),
  quietHours: setting<QuietHours | null>(
    z
      .strictObject({ from: minuteOfDay, to: minuteOfDay })
      .refine(({ from, to }) => from !== to)
      .nullable(),
    null,
  ),
  /** The channel's time zone (IANA). An offset has no summer time. */
  timeZone: setting(
    z
      .string()
      .max(64)
      .regex(/^[A-Z]/i)
      .refine(isTimeZone),
    'UTC',
  ),
  /** Minutes before a match at which the reminder is posted. */
  remindBefore: oneOf(REMIND_CHOICES, 15),
  /** Minutes since midnight at which the daily digest is posted. */
  digestAt: setting(minuteOfDay, 8 * 60),
  roles: setting<readonly string[]>(roleIds, []),
  roleTypes: someOf(PINGABLE, ['start', 'result']),
  /** Posts a match's games and sets in a thread of its own. */
  threads: flag(false),
  coverScores: flag(false),
  /** Cards and posts of matches in play show each team's chance to win. */
  winProbability: flag(true),
  /** One message of the day is kept up to date: order of play, scores, tomorrow. */
  board: flag(false),
  /** Whether members may add follows of their own to this channel. */
  memberFollows: flag(true),
  /** Which matches become Discord scheduled events in the server. */
  events: oneOf(['none', 'finals', 'followed'], 'none'),
  /** Until when a member has paused their direct messages; null while they have not. */
  snoozedUntil: setting<Instant | null>(z.int().nullable(), null),
};

type Rows = typeof SETTINGS;
export type SettingName = keyof Rows;

type NamesWith<Trait> = {
  [Name in SettingName]: Rows[Name] extends Trait ? Name : never;
}[SettingName];

export type FlagName = NamesWith<{ readonly isFlag: true }>;
export type ChoiceName = NamesWith<{ readonly values: readonly unknown[] }>;
export type ChoiceValue<Name extends ChoiceName> = Rows[Name]['values'][number];

export type AlertSettings = { readonly [Name in SettingName]: Rows[Name]['initial'] };

const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

export const SETTING_NAMES = Object.keys(SETTINGS).filter(isSetting);

export const isFlag = (name: SettingName): name is FlagName => 'isFlag' in SETTINGS[name];

export const FLAGS = SETTING_NAMES.filter(isFlag);

const schemaOf = (names: readonly SettingName[], read: (row: Setting<unknown>) => z.ZodType) =>
  Object.fromEntries(names.map((name) => [name, read(SETTINGS[name])]));

const everySetting = (read: (row: Setting<unknown>) => z.ZodType) =>
  z.object(schemaOf(SETTING_NAMES, read)).transform((settings) => settings as AlertSettings);

/** Reads settings one by one: what does not parse is the default. */
export const allSettings = everySetting(({ rule, initial }) => rule.catch(initial));

/** As the history has them: a missing one is the default, each of the others must parse, since Undo writes them. */
export const recordedSettings = everySetting(({ rule, initial }) => rule.default(initial));

export const DEFAULT_SETTINGS: AlertSettings = allSettings.parse({});

/** Direct messages alone can be paused until a moment. */
const ofChannels = SETTING_NAMES.filter((name) => name !== 'snoozedUntil');

export const someSettings = z
  .strictObject(schemaOf(ofChannels, ({ rule }) => rule.optional()))
  .transform((settings) => settings as Partial<AlertSettings>);

export const changedSettings = (
  before: AlertSettings,
  after: AlertSettings,
): readonly SettingName[] =>
  SETTING_NAMES.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

export type FilterReason = 'type' | 'round' | 'level' | 'category';

/** `level` if the channel's settings exclude the tournament; an unknown tournament is accepted. */
export const levelFilterReason = (
  { levels }: Pick<AlertSettings, 'levels'>,
  tournament: Pick<Tournament, 'level'> | null,
): 'level' | null =>
  tournament !== null && levels.length > 0 && !levels.some((each) => each === tournament.level)
    ? 'level'
    : null;

const isBefore = (match: Match, smallest: Round): boolean =>
  drawIn(match) !== 'main' || (match.round !== null && match.round > smallest);

/** The filter that excludes a match; null when the channel accepts it. */
export const matchFilterReason = (
  settings: AlertSettings,
  { match, tournament }: Pick<TrackedMatch, 'match' | 'tournament'>,
): Exclude<FilterReason, 'type'> | null => {
  const { smallestRound, category } = settings;
  // An unknown value never excludes a match.
  if (smallestRound !== null && isBefore(match, smallestRound)) return 'round';
  if (levelFilterReason(settings, tournament) !== null) return 'level';
  const isOther = category !== null && match.category !== null && match.category !== category;
  return isOther ? 'category' : null;
};

/** The filter that excludes an alert of a type about a match; null when the channel accepts it. */
export const filterReason = (
  settings: AlertSettings,
  type: AlertType,
  held: Pick<TrackedMatch, 'match' | 'tournament'> | null,
): FilterReason | null => {
  if (!settings.types.includes(type)) return 'type';
  return held === null ? null : matchFilterReason(settings, held);
};
