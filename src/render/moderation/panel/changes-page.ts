import { FIELD_MAX } from '../../../discord/message-limits.ts';
import type { SettingChange } from '../../../domain/alerts/setting-changes.ts';
import { languageName, localeOf, type Reader } from '../../../i18n/i18n.ts';
import { outside, timestamp } from '../../../i18n/text.ts';
import { buttonRow } from '../../controls.ts';
import { joinedWithin } from '../../lines/lines.ts';
import { cameAndWent, changedTexts } from '../../lines/settings-text.ts';
import { serverDataButton, type NameOf } from '../privacy.ts';
import { channelMenu, panelControl, roleMenu, type PageRows, type PanelHistory } from './view.ts';

/** So many changes are listed. */
export const CHANGES_SHOWN = 8;

/** A change in words: what it was, and what it is. */
export const changeText = (reader: Reader, nameOf: NameOf, change: SettingChange): string => {
  const { t } = reader;
  switch (change.what) {
    case 'settings':
      return changedTexts(reader, change.before, change.after).join('; ');
    case 'language': {
      const [was, is] = [change.before, change.after].map((each) => languageName(localeOf(each)));
      return `~~${was ?? ''}~~ → ${is ?? ''}`;
    }
    case 'pause':
      return t(change.after ? 'changes.paused' : 'changes.resumed');
    case 'follow': {
      const target = change.after ?? change.before;
      const key = change.after === null ? 'changes.unfollowed' : 'changes.followed';
      return t(key, { name: outside(target === null ? '' : nameOf(target), 70) });
    }
    case 'channel':
      return change.after === null
        ? t('changes.removed', { channel: `<#${change.before ?? ''}>` })
        : t('changes.setUp', { channel: `<#${change.after}>` });
    case 'managers':
      return t('labelled', {
        name: t('managers.title'),
        value: cameAndWent(change.before, change.after, mentions),
      });
    case 'import':
      return t('changes.imported', { count: change.after });
  }
};

const mentions = (roles: readonly string[]): string => roles.map((id) => `<@&${id}>`).join(' ');

/** Who changed what in a channel, the newest first. */
export const changesText = (reader: Reader, { changes }: PanelHistory, nameOf: NameOf): string => {
  const { t } = reader;
  if (changes.length === 0) return t('changes.none');
  const lines = changes.map(({ memberId, at, isUndone, change }) => {
    const who = memberId === '' ? t('changes.somebody') : `<@${memberId}>`;
    const text = changeText(reader, nameOf, change);
    const value = `${text}${isUndone ? ' ↩' : ''}`;
    return t('labelled', { name: `${timestamp(at, 'R')} ${who}`, value });
  });
  return joinedWithin(lines, FIELD_MAX);
};

/** Who manages a server's alerts, and how a role gets to see `/alerts`. */
export const managersText = ({ t }: Reader, { managers }: PanelHistory): string => {
  const who = [t('managers.everyone'), ...managers.map((id) => `<@&${id}>`)];
  return `${who.join(', ')}\n${t('managers.see')}`;
};

export const changesRows: PageRows = ({ t }, { channel: { key }, history }) => {
  if (history === null) return [];
  const { managers, undoable, mayManage } = history;
  return [
    roleMenu(panelControl('managers', key, 'changes'), t('managers.choose'), managers),
    channelMenu(panelControl('copy', key, 'changes'), t('panel.copy')),
    ...buttonRow(
      undoable === null
        ? null
        : { id: panelControl('undo', key, 'changes', undoable), label: t('panel.undo') },
      mayManage ? serverDataButton({ t }) : null,
    ),
  ];
};
