import { levelText } from '../../lines/tournament-texts.ts';
import {
  ALERT_TYPES,
  type AlertType,
  PINGABLE,
  PRESET_NAMES,
  presetOf,
} from '../../../domain/alerts/alert-types.ts';
import { languageName, type Reader, LOCALES, localeOf } from '../../../i18n/i18n.ts';
import { type MenuEntry, choices } from '../../controls.ts';
import { emptiable, panelControl, roleMenu, settingMenu, type PageRows } from './view.ts';
import { MENU_OPTIONS_MAX } from '../../../discord/message-limits.ts';
import { followRow } from './follows-page.ts';
import { EVENT_CHOICES } from '../../../domain/alerts/settings.ts';
import { FLAGS } from '../../lines/settings-text.ts';
import { CURRENT_LEVELS } from '../../../domain/levels.ts';
import { CATEGORIES, ROUNDS } from '../../../domain/terms.ts';

export const whatRows: PageRows = (reader, view) => {
  const { t } = reader;
  const { types } = view.channel.settings;
  const preset = presetOf(types);
  const presets = PRESET_NAMES.map((name) => ({
    value: name,
    label: t(`preset.${name}`),
    description: t(`preset.${name}Means`),
    isChosen: name === preset,
  }));
  return [
    ...followRow(reader, view),
    ...settingMenu(reader, view, 'preset', presets),
    ...settingMenu(reader, view, 'types', typeEntries(reader, types), MENU_OPTIONS_MAX),
  ];
};

const ANY = 'any';

export const matchesRows: PageRows = (reader, view) => {
  const { t } = reader;
  const { smallestRound, levels, category } = view.channel.settings;
  const levelEntries = CURRENT_LEVELS.map((level) => ({
    value: level,
    label: levelText(t, level),
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
    ...emptiable(
      settingMenu(
        reader,
        view,
        'roleTypes',
        typeEntries(reader, settings.roleTypes, PINGABLE),
        MENU_OPTIONS_MAX,
      ),
    ),
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
    ...emptiable(settingMenu(reader, view, 'flags', flags, MENU_OPTIONS_MAX)),
    ...settingMenu(
      reader,
      view,
      'events',
      choices(EVENT_CHOICES, settings.events, (each) => t(`settings.events.${each}`)),
    ),
  ];
};

const typeEntries = (
  { t }: Reader,
  chosen: readonly AlertType[],
  types: readonly AlertType[] = ALERT_TYPES,
): MenuEntry[] =>
  types.map((type) => ({
    value: type,
    label: t(`alertType.${type}`),
    isChosen: chosen.includes(type),
  }));
