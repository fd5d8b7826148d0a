import {
  ApplicationCommandOptionType,
  InteractionContextType,
  PermissionFlagsBits,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import { PRESET_NAMES } from '../src/domain/alerts/alert-types.ts';
import { SETTINGS_FILE_BYTES_MAX } from '../src/domain/alerts/settings-file.ts';
import type { Command, CommandRequest, Services } from '../src/discord/command.ts';
import { UserError } from '../src/errors.ts';
import { languageName, LOCALES } from '../src/i18n/i18n.ts';
import type { MessageBody } from '../src/render/message.ts';
import { healthMessage } from '../src/render/moderation/health.ts';
import { PANEL_PAGES } from '../src/render/moderation/panel/view.ts';
import { channelsOfGuild } from '../src/store/channels/channels.ts';
import { exportSettings, previewImport } from './alerts/settings-file.ts';
import { channelFromOption } from './alerts/channel.ts';
import { onControl, opensForm, showForm, submitForm } from './alerts/controls.ts';
import { setUpAndShow } from './alerts/setup.ts';
import { requireManager, healthOf, pageOf, panelOf, presentPanel } from './alerts/view.ts';
import { why } from './alerts/why.ts';
import { channelOption, choice, choiceOption, labels, type AlertsSub } from './options/labels.ts';
import { matchOption, suggestAnyMatch } from './options/match.ts';
import { handlerOf } from './options/control-values.ts';
import { showsData } from './alerts/stored-data.ts';

const whichChannel = (required: boolean) =>
  channelOption(
    (texts) => ({
      ...texts.command.alerts.sub.setup.option.channel,
      name: texts.command.follow.option.channel.name,
    }),
    required,
  );

const presetOption = choiceOption(
  (texts) => texts.command.alerts.sub.setup.option.preset,
  PRESET_NAMES.map((name) => choice(name, (texts) => texts.preset[name])),
);

const languageOption = choiceOption(
  (texts) => texts.command.alerts.sub.setup.option.language,
  LOCALES.map((locale) => ({ value: locale, name: languageName(locale) })),
);

const pageOption = choiceOption(
  (texts) => texts.command.alerts.sub.panel.option.page,
  PANEL_PAGES.map((page) => choice(page, (texts) => texts.panel.page[page])),
);

const fileOption = {
  ...labels((texts) => ({
    ...texts.command.alerts.sub.file.option.file,
    name: texts.command.alerts.sub.file.name,
  })),
  type: ApplicationCommandOptionType.Attachment as const,
};

const sub = (name: AlertsSub, options: APIApplicationCommandBasicOption[] = []) => ({
  ...labels((texts) => texts.command.alerts.sub[name]),
  type: ApplicationCommandOptionType.Subcommand as const,
  options,
});

/** `/alerts`: moderators choose where alerts are posted and which, and check that it works. */
export const alerts: Command = {
  definition: {
    ...labels((texts) => texts.command.alerts),
    contexts: [InteractionContextType.Guild],
    // Hidden from members; a server may change that, so the handlers check permissions, too.
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    options: [
      sub('setup', [whichChannel(true), presetOption, languageOption]),
      sub('panel', [pageOption, whichChannel(false)]),
      sub('why', [matchOption(), whichChannel(false)]),
      sub('health'),
      sub('file', [fileOption]),
    ],
  },
  visibility: 'private',
  isScoreless: true,
  autocomplete: suggestAnyMatch,
  run: async (request, services) => {
    const run = handlerOf(RUNS, request.subcommand);
    return await run(request, services, await requireManager(request, services));
  },
  form: {
    opens: opensForm,
    show: async (request, services) =>
      await showForm(request, await requireManager(request, services), services),
    submit: async (request, services) =>
      await submitForm(request, await requireManager(request, services), services),
  },
  present: presentPanel,
  component: {
    // The greeting stays, its answer is a private panel; so do the panel beside test alerts and a preview.
    answer: (values) =>
      ['welcome', 'test', 'open', 'preview'].includes(values[0] ?? '') || showsData(values)
        ? 'private'
        : 'update',
    run: async (request, services) =>
      await onControl(request, await requireManager(request, services), services),
  },
};

type Run = (request: CommandRequest, services: Services, guildId: string) => Promise<MessageBody>;

const RUNS: Readonly<Record<AlertsSub, Run>> = {
  setup: async (request, services, guildId) => {
    const language = LOCALES.find((each) => each === request.text('language'));
    const preset = PRESET_NAMES.find((each) => each === request.text('preset'));
    const wishes = { language, preset, page: 'what' as const };
    const user = { ...request, guildId };
    return await setUpAndShow(user, request.channel('channel'), wishes, services);
  },
  panel: async (request, services) => {
    const page = pageOf(request.text('page') ?? undefined);
    return await panelOf(request, await channelFromOption(request, services), services, { page });
  },
  why,
  health: async (request, services, guildId) => {
    const channels = await channelsOfGuild(services.db, guildId);
    if (channels.length === 0) throw new UserError('no-alert-channel');
    const all = await Promise.all(
      channels.map(async (channel) => ({ channel, health: await healthOf(channel, services) })),
    );
    return healthMessage(request, all);
  },
  file: async (request, services, guildId) => {
    const text = await request.file('file', SETTINGS_FILE_BYTES_MAX);
    return text === null
      ? await exportSettings(request, services, guildId)
      : await previewImport(request, text, services);
  },
};
