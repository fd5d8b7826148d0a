import { ChannelType, ComponentType } from 'discord-api-types/v10';
import { FIELD_MAX } from '../../../discord/message-limits.ts';
import {
  isUndoable,
  type SettingChange,
  type StoredSettingChange,
} from '../../../domain/alerts/setting-changes.ts';
import { isSameTarget } from '../../../domain/alerts/follows.ts';
import { presetOf, type AlertKind } from '../../../domain/alerts/kinds.ts';
import type { AlertSettings } from '../../../domain/alerts/settings.ts';
import { localeOf, type Reader } from '../../../i18n/i18n.ts';
import { outside, timestamp } from '../../../i18n/text.ts';
import { buttonRow } from '../../controls.ts';
import { linesWithin } from '../../lines.ts';
import {
  displayText,
  DORMANT,
  dormantTexts,
  kindNames,
  matchFilterText,
  pingText,
  timesText,
} from '../settings-text.ts';
import type { NameOf } from '../privacy.ts';
import { panelControl, type PageRows, type PanelView } from './view.ts';

/** So many changes are listed. */
export const CHANGES_SHOWN = 8;

const linesOf = (reader: Reader, settings: AlertSettings, locale: string): readonly string[] =>
  [
    matchFilterText(reader, settings),
    timesText(reader, settings),
    pingText(reader, settings),
    displayText(reader, settings, locale),
  ].flatMap((text) => text.split('\n'));

/** Another preset by its name; any other choice by what came and what went. */
const kindsChange = (
  reader: Reader,
  before: readonly AlertKind[],
  after: readonly AlertKind[],
): readonly string[] => {
  const [was, is] = [presetOf(before), presetOf(after)];
  if (was !== null && is !== null) {
    return was === is ? [] : [`~~${reader.t(`preset.${was}`)}~~ → ${reader.t(`preset.${is}`)}`];
  }
  const [more, less] = [without(after, before), without(before, after)];
  return [
    ...(more.length === 0 ? [] : [`+ ${kindNames(reader, more)}`]),
    ...(less.length === 0 ? [] : [`− ${kindNames(reader, less)}`]),
  ];
};

const settingsChange = (
  reader: Reader,
  locale: string,
  { before, after }: Extract<SettingChange, { what: 'settings' }>,
): string => {
  // What follows from the kinds alone is no change of its own.
  const was = linesOf(reader, { ...before, kinds: after.kinds }, locale);
  const is = linesOf(reader, after, locale);
  const [gone, come] = [without(was, is), without(is, was)];
  const struck = gone.length === 0 ? '' : `~~${gone.join('; ')}~~`;
  const others = [struck, come.join('; ')].filter(Boolean).join(' → ');
  return [
    ...kindsChange(reader, before.kinds, after.kinds),
    others,
    ...dormantChanges(reader, locale, { before, after }),
  ]
    .filter(Boolean)
    .join('; ');
};

/** What changed and shows in no line, since it has no effect with the other settings. */
const dormantChanges = (
  reader: Reader,
  locale: string,
  { before, after }: Record<'before' | 'after', AlertSettings>,
): readonly string[] => {
  const lines = String(linesOf(reader, after, locale));
  const [was, is] = [dormantTexts(reader, before), dormantTexts(reader, after)];
  return DORMANT.filter((name) => String(before[name]) !== String(after[name]))
    .filter((name) => String(linesOf(reader, { ...after, [name]: before[name] }, locale)) === lines)
    .map((name) => `~~${was[name]}~~ → ${is[name]}`);
};

const without = <T>(these: readonly T[], others: readonly T[]): readonly T[] =>
  these.filter((each) => !others.includes(each));

/** A change in words: what it was, and what it is. */
export const changeText = (
  reader: Reader,
  { locale, nameOf }: Words,
  change: SettingChange,
): string => {
  const { t } = reader;
  switch (change.what) {
    case 'settings':
      return settingsChange(reader, locale, change);
    case 'language': {
      const [was, is] = [change.before, change.after].map((each) =>
        t(`settings.language.${localeOf(each)}`),
      );
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
    case 'managers': {
      const [more, less] = [
        without(change.after, change.before),
        without(change.before, change.after),
      ].map((roles) => roles.map((id) => `<@&${id}>`).join(' '));
      const parts = [more === '' ? '' : `+ ${more ?? ''}`, less === '' ? '' : `− ${less ?? ''}`];
      return `${t('changes.managers')}: ${parts.filter(Boolean).join('; ')}`;
    }
  }
};

interface Words {
  /** The language of the channel's alerts. */
  readonly locale: string;
  readonly nameOf: NameOf;
}

/** Who changed what in a channel, the newest first. */
export const changesText = (
  reader: Reader,
  { channel, changes = [], changedFollows: names = [] }: PanelView,
): string => {
  const { t } = reader;
  if (changes.length === 0) return t('changes.none');
  const { locale } = channel;
  const nameOf: NameOf = (target) =>
    names.find((each) => isSameTarget(each.target, target))?.name ?? '';
  const lines = changes.map(({ memberId, at, change }) => {
    const who = memberId === '' ? t('changes.somebody') : `<@${memberId}>`;
    return `${timestamp(at, 'R')} ${who}: ${changeText(reader, { locale, nameOf }, change)}`;
  });
  return linesWithin(lines, FIELD_MAX).join('\n');
};

/** The change that *Undo* takes back: the channel's last one, if it can be. */
export const undoable = (
  changes: readonly StoredSettingChange[],
): StoredSettingChange | undefined => {
  const last = changes.find(({ channelKey }) => channelKey !== null);
  return last !== undefined && isUndoable(last.change) ? last : undefined;
};

export const changesRows: PageRows = ({ t }, { channel, changes = [] }) => {
  const last = undoable(changes);
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.ChannelSelect,
          custom_id: panelControl('copy', channel.key, 'changes'),
          placeholder: t('panel.copy'),
          channel_types: [
            ChannelType.GuildText,
            ChannelType.GuildAnnouncement,
            ChannelType.GuildForum,
            ChannelType.PublicThread,
          ],
        },
      ],
    },
    ...(last === undefined
      ? []
      : buttonRow({
          id: panelControl('undo', channel.key, 'changes', last.id),
          label: t('panel.undo'),
        })),
  ];
};
