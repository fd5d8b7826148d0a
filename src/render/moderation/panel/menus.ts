import { MENU_OPTIONS_MAX } from '../../../discord/message-limits.ts';
import { PRESET_NAMES, presetOf } from '../../../domain/alerts/alert-types.ts';
import {
  categoryTarget,
  isSameTarget,
  levelTarget,
  type FollowTarget,
} from '../../../domain/alerts/follows.ts';
import { FLAGS, SETTINGS, type ChoiceValue } from '../../../domain/alerts/settings.ts';
import { CURRENT_LEVELS } from '../../../domain/levels.ts';
import { CATEGORIES } from '../../../domain/terms.ts';
import { languageName, LOCALES, localeOf, type Reader } from '../../../i18n/i18n.ts';
import { choices, menuRow, type MenuEntry } from '../../controls.ts';
import { LABELS } from '../../lines/settings-text.ts';
import { levelText } from '../../lines/tournament-texts.ts';
import { panelControl, type PageRows, type PanelView } from './view.ts';

interface Menu {
  readonly entries: (reader: Reader, view: PanelView) => readonly MenuEntry[];
  /** Whether several can be chosen. */
  readonly isMany?: boolean;
  readonly canBeEmpty?: true;
  /** Its values say what they are about: `No server events`. */
  readonly isSelfExplanatory?: true;
}

/** The values of a setting. @param any names the choice of all of them where there is one */
const choiceOf = <Name extends keyof typeof LABELS>(
  name: Name,
  values: readonly ChoiceValue<Name>[],
  any?: 'settings.anyRound' | 'settings.bothCategories',
): Menu => ({
  isMany: Array.isArray(SETTINGS[name].initial),
  entries: (reader, { channel: { settings } }) => {
    const chosen: readonly unknown[] = [settings[name]].flat();
    // No level stands for all of them.
    const areAll = name === 'levels' && chosen.length === 0;
    const shown = values.map((value) => ({
      value: `${value}`,
      label: LABELS[name](reader, value),
      isChosen: areAll || chosen.includes(value),
    }));
    if (any === undefined) return shown;
    return [{ value: 'any', label: reader.t(any), isChosen: settings[name] === null }, ...shown];
  },
});

/** Targets that a channel can follow without searching for a name; those already followed are chosen. */
const wideTargets: Menu['entries'] = ({ t }, { follows }) => {
  const entry = (value: string, label: string, target: FollowTarget) => ({
    value,
    label,
    isChosen: follows.some((each) => isSameTarget(each, target)),
  });
  return [
    ...CATEGORIES.map((category) =>
      entry(category, t(`follow.category.${category}`), categoryTarget(category)),
    ),
    ...CURRENT_LEVELS.map((level) =>
      entry(level, t('follow.level', { level: levelText(t, level) }), levelTarget(level)),
    ),
  ];
};

const presets: Menu['entries'] = ({ t }, { channel }) => {
  const preset = presetOf(channel.settings.types);
  return PRESET_NAMES.map((name) => ({
    value: name,
    label: t(`preset.${name}`),
    description: t(`preset.${name}Means`),
    isChosen: name === preset,
  }));
};

/** Every message in a forum is a post of its own: it has no place for a standing board. */
const flags: Menu['entries'] = ({ t }, { channel: { kind, settings } }) =>
  FLAGS.filter((flag) => flag !== 'board' || kind !== 'forum').map((flag) => ({
    value: flag,
    label: t(`settings.flag.${flag}`),
    isChosen: settings[flag],
  }));

/** The menus of the settings by their control, each with a placeholder among the texts. */
const MENUS = {
  follow: { entries: wideTargets, isMany: true, canBeEmpty: true },
  preset: { entries: presets },
  types: choiceOf('types', SETTINGS.types.values),
  smallestRound: choiceOf('smallestRound', SETTINGS.smallestRound.values, 'settings.anyRound'),
  levels: choiceOf('levels', CURRENT_LEVELS),
  category: choiceOf('category', SETTINGS.category.values, 'settings.bothCategories'),
  roleTypes: { ...choiceOf('roleTypes', SETTINGS.roleTypes.values), canBeEmpty: true },
  language: {
    entries: (_reader, { channel }) => choices(LOCALES, localeOf(channel.locale), languageName),
  },
  flags: { entries: flags, isMany: true, canBeEmpty: true, isSelfExplanatory: true },
  events: { ...choiceOf('events', SETTINGS.events.values), isSelfExplanatory: true },
} satisfies Readonly<Record<string, Menu>>;

/**
 * These menus on the shown page. Discord hides the placeholder once something is chosen, so the first of
 * that says which menu it is.
 */
export const menus =
  (...names: readonly (keyof typeof MENUS)[]): PageRows =>
  (reader, view) =>
    names.flatMap((name) => {
      const { entries, isMany, canBeEmpty, isSelfExplanatory }: Menu = MENUS[name];
      const placeholder = reader.t(`panel.${name}`);
      const shown = entries(reader, view);
      const first = isSelfExplanatory ? undefined : shown.find(({ isChosen }) => isChosen);
      const labelled = shown.map((entry) => {
        if (entry !== first) return entry;
        const named = { name: placeholder.replace('…', ''), value: entry.label };
        return { ...entry, label: reader.t('labelled', named) };
      });
      return menuRow(
        panelControl(name, view.channel.key, view.page),
        placeholder,
        labelled,
        isMany ? MENU_OPTIONS_MAX : 1,
        canBeEmpty ? 0 : 1,
      );
    });
