import { FIELD_MAX, MENU_OPTIONS_MAX, MENU_TEXT_MAX } from '../../../discord/message-limits.ts';
import { FOLLOW_KINDS } from '../../../domain/alerts/follows.ts';
import type { Reader } from '../../../i18n/i18n.ts';
import { outside, outsidePlain, shortened } from '../../../i18n/text.ts';
import { buttonRow, menuRow, pageButtons, pageOf } from '../../controls.ts';
import { menus } from './menus.ts';
import { panelControl, type PageRows, type PanelView } from './view.ts';

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
    ...menus('follow')(reader, view),
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
