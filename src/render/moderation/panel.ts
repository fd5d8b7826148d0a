import { CONTENT_MAX } from '../../discord/message-limits.ts';
import type { AlertChannel } from '../../domain/alerts/channel.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { shortened } from '../../i18n/text.ts';
import { buttonRow, menuRow } from '../controls.ts';
import { healthText } from './health.ts';
import { COLOURS, type MessageBody, reply, embedReply } from '../message.ts';
import { menus } from './panel/menus.ts';
import { timesRows } from './panel/forms.ts';
import { changesRows, changesText, managersText } from './panel/changes-page.ts';
import { followsText, followsRows } from './panel/follows-page.ts';
import {
  channelMenu,
  PANEL_PAGES,
  panelControl,
  type PanelPage,
  type PanelView,
  roleMenu,
  type PageRows,
} from './panel/view.ts';
import { serverDataButton } from './privacy.ts';
import { SUMMARIES } from '../lines/settings-text.ts';

export const panelMessage = (reader: Reader, view: PanelView): MessageBody => {
  const { t } = reader;
  const { channel, page, health, history, note } = view;
  const { key } = channel;
  const isWell = channel.broken === null && channel.pausedAt === null;
  return embedReply({
    title: t('panel.title'),
    description: `<#${channel.discordId}>\n${healthText(reader, channel, health)}`,
    color: isWell ? COLOURS.live : COLOURS.warning,
    fields: [
      ...(page === 'follows'
        ? [{ name: t('panel.page.follows'), value: followsText(reader, view) }]
        : []),
      ...(history === null
        ? settingsFields(reader, channel)
        : [
            { name: t('panel.page.changes'), value: changesText(reader, history, view.nameOf) },
            { name: t('managers.title'), value: managersText(reader, history) },
          ]),
    ],
    content: note === '' ? undefined : shortened(note, CONTENT_MAX),
    components: [
      ...menuRow(
        panelControl('page', key, page),
        t('panel.choosePage'),
        PANEL_PAGES.map((each) => ({
          value: each,
          label: t('panel.change', { what: t(`panel.page.${each}`) }),
          isChosen: each === page,
        })),
      ),
      ...PANEL_MENUS[page](reader, view),
      ...buttonRow(
        { id: panelControl('test', key, page), label: t('panel.test') },
        channel.pausedAt === null
          ? { id: panelControl('pause', key, page), label: t('panel.pause') }
          : { id: panelControl('resume', key, page), label: t('panel.resume'), style: 'primary' },
        { id: panelControl('add', key, page), label: t('panel.add') },
        { id: panelControl('forget', key, page), label: t('panel.forget'), style: 'danger' },
        view.nextKey === null
          ? null
          : { id: panelControl('next', view.nextKey, page), label: t('panel.next') },
      ),
    ],
  });
};

const settingsFields = (reader: Reader, channel: AlertChannel) =>
  PANEL_PAGES.flatMap((page) =>
    page === 'follows' || page === 'changes'
      ? []
      : [{ name: reader.t(`panel.page.${page}`), value: SUMMARIES[page](reader, channel) }],
  );

export const channelQuestion = ({ t }: Reader, key: number, page: PanelPage): MessageBody =>
  reply({
    content: t('panel.whichChannel'),
    components: [
      channelMenu(panelControl('added', key, page)),
      ...buttonRow({ id: panelControl('show', key, page), label: t('button.back') }),
    ],
  });

type RemovedChannel = Pick<AlertChannel, 'discordId'>;

/** Asks before a channel's alerts are removed, and says what is lost. */
export const removeQuestion = (
  { t }: Reader,
  channel: RemovedChannel & Pick<AlertChannel, 'key'>,
  follows: number,
): MessageBody => {
  const { key, discordId } = channel;
  return reply({
    content: [
      t('panel.askRemove', { channel: `<#${discordId}>`, follows }),
      t('panel.keepsPosts'),
    ].join(' '),
    components: buttonRow(
      { id: panelControl('remove', key, 'what'), label: t('panel.forget'), style: 'danger' },
      { id: panelControl('show', key, 'what'), label: t('import.cancel') },
    ),
  });
};

/** The reply once a channel's alerts are removed; without a channel no panel leads to the server's data. */
export const removedNotice = (
  { t }: Reader,
  channel: RemovedChannel,
  mayManage: boolean,
): MessageBody =>
  reply({
    components: mayManage ? buttonRow(serverDataButton({ t })) : [],
    content: t('panel.removed', { channel: `<#${channel.discordId}>` }),
  });

/** The menus of each panel page: at most three rows besides those on every page. */
const PANEL_MENUS: Readonly<Record<PanelPage, PageRows>> = {
  what: menus('follow', 'preset', 'types'),
  follows: followsRows,
  matches: menus('smallestRound', 'levels', 'category'),
  times: timesRows,
  pings: (reader, view) => [
    roleMenu(
      panelControl('roles', view.channel.key, 'pings'),
      reader.t('panel.roles'),
      view.channel.settings.roles,
    ),
    ...menus('roleTypes')(reader, view),
  ],
  look: menus('language', 'flags', 'events'),
  changes: changesRows,
};
