import type { ComponentRequest, FormRequest, Services } from '../../src/discord/command.ts';
import { followChange, type WantedChange } from '../../src/domain/alerts/setting-changes.ts';
import { FormRefused, Unclear, UserError } from '../../src/errors.ts';
import { localeOf } from '../../src/i18n/i18n.ts';
import {
  channelQuestion,
  removedNotice,
  removeQuestion,
} from '../../src/render/moderation/panel.ts';
import type { Form } from '../../src/render/forms.ts';
import { reply, type MessageBody } from '../../src/render/message.ts';
import {
  PANEL_FORMS,
  panelForm,
  typedAgain,
  typedInForm,
} from '../../src/render/moderation/panel/forms.ts';
import { panelControl, type PanelPage } from '../../src/render/moderation/panel/view.ts';
import { findChannel, type Channel } from '../../src/store/channels/channels.ts';
import { removeChannel } from '../../src/store/channels/guild-channels.ts';
import { followsOf } from '../../src/store/follows/follows.ts';
import { applyChange, undoChange } from './changes.ts';
import { applyImport } from './settings-file.ts';
import { managersChosen, settingsFrom } from './settings.ts';
import { setUpAndShow, testAlerts } from './setup.ts';
import { channelOnControl, pageOf, panelOf } from './view.ts';
import { preview } from './why.ts';
import { onDataControl } from './stored-data.ts';
import { numberIn, wordIn } from '../options/control-values.ts';
import type { FollowTarget } from '../../src/domain/alerts/follows.ts';
import { CURRENT_LEVELS } from '../../src/domain/levels.ts';
import { CATEGORIES } from '../../src/domain/terms.ts';
import { targetIn, nameOfTarget, wideTarget } from '../options/target-name.ts';

/** What a channel can follow without searching for a name. */
const WIDE_WORDS = [...CATEGORIES, ...CURRENT_LEVELS];

/** The use of a control on a page of a channel's panel. */
interface Use {
  readonly request: ComponentRequest;
  readonly channel: Channel;
  readonly page: PanelPage;
  readonly listPage: number;
  readonly services: Services;
}

type Answering = (use: Use) => Promise<MessageBody> | MessageBody;

/** Shows the panel again, with what is stored now. */
const shown = ({ request, channel, page, listPage, services }: Use, note = '') =>
  panelOf(request, channel, services, { page, listPage, note });

const changing =
  (wanted: (use: Use) => WantedChange | Promise<WantedChange>): Answering =>
  async (use) => {
    await applyChange(use.request, use.channel, await wanted(use), use.services);
    return await shown(use);
  };

/** Changes what a channel follows, and lists what was added and removed; what was so already is skipped. */
const following =
  (wanted: (chosen: readonly string[]) => readonly FollowChoice[]): Answering =>
  async (use) => {
    const { request, channel, services } = use;
    const done: FollowChoice[] = [];
    for (const choice of wanted(request.chosen)) {
      const change = followChange(choice.target, choice.isFollowed);
      if ((await applyChange(request, channel, change, services)) !== null) done.push(choice);
    }
    const lines = await Promise.all(
      done
        .toSorted((a, b) => Number(b.isFollowed) - Number(a.isFollowed))
        .map(async ({ target, isFollowed }) =>
          request.t(isFollowed ? 'follow.addedChannel' : 'follow.removedChannel', {
            channel: `<#${channel.discordId}>`,
            name: await nameOfTarget(request, target, services),
          }),
        ),
    );
    return await shown(use, lines.join('\n'));
  };

interface FollowChoice {
  readonly target: FollowTarget;
  readonly isFollowed: boolean;
}

/** What the buttons of a panel do, and its menus that change no setting. */
const USES: Readonly<Record<string, Answering>> = {
  ...Object.fromEntries(
    ['show', 'open', 'next', 'list'].map((name) => [name, (use: Use) => shown(use)]),
  ),
  page: (use) => shown({ ...use, page: pageOf(use.request.chosen[0]) }),
  test: ({ request, channel, services }) => testAlerts(request, channel, services),
  preview: ({ request, channel, services }) => preview(request, channel, services),
  pause: changing(() => ({ what: 'pause', after: true })),
  resume: changing(() => ({ what: 'pause', after: false })),
  language: changing(({ request }) => ({
    what: 'language',
    after: localeOf(request.chosen[0] ?? ''),
  })),
  managers: changing(({ request }) => ({ what: 'managers', after: managersChosen(request) })),
  // The channel's language and its follows stay.
  copy: changing(async ({ request, channel, services }) => {
    const id = request.chosen[0] ?? '';
    const source = await findChannel(services.db, id);
    if (source?.guildId !== channel.guildId) {
      throw new UserError('no-alerts-there', { channel: { channelId: id } });
    }
    return { what: 'settings', after: () => source.settings };
  }),
  undo: async (use) => {
    await undoChange(use.request, use.channel, use.listPage, use.services);
    return await shown({ ...use, listPage: 1 });
  },
  // Exactly the chosen categories and levels: the shortest way to a first alert.
  follow: following((chosen) =>
    WIDE_WORDS.map((word) => ({ target: wideTarget(word), isFollowed: chosen.includes(word) })),
  ),
  unfollow: following((chosen) =>
    chosen.map((value) => ({ target: targetIn(value.split('-')), isFollowed: false })),
  ),
  add: ({ request, channel, page }) => channelQuestion(request, channel.key, page),
  added: ({ request, channel, services, page }) =>
    setUpChosen(request, channel.guildId, services, page),
  forget: async ({ request, channel, services }) => {
    const follows = await followsOf(services.db, { channelKey: channel.key, memberId: null });
    return removeQuestion(request, channel, follows.length);
  },
  remove: async ({ request, channel, services: { db, now } }) => {
    await removeChannel(db, channel, { memberId: request.userId, at: now() });
    return removedNotice(request, channel, request.mayManage);
  },
};

/** The menu of a setting. */
const changeSetting = (name: string): Answering =>
  changing(({ request, services }) => ({
    what: 'settings',
    after: settingsFrom([[name, request.chosen]], request, services.now()),
  }));

/** Handles the greeting's menu, and the buttons and menus of panels. */
export const onControl = async (request: ComponentRequest, guildId: string, services: Services) => {
  const [action = '', key, page, listPage] = request.values;
  if (action === 'welcome') return await setUpChosen(request, guildId, services, 'what');
  if (action === 'import') return await applyImport(request, services);
  if (action === 'data') return await onDataControl(request, 'server', key, services);
  if (action === 'discard') return reply({ content: request.t('error.nothing-changed') });
  const channel = await channelOnControl(guildId, key, services);
  const leaf = { page: pageOf(page), listPage: numberIn(listPage ?? '1') };
  const answer = Object.hasOwn(USES, action) ? USES[action] : undefined;
  return await (answer ?? changeSetting(action))({ request, channel, ...leaf, services });
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

export const opensForm = ([action]: readonly string[]): boolean =>
  PANEL_FORMS.some((which) => which === action);

/** The form of a panel's button. */
export const showForm = async (
  request: ComponentRequest,
  guildId: string,
  services: Services,
): Promise<Form> => {
  const [which, key, page, typed] = request.values;
  const channel = await channelOnControl(guildId, key, services);
  return panelForm(request, wordIn(PANEL_FORMS, which), { channel, page: pageOf(page) }, typed);
};

/** Why some of these are refused: every reason, so that a form is corrected once. */
const refusalsOf = <T>(all: readonly T[], read: (each: T) => unknown): readonly UserError[] =>
  all.flatMap((each) => {
    try {
      read(each);
      return [];
    } catch (error) {
      if (error instanceof UserError) return [error];
      throw error;
    }
  });

/** Changes what a form is about, all of it or nothing, and shows the panel. */
export const submitForm = async (request: FormRequest, guildId: string, services: Services) => {
  const [word, key, page, shown = ''] = request.values;
  const channel = await channelOnControl(guildId, key, services);
  const which = wordIn(PANEL_FORMS, word);
  const valueOf = (field: string): string => {
    const value = request.text(field) ?? request.chosen(field)?.[0];
    // A form of another version lacks it.
    if (value === undefined) throw new UserError('outdated-control');
    return value.trim();
  };
  const typed = typedInForm(which, shown, valueOf);
  const now = services.now();
  const errors = refusalsOf(typed, (each) => settingsFrom([each], request, now)(channel.settings));
  const [only] = errors;
  // It has a menu of its own.
  if (only instanceof Unclear && errors.length === 1) throw only;
  const refusals = errors.filter((each) => !(each instanceof Unclear && each.meant !== undefined));
  if (refusals.length > 0) {
    const control = panelControl(which, channel.key, pageOf(page));
    throw new FormRefused(refusals, typedAgain(control, which, valueOf));
  }
  const after = settingsFrom(typed, request, now);
  await applyChange(request, channel, { what: 'settings', after }, services);
  return await panelOf(request, channel, services, { page: pageOf(page) });
};
