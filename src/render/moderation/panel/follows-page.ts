import { levelText } from '../../lines/tournament-texts.ts';
import { FIELD_MAX, MENU_OPTIONS_MAX, MENU_TEXT_MAX } from '../../../discord/message-limits.ts';
import {
  FOLLOW_KINDS,
  categoryTarget,
  levelTarget,
  type FollowTarget,
  isSameTarget,
} from '../../../domain/alerts/follows.ts';
import { CURRENT_LEVELS } from '../../../domain/levels.ts';
import { CATEGORIES } from '../../../domain/terms.ts';
import type { Reader } from '../../../i18n/i18n.ts';
import { outside, outsidePlain, shortened } from '../../../i18n/text.ts';
import { buttonRow, menuRow, pageButtons, pageOf } from '../../controls.ts';
import { panelControl, type PageRows, type PanelView, settingMenu } from './view.ts';

/** Targets that a channel can follow without searching for a name. */
export const WIDE_CHOICES: readonly { readonly word: string; readonly target: FollowTarget }[] = [
  ...CATEGORIES.map((category) => ({ word: category, target: categoryTarget(category) })),
  ...CURRENT_LEVELS.map((level) => ({ word: level, target: levelTarget(level) })),
];

/** A menu of these targets; those already followed are selected. */
export const followRow: PageRows = (reader, view) => {
  const { t } = reader;
  const isFollowed = (target: FollowTarget) =>
    view.follows.some((each) => isSameTarget(each, target));
  const entries = [
    ...CATEGORIES.map((category) => ({
      value: category,
      label: t(`follow.category.${category}`),
      isChosen: isFollowed(categoryTarget(category)),
    })),
    ...CURRENT_LEVELS.map((level) => ({
      value: level,
      label: t('follow.level', { level: levelText(t, level) }),
      isChosen: isFollowed(levelTarget(level)),
    })),
  ];
  return settingMenu(reader, view, 'follow', entries, MENU_OPTIONS_MAX);
};

/** The part of a channel's follows on a page of the list. */
export const followsOnPage = ({ follows, listPage }: Pick<PanelView, 'follows' | 'listPage'>) => {
  const sorted = FOLLOW_KINDS.flatMap((kind) => follows.filter((target) => target.kind === kind));
  return pageOf(sorted, MENU_OPTIONS_MAX, listPage);
};

export const followsRows: PageRows = (reader, view) => {
  const { t } = reader;
  const { key } = view.channel;
  const { shown, page, lastPage } = followsOnPage(view);
  return [
    ...followRow(reader, view),
    ...menuRow(
      panelControl('unfollow', key, 'follows', page),
      t('follow.endOne'),
      shown.map((target) => ({
        value: `${target.kind}-${target.id}`,
        label: outsidePlain(view.nameOf(target), MENU_TEXT_MAX),
        description: t(`follow.kind.${target.kind}`),
      })),
      MENU_OPTIONS_MAX,
    ),
    ...buttonRow(
      ...pageButtons(reader, { page, lastPage }, (to) => panelControl('list', key, 'follows', to)),
    ),
  ];
};

const NAME_MAX = 70;

/** A channel's follows in words: the same part as in the menu. */
export const followsText = (reader: Reader, view: PanelView): string => {
  const { t } = reader;
  const channel = `<#${view.channel.discordId}>`;
  if (view.follows.length === 0) return t('follow.noneChannel', { channel });
  const { shown } = followsOnPage(view);
  const lines = FOLLOW_KINDS.flatMap((kind) => {
    const names = shown
      .filter((target) => target.kind === kind)
      .map((target) => outside(view.nameOf(target), NAME_MAX));
    const name = `*${t(`follow.kind.${kind}`)}*`;
    return names.length === 0 ? [] : [t('labelled', { name, value: names.join(', ') })];
  });
  return shortened(lines.join('\n'), FIELD_MAX);
};
