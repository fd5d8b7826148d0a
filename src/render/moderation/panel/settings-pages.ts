import { ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import {
  ALERT_KINDS,
  type AlertKind,
  PRESET_NAMES,
  presetOf,
} from '../../../domain/alerts/kinds.ts';
import { type Reader, LOCALES, localeOf } from '../../../i18n/i18n.ts';
import { type MenuEntry, choices } from '../../controls.ts';
import { type PanelRow, panelControl, type PageRows, settingMenu, emptiable } from './view.ts';
import { MENU_OPTIONS_MAX } from '../../../discord/message-limits.ts';
import { followRow } from './follows-page.ts';
import { EVENT_CHOICES, REMIND_CHOICES, ROLES_MAX } from '../../../domain/alerts/settings.ts';
import { FLAGS, hasDailyPostsIn, quietHoursText, secondsText, zoneName } from '../settings-text.ts';
import { BUDGETS } from '../../../domain/alerts/moments.ts';
import { CURRENT_LEVELS } from '../../../domain/tournament/levels.ts';
import { CATEGORIES, ROUNDS } from '../../../domain/terms.ts';
import { clockTime } from '../../../i18n/format.ts';

export const whatRows: PageRows = (reader, view) => {
  const { t } = reader;
  const { kinds } = view.channel.settings;
  const preset = presetOf(kinds);
  const presets = PRESET_NAMES.map((name) => ({
    value: name,
    label: t(`preset.${name}`),
    description: t(`preset.${name}Means`),
    isChosen: name === preset,
  }));
  return [
    ...followRow(reader, view),
    ...settingMenu(reader, view, 'preset', presets),
    ...settingMenu(reader, view, 'kinds', kindEntries(reader, kinds), MENU_OPTIONS_MAX),
  ];
};

const ANY = 'any';

export const matchesRows: PageRows = (reader, view) => {
  const { t } = reader;
  const { smallestRound, levels, category } = view.channel.settings;
  const levelEntries = CURRENT_LEVELS.map((level) => ({
    value: level,
    label: t(`level.${level}`),
    isChosen: levels.length === 0 || levels.includes(level),
  }));
  return [
    ...settingMenu(reader, view, 'round', [
      { value: ANY, label: t('settings.anyRound'), isChosen: smallestRound === null },
      ...choices(ROUNDS, smallestRound, (round) =>
        t('settings.from', { round: t(`round.${round}`) }),
      ),
    ]),
    ...settingMenu(reader, view, 'levels', levelEntries, MENU_OPTIONS_MAX),
    ...settingMenu(reader, view, 'category', [
      { value: ANY, label: t('settings.bothCategories'), isChosen: category === null },
      ...choices(CATEGORIES, category, (each) => t(`category.${each}`)),
    ]),
  ];
};

const LEAST = [30, 40, 50, 60, 70, 80, 90] as const;

export const watchabilityRows: PageRows = (reader, view) => {
  const { t } = reader;
  const { minWatchability, momentsPerMatch } = view.channel.settings;
  return [
    ...settingMenu(reader, view, 'watchability', [
      { value: 'none', label: t('settings.anyWatchability'), isChosen: minWatchability === null },
      ...choices<number>(LEAST, minWatchability, (least) => t('settings.watchability', { least })),
    ]),
    ...settingMenu(
      reader,
      view,
      'moments',
      choices<number>(BUDGETS, momentsPerMatch, (count) => t('settings.moments', { count })),
    ),
  ];
};

/** Spoiler delays to choose from, in seconds. */
const DELAYS = [0, 15, 30, 45, 60, 90, 120, 180, 300, 600, 900] as const;

/** Quiet hours to choose from; `/alerts set` accepts any. */
const QUIET_CHOICES = [
  [22, 7],
  [22, 8],
  [23, 7],
  [23, 8],
  [23, 9],
  [0, 7],
  [0, 8],
  [0, 9],
  [1, 9],
] as const;

/** Time zones where most viewers of padel are; `/alerts set` accepts any. */
export const ZONE_CHOICES = [
  'Europe/Madrid',
  'Europe/London',
  'Europe/Lisbon',
  'Europe/Paris',
  'Europe/Rome',
  'Europe/Berlin',
  'Europe/Stockholm',
  'Europe/Helsinki',
  'Europe/Athens',
  'Africa/Cairo',
  'Asia/Dubai',
  'Asia/Riyadh',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
  'America/Argentina/Buenos_Aires',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Asuncion',
  'America/Mexico_City',
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
] as const;

export const timesRows: PageRows = (reader, view) => {
  const { t } = reader;
  const { delay, quietHours, timeZone } = view.channel.settings;
  const quiet = QUIET_CHOICES.map(([from, to]) => ({ from: from * 60, to: to * 60 }));
  const isListed = quiet.some(({ from, to }) => from === quietHours?.from && to === quietHours.to);
  return [
    ...settingMenu(
      reader,
      view,
      'delay',
      choices<number>(DELAYS, delay, (seconds) =>
        seconds === 0
          ? t('settings.atOnce')
          : t('settings.delayed', { time: secondsText(t, seconds) }),
      ),
    ),
    ...settingMenu(reader, view, 'quiet', [
      { value: 'none', label: t('settings.neverQuiet'), isChosen: quietHours === null },
      ...(quietHours === null || isListed ? quiet : [...quiet, quietHours]).map((hours) => ({
        value: `${wallClock(hours.from)}-${wallClock(hours.to)}`,
        label: quietHoursText(reader, { quietHours: hours, timeZone }),
        isChosen: hours.from === quietHours?.from && hours.to === quietHours.to,
      })),
    ]),
    ...settingMenu(reader, view, 'zone', choices<string>(ZONE_CHOICES, timeZone, zoneName)),
  ];
};

const DIGEST_HOURS = [6, 7, 8, 9, 10, 11, 12] as const;
const LIMITS = [5, 10, 20, 30, 60] as const;

export const dayRows: PageRows = (reader, view) => {
  const { t, locale } = reader;
  const { kinds, remindBefore, digestAt, timeZone, postsPerHour } = view.channel.settings;
  const hasReminder = kinds.includes('reminder');
  const hasDailyPosts = hasDailyPostsIn(kinds);
  const digestTimes = DIGEST_HOURS.map((hour) => hour * 60);
  const digestText = (minutes: number): string =>
    t('settings.dailyDigest', { time: clockTime(locale, minutes), zone: zoneName(timeZone) });
  return [
    ...settingMenu(reader, view, 'remind', [
      { value: 'none', label: t('settings.noReminder'), isChosen: !hasReminder },
      ...choices<number>(REMIND_CHOICES, hasReminder ? remindBefore : null, (minutes) =>
        t('settings.remind', { time: t('duration.minutes', { minutes }) }),
      ),
    ]),
    ...settingMenu(reader, view, 'digest', [
      { value: 'none', label: t('settings.noDailyPosts'), isChosen: !hasDailyPosts },
      ...choices(digestTimes, hasDailyPosts ? digestAt : null, digestText).map((entry) => ({
        ...entry,
        value: wallClock(Number(entry.value)),
      })),
    ]),
    ...settingMenu(reader, view, 'limit', [
      { value: 'none', label: t('settings.noLimit'), isChosen: postsPerHour === null },
      ...choices<number>(LIMITS, postsPerHour, (count) => t('settings.limit', { count })),
    ]),
  ];
};

/** A live card is edited, and edits ping nobody. */
export const PINGABLE: readonly AlertKind[] = ALERT_KINDS.filter((kind) => kind !== 'card');

export const pingsRows: PageRows = (reader, view) => {
  const { key, settings } = view.channel;
  const kindMenu = (setting: 'roleKinds' | 'memberKinds'): PanelRow[] => {
    const entries = kindEntries(reader, settings[setting], PINGABLE);
    return emptiable(settingMenu(reader, view, setting, entries, MENU_OPTIONS_MAX));
  };
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.RoleSelect,
          custom_id: panelControl('roles', key, 'pings'),
          placeholder: reader.t('panel.roles'),
          min_values: 0,
          max_values: ROLES_MAX,
          default_values: settings.roles.slice(0, ROLES_MAX).map((id) => ({
            id,
            type: SelectMenuDefaultValueType.Role,
          })),
        },
      ],
    },
    ...kindMenu('roleKinds'),
    ...kindMenu('memberKinds'),
  ];
};

export const displayRows: PageRows = (reader, view) => {
  const { t } = reader;
  const { settings, locale, kind } = view.channel;
  // Every message in a forum is a post of its own: it has no place for a standing board.
  const offered = FLAGS.filter((flag) => flag !== 'board' || kind !== 'forum');
  const flags = offered.map((flag) => ({
    value: flag,
    label: t(`settings.flag.${flag}`),
    isChosen: settings[flag],
  }));
  return [
    ...settingMenu(
      reader,
      view,
      'language',
      choices(LOCALES, localeOf(locale), (each) => t(`settings.language.${each}`)),
    ),
    ...emptiable(settingMenu(reader, view, 'flags', flags, MENU_OPTIONS_MAX)),
    ...settingMenu(
      reader,
      view,
      'events',
      choices(EVENT_CHOICES, settings.events, (each) => t(`settings.events.${each}`)),
    ),
  ];
};

/** Minutes since midnight in the form accepted in every language: `08:05`. */
const wallClock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const kindEntries = (
  { t }: Reader,
  chosen: readonly AlertKind[],
  kinds: readonly AlertKind[] = ALERT_KINDS,
): MenuEntry[] =>
  kinds.map((kind) => ({
    value: kind,
    label: t(`alertKind.${kind}`),
    isChosen: chosen.includes(kind),
  }));
