import { MENU_OPTIONS_MAX } from '../../discord/message-limits.ts';
import { EVENT_CHOICES } from '../../domain/alert-settings.ts';
import { LOCALES } from '../../i18n/i18n.ts';
import { menuRow } from '../controls.ts';
import { FLAGS } from '../settings-words.ts';
import { emptiable } from './menus.ts';
import { panelControl, type PageRows } from './view.ts';

/** How alerts look, and in which language. */
export const lookRows: PageRows = ({ t }, { channel: { key, settings, locale } }) => [
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
