import type { ComponentRequest, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import { localeOf } from '../../src/i18n/i18n.ts';
import { channelQuestion } from '../../src/render/moderation/panel.ts';
import { reply, type MessageBody } from '../../src/render/message.ts';
import { PANEL_PAGES, type PanelPage } from '../../src/render/moderation/panel/view.ts';
import { findChannel, type Channel } from '../../src/store/channels/channels.ts';
import {
  applyChange,
  applyLanguage,
  applyPause,
  confirmRemoval,
  removed,
  undoChange,
} from './changes.ts';
import { applyImport } from './import.ts';
import { followChosen, unfollowChosen } from './follows.ts';
import { chooseManagers } from './managers.ts';
import { settingsFrom } from './settings.ts';
import { setUpAndShow } from './setup.ts';
import { testAlerts } from './try.ts';
import { channelOnControl, panelOf } from './view.ts';
import { preview } from './why.ts';
import { onDataControl } from './stored-data.ts';
import { numberIn } from '../options/control-values.ts';

/** The use of a control on a page of a channel's panel. */
interface Use {
  readonly request: ComponentRequest;
  readonly guildId: string;
  readonly channel: Channel;
  readonly page: PanelPage;
  readonly listPage: number;
  readonly services: Services;
}

type Answering = (use: Use) => Promise<MessageBody> | MessageBody;

/** Shows the panel again with the channel's current settings. */
const shown = ({ request, page, listPage, services }: Use, channel: Channel, note = '') =>
  panelOf(request, channel, services, { page, listPage, ...(note === '' ? {} : { note }) });

const turnTo: Answering = (use) => shown(use, use.channel);

const pause =
  (isPaused: boolean): Answering =>
  async (use) =>
    await shown(use, await applyPause(use.request, use.channel, isPaused, use.services));

/** Handlers of a panel's buttons, and of its menus that change no setting. */
const USES: Readonly<Record<string, Answering>> = {
  show: turnTo,
  open: turnTo,
  copy: async (use) => await shown(use, await copied(use)),
  undo: async (use) => {
    const { request, channel, listPage: id, services } = use;
    const undone = await undoChange(request, channel, id, services);
    return await shown({ ...use, listPage: 1 }, undone);
  },
  next: turnTo,
  list: turnTo,
  page: (use) => turnTo({ ...use, page: pageOf(use.request.chosen[0]) }),
  test: ({ request, channel, services }) => testAlerts(request, channel, services),
  pause: pause(true),
  resume: pause(false),
  forget: ({ request, channel, services }) => confirmRemoval(request, channel, services),
  remove: ({ request, channel, services }) => removed(request, channel, services),
  preview: ({ request, channel, services }) => preview(request, channel, services),
  managers: async (use) => {
    await chooseManagers(use.request, use.guildId, use.services);
    return await shown(use, use.channel);
  },
  add: ({ request, channel, page }) => channelQuestion(request, channel.key, page),
  added: ({ request, guildId, services, page }) => setUpChosen(request, guildId, services, page),
  follow: async (use) => {
    const note = await followChosen(use.request, use.channel, use.services);
    return await shown(use, use.channel, note);
  },
  unfollow: async (use) => {
    const note = await unfollowChosen(use.request, use.channel, use.services);
    return await shown(use, use.channel, note);
  },
  language: async (use) => {
    const language = localeOf(use.request.chosen[0] ?? '');
    return await shown(use, await applyLanguage(use.request, use.channel, language, use.services));
  },
};

/** The channel with the settings of another one; its language and its follows stay. */
const copied = async ({ request, guildId, channel, services }: Use): Promise<Channel> => {
  const id = request.chosen[0] ?? '';
  const source = await findChannel(services.db, id);
  if (source?.guildId !== guildId) {
    throw new UserError('no-alerts-there', { channel: { channelId: id } });
  }
  return await applyChange(request, channel, () => source.settings, services);
};

const changeSetting = async (menu: string, use: Use): Promise<MessageBody> => {
  const { request, guildId, services } = use;
  const change = settingsFrom([[menu, request.chosen]], { guildId, now: services.now() });
  return await shown(use, await applyChange(request, use.channel, change, services));
};

/** The page of a control; the first page for an unknown one. */
export const pageOf = (word: string | undefined): PanelPage =>
  PANEL_PAGES.find((page) => page === word) ?? 'what';

/** Handles the greeting's menu, and the buttons and menus of panels. */
export const onControl = async (
  request: ComponentRequest,
  guildId: string,
  services: Services,
): Promise<MessageBody> => {
  const [action = '', key, page, listPage] = request.values;
  if (action === 'welcome') return await setUpChosen(request, guildId, services, 'what');
  if (action === 'import') return await applyImport(request, guildId, services);
  if (action === 'data') return await onDataControl(request, 'server', key, services);
  if (action === 'discard') return reply({ content: request.t('privacy.kept') });
  const channel = await channelOnControl(guildId, key, services);
  const leaf = { page: pageOf(page), listPage: numberIn(listPage ?? '1') };
  const use = { request, guildId, channel, ...leaf, services };
  const answer = Object.hasOwn(USES, action) ? USES[action] : undefined;
  return answer === undefined ? await changeSetting(action, use) : await answer(use);
};

const setUpChosen = async (
  request: ComponentRequest,
  guildId: string,
  services: Services,
  page: PanelPage,
): Promise<MessageBody> => {
  const chosen = request.channelOf(request.chosen[0] ?? '');
  return await setUpAndShow({ ...request, guildId }, chosen, { page }, services);
};
