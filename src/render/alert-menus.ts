import {
  ComponentType,
  SelectMenuDefaultValueType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
} from 'discord-api-types/v10';
import type { AlertChannel as Channel } from '../domain/alert-channel.ts';
import { ALERT_KINDS, PRESET_NAMES, presetOf, type AlertKind } from '../domain/alert-kinds.ts';
import { EVENT_CHOICES, REMIND_CHOICES, ROLES_MAX } from '../domain/alert-settings.ts';
import { categoryTarget, levelTarget, type FollowTarget } from '../domain/follows.ts';
import { TOURNAMENT_LEVELS, isPastLevel } from '../domain/levels.ts';
import { CATEGORIES, ROUNDS } from '../domain/terms.ts';
import { clockTime } from '../i18n/format.ts';
import { LOCALES, type Reader } from '../i18n/i18n.ts';
import { controlId, menuRow, type MenuEntry } from './controls.ts';
import { FLAGS, quietWords, secondsText, zoneName } from './settings-words.ts';

/** What the menus of a panel are about; it fits one page of them at a time. */
export const PANEL_PAGES = ['what', 'matches', 'times', 'day', 'pings', 'look'] as const;

export type PanelPage = (typeof PANEL_PAGES)[number];

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** The control of a channel's panel: what it does, for which channel, and the page it is on. */
export const panelControl = (action: string, key: number, page: PanelPage): string =>
  controlId('alerts', action, key, page);

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

const MANY = 25;

const whatRows = (reader: Reader, { key, settings }: Channel): Row[] => {
  const { t } = reader;
  const preset = presetOf(settings.kinds);
  return [
    ...menuRow(
      panelControl('preset', key, 'what'),
      t('panel.preset'),
      PRESET_NAMES.map((name) => ({
        value: name,
        label: t(`preset.${name}`),
        description: t(`preset.${name}Means`),
        isChosen: name === preset,
      })),
    ),
    ...menuRow(
      panelControl('kinds', key, 'what'),
      t('panel.kinds'),
      kindEntries(reader, settings.kinds),
      MANY,
    ),
    ...followRow(reader, key),
  ];
};

/** What a channel may follow at once, without a name to look for. */
export const WIDE_CHOICES: readonly { readonly word: string; readonly target: FollowTarget }[] = [
  ...CATEGORIES.map((category) => ({ word: category, target: categoryTarget(category) })),
  ...TOURNAMENT_LEVELS.filter((level) => !isPastLevel(level)).map((level) => ({
    word: level,
    target: levelTarget(level),
  })),
];

const followRow = ({ t }: Reader, key: number): Row[] =>
  menuRow(
    panelControl('follow', key, 'what'),
    t('panel.follow'),
    [
      ...CATEGORIES.map((category) => ({
        value: category,
        label: t(`follow.category.${category}`),
      })),
      ...TOURNAMENT_LEVELS.filter((level) => !isPastLevel(level)).map((level) => ({
        value: level,
        label: t('follow.level', { level: t(`level.${level}`) }),
      })),
    ],
    MANY,
  );

const ANY = 'any';

const matchesRows = ({ t }: Reader, { key, settings }: Channel): Row[] => [
  ...menuRow(panelControl('round', key, 'matches'), t('panel.round'), [
    { value: ANY, label: t('settings.anyRound'), isChosen: settings.smallestRound === null },
    ...ROUNDS.map((round) => ({
      value: String(round),
      label: t('settings.from', { round: t(`round.${round}`) }),
      isChosen: settings.smallestRound === round,
    })),
  ]),
  ...menuRow(
    panelControl('levels', key, 'matches'),
    t('panel.levels'),
    TOURNAMENT_LEVELS.filter((level) => !isPastLevel(level)).map((level) => ({
      value: level,
      label: t(`level.${level}`),
      isChosen: settings.levels.length === 0 || settings.levels.includes(level),
    })),
    MANY,
  ),
  ...menuRow(panelControl('category', key, 'matches'), t('panel.category'), [
    { value: ANY, label: t('settings.bothCategories'), isChosen: settings.category === null },
    ...CATEGORIES.map((category) => ({
      value: category,
      label: t(`category.${category}`),
      isChosen: settings.category === category,
    })),
  ]),
];

/** Seconds of spoiler delay to choose from. */
const DELAYS = [0, 15, 30, 45, 60, 90, 120, 180, 300, 600, 900] as const;

/** Quiet hours to choose from; any others by `/alerts set`. */
export const QUIET_CHOICES = [
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

/** Time zones to choose from, where most of padel is watched; any other by `/alerts set`. */
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

const withCurrent = <T>(choices: readonly T[], current: T): readonly T[] =>
  choices.includes(current) ? choices : [...choices, current];

const timesRows = (reader: Reader, { key, settings }: Channel): Row[] => {
  const { t } = reader;
  const { delay, quietHours, timeZone } = settings;
  const quiet = QUIET_CHOICES.map(([from, to]) => ({ from: from * 60, to: to * 60 }));
  const isListed = quiet.some(({ from, to }) => from === quietHours?.from && to === quietHours.to);
  return [
    ...menuRow(
      panelControl('delay', key, 'times'),
      t('panel.delay'),
      withCurrent<number>(DELAYS, delay).map((seconds) => ({
        value: String(seconds),
        label:
          seconds === 0
            ? t('settings.atOnce')
            : t('settings.delayed', { time: secondsText(t, seconds) }),
        isChosen: seconds === delay,
      })),
    ),
    ...menuRow(panelControl('quiet', key, 'times'), t('panel.quiet'), [
      { value: 'none', label: t('settings.neverQuiet'), isChosen: quietHours === null },
      ...(quietHours === null || isListed ? quiet : [...quiet, quietHours]).map((hours) => ({
        value: `${wallClock(hours.from)}-${wallClock(hours.to)}`,
        label: quietWords(reader, { quietHours: hours, timeZone }),
        isChosen: hours.from === quietHours?.from && hours.to === quietHours.to,
      })),
    ]),
    ...menuRow(
      panelControl('zone', key, 'times'),
      t('panel.zone'),
      withCurrent<string>(ZONE_CHOICES, timeZone).map((zone) => ({
        value: zone,
        label: zoneName(zone),
        isChosen: zone === timeZone,
      })),
    ),
  ];
};

/** Minutes since midnight as they are typed in every language: `08:05`. */
const wallClock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const MORNINGS = [6, 7, 8, 9, 10, 11, 12] as const;
const LIMITS = [5, 10, 20, 30, 60] as const;

const dayRows = ({ t, locale }: Reader, { key, settings }: Channel): Row[] => [
  ...menuRow(
    panelControl('remind', key, 'day'),
    t('panel.remind'),
    REMIND_CHOICES.map((minutes) => ({
      value: String(minutes),
      label: t('settings.remind', { time: t('duration.minutes', { minutes }) }),
      isChosen: minutes === settings.remindBefore,
    })),
  ),
  ...menuRow(
    panelControl('morning', key, 'day'),
    t('panel.morning'),
    withCurrent<number>(
      MORNINGS.map((hour) => hour * 60),
      settings.morningAt,
    ).map((minutes) => ({
      value: wallClock(minutes),
      label: t('settings.morning', {
        time: clockTime(locale, minutes),
        zone: zoneName(settings.timeZone),
      }),
      isChosen: minutes === settings.morningAt,
    })),
  ),
  ...menuRow(panelControl('limit', key, 'day'), t('panel.limit'), [
    { value: 'none', label: t('settings.noLimit'), isChosen: settings.postsPerHour === null },
    ...withCurrent<number>(LIMITS, settings.postsPerHour ?? LIMITS[0]).map((count) => ({
      value: String(count),
      label: t('settings.limit', { count }),
      isChosen: count === settings.postsPerHour,
    })),
  ]),
];

const pingsRows = (reader: Reader, { key, settings }: Channel): Row[] => {
  const { t } = reader;
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.RoleSelect,
          custom_id: panelControl('roles', key, 'pings'),
          placeholder: t('panel.roles'),
          min_values: 0,
          max_values: ROLES_MAX,
          default_values: settings.roles.slice(0, ROLES_MAX).map((id) => ({
            id,
            type: SelectMenuDefaultValueType.Role,
          })),
        },
      ],
    },
    ...emptiable(
      menuRow(
        panelControl('roleKinds', key, 'pings'),
        t('panel.roleKinds'),
        kindEntries(reader, settings.roleKinds, PINGABLE),
        MANY,
      ),
    ),
    ...emptiable(
      menuRow(
        panelControl('memberKinds', key, 'pings'),
        t('panel.memberKinds'),
        kindEntries(reader, settings.memberKinds, PINGABLE),
        MANY,
      ),
    ),
  ];
};

/** A live card is edited, which pings nobody. */
export const PINGABLE: readonly AlertKind[] = ALERT_KINDS.filter((kind) => kind !== 'card');

/** A menu in which nothing may be chosen, too. */
const emptiable = (rows: Row[]): Row[] =>
  rows.map((row) => ({
    ...row,
    components: row.components.map((component) =>
      component.type === ComponentType.StringSelect ? { ...component, min_values: 0 } : component,
    ),
  }));

const lookRows = ({ t }: Reader, { key, settings, locale }: Channel): Row[] => [
  ...menuRow(
    panelControl('language', key, 'look'),
    t('panel.language'),
    LOCALES.map((each) => ({
      value: each,
      label: t(`settings.language.${each}`),
      isChosen: each === locale,
    })),
  ),
  ...emptiable(
    menuRow(
      panelControl('flags', key, 'look'),
      t('panel.flags'),
      FLAGS.map((flag) => ({
        value: flag,
        label: t(`settings.flag.${flag}`),
        isChosen: settings[flag],
      })),
      MANY,
    ),
  ),
  ...menuRow(
    panelControl('events', key, 'look'),
    t('panel.events'),
    EVENT_CHOICES.map((each) => ({
      value: each,
      label: t(`settings.events.${each}`),
      isChosen: each === settings.events,
    })),
  ),
];

/** The menus of each page of a panel. */
export const PANEL_MENUS: Readonly<Record<PanelPage, (reader: Reader, channel: Channel) => Row[]>> =
  {
    what: whatRows,
    matches: matchesRows,
    times: timesRows,
    day: dayRows,
    pings: pingsRows,
    look: lookRows,
  };
