import { MENU_OPTIONS_MAX } from '../../discord/message-limits.ts';
import { PRESET_NAMES, presetOf } from '../../domain/alert-kinds.ts';
import { menuRow } from '../controls.ts';
import { followRow } from './follows-page.ts';
import { kindEntries } from './menus.ts';
import { panelControl, type PageRows } from './view.ts';

/** How much is told, and a first choice of what is followed. */
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
