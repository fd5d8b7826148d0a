import { MENU_OPTIONS_MAX } from '../../../discord/message-limits.ts';
import { PRESET_NAMES, presetOf } from '../../../domain/alerts/kinds.ts';
import { menuRow } from '../../controls.ts';
import { followRow } from './follows-page.ts';
import { kindEntries, emptiable } from './menus.ts';
import { panelControl, type PageRows } from './view.ts';
import { EVENT_CHOICES } from '../../../domain/alerts/settings.ts';
import { LOCALES } from '../../../i18n/i18n.ts';
import { FLAGS } from '../settings-text.ts';

/** How much is posted, and a first choice of what to follow. */
export const whatRows: PageRows = (reader, view) => {
  const { key, settings } = view.channel;
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
      MENU_OPTIONS_MAX,
    ),
    ...followRow(reader, view),
  ];
};

/** The look and language of alerts. */
export const displayRows: PageRows = ({ t }, { channel: { key, settings, locale } }) => [
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
      MENU_OPTIONS_MAX,
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
