import { MENU_OPTIONS_MAX } from '../../../discord/message-limits.ts';
import { PRESET_NAMES, presetOf } from '../../../domain/alerts/alert-types.ts';
import { FLAGS, SETTINGS } from '../../../domain/alerts/settings.ts';
import { CURRENT_LEVELS } from '../../../domain/levels.ts';
import { languageName, type Reader, LOCALES, localeOf } from '../../../i18n/i18n.ts';
import { type MenuEntry, choices } from '../../controls.ts';
import { LABELS } from '../../lines/settings-text.ts';
import { followRow } from './follows-page.ts';
import { panelControl, roleMenu, settingMenu, type PageRows, type PanelView } from './view.ts';

type Entries = (reader: Reader) => readonly MenuEntry[];

const entries =
  <Value extends string | number>(
    values: readonly Value[],
    label: (reader: Reader, value: Value) => string,
  ): Entries =>
  (reader) =>
    values.map((value) => ({ value: `${value}`, label: label(reader, value) }));

const ENTRIES: Readonly<Record<keyof typeof LABELS, Entries>> = {
  types: entries(SETTINGS.types.values, LABELS.types),
  category: entries(SETTINGS.category.values, LABELS.category),
  levels: entries(CURRENT_LEVELS, LABELS.levels),
  smallestRound: entries(SETTINGS.smallestRound.values, LABELS.smallestRound),
  roleTypes: entries(SETTINGS.roleTypes.values, LABELS.roleTypes),
  events: entries(SETTINGS.events.values, LABELS.events),
};

/** The menu of a setting. @param any names the choice of all values where there is one */
const choiceMenu = (reader: Reader, view: PanelView, name: keyof typeof LABELS, any?: string) => {
  const value = view.channel.settings[name];
  const chosen = [value].flat();
  // No level stands for all of them.
  const areAll = name === 'levels' && chosen.length === 0;
  const shown = ENTRIES[name](reader).map((entry) => ({
    ...entry,
    isChosen: areAll || chosen.some((each) => `${each}` === entry.value),
  }));
  const all = any === undefined ? [] : [{ value: 'any', label: any, isChosen: value === null }];
  const most = Array.isArray(value) ? MENU_OPTIONS_MAX : 1;
  return settingMenu(reader, view, name, [...all, ...shown], most);
};

export const whatRows: PageRows = (reader, view) => {
  const { t } = reader;
  const preset = presetOf(view.channel.settings.types);
  const presets = PRESET_NAMES.map((name) => ({
    value: name,
    label: t(`preset.${name}`),
    description: t(`preset.${name}Means`),
    isChosen: name === preset,
  }));
  return [
    ...followRow(reader, view),
    ...settingMenu(reader, view, 'preset', presets),
    ...choiceMenu(reader, view, 'types'),
  ];
};

export const matchesRows: PageRows = (reader, view) => [
  ...choiceMenu(reader, view, 'smallestRound', reader.t('settings.anyRound')),
  ...choiceMenu(reader, view, 'levels'),
  ...choiceMenu(reader, view, 'category', reader.t('settings.bothCategories')),
];

/** Time zones where most viewers of padel are; a typed one may be any. */
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

export const pingsRows: PageRows = (reader, view) => {
  const { key, settings } = view.channel;
  return [
    roleMenu(panelControl('roles', key, 'pings'), reader.t('panel.roles'), settings.roles),
    ...choiceMenu(reader, view, 'roleTypes'),
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
    ...settingMenu(reader, view, 'language', choices(LOCALES, localeOf(locale), languageName)),
    ...settingMenu(reader, view, 'flags', flags, MENU_OPTIONS_MAX),
    ...choiceMenu(reader, view, 'events'),
  ];
};
