import {
  ApplicationCommandOptionType,
  ChannelType,
  InteractionContextType,
  PermissionFlagsBits,
  type APIApplicationCommandSubcommandOption,
} from 'discord-api-types/v10';
import type {
  Asker,
  Command,
  CommandRequest,
  PressRequest,
  Services,
} from '../src/discord/command.ts';
import type { AlertKind } from '../src/domain/alert-kinds.ts';
import type { AlertSettings } from '../src/domain/alert-settings.ts';
import { UserError } from '../src/errors.ts';
import { localeOf, LOCALES } from '../src/i18n/i18n.ts';
import { PANEL_PAGES, WIDE_CHOICES, type PanelPage } from '../src/render/alert-menus.ts';
import { channelQuestion } from '../src/render/alert-panel.ts';
import { NO_MENTIONS, type MessageBody } from '../src/render/message.ts';
import { healthMessage } from '../src/render/health.ts';
import {
  changeSettings,
  channelByKey,
  channelsOfGuild,
  findChannel,
  removeChannel,
  setLocale,
  setPaused,
  type Channel,
} from '../src/store/channels.ts';
import { addFollow } from '../src/store/follows.ts';
import { alertChannel } from './alert-channel.ts';
import { changeBy } from './alert-changes.ts';
import { preview } from './alert-preview.ts';
import { setUp, setUpNote } from './alert-setup.ts';
import { setOptions, settingsTyped } from './alert-set.ts';
import { testAlerts } from './alert-test.ts';
import { channelOnControl, forModerator, healthOf, panelOf } from './alert-view.ts';
import { why } from './alert-why.ts';
import { choice, labels } from './labels.ts';
import { suggestAnyMatch } from './match-option.ts';
import { nameOption } from './name-option.ts';
import { nameOfTarget } from './target-name.ts';

/** Kinds of channel that alerts can go to. */
const CHANNEL_TYPES = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
  ChannelType.PublicThread,
] as const;

const channelOption = (required: boolean) => ({
  ...labels((texts) => texts.command.alerts.sub.setup.option.channel),
  type: ApplicationCommandOptionType.Channel as const,
  channel_types: [...CHANNEL_TYPES],
  ...(required ? { required } : {}),
});

const languageOption = {
  ...labels((texts) => texts.command.alerts.sub.setup.option.language),
  type: ApplicationCommandOptionType.String as const,
  choices: LOCALES.map((locale) => choice(locale, (texts) => texts.choice.language[locale])),
};

const matchOption = nameOption(
  labels((texts) => texts.command.match.option.match),
  true,
);

type Sub = 'setup' | 'panel' | 'set' | 'test' | 'why' | 'preview' | 'health' | 'remove';

const sub = (
  name: Sub,
  options: APIApplicationCommandSubcommandOption['options'] = [],
): APIApplicationCommandSubcommandOption => ({
  ...labels((texts) => texts.command.alerts.sub[name]),
  type: ApplicationCommandOptionType.Subcommand,
  options,
});

/** `/alerts`: moderators choose where alerts go and what is told there, and see that it works. */
export const alerts: Command = {
  definition: {
    ...labels((texts) => texts.command.alerts),
    contexts: [InteractionContextType.Guild],
    // Members do not see it; a server may change that, and then the handlers refuse.
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    options: [
      sub('setup', [channelOption(true), languageOption]),
      sub('panel', [channelOption(false)]),
      sub('set', [...setOptions, languageOption, channelOption(false)]),
      sub('test', [channelOption(false)]),
      sub('why', [matchOption, channelOption(false)]),
      sub('preview', [matchOption, channelOption(false)]),
      sub('health'),
      sub('remove', [channelOption(true)]),
    ],
  },
  visibility: 'private',
  autocomplete: (request, services) => suggestAnyMatch(request, services),
  run: (request, services) => {
    const run = Object.hasOwn(RUNS, request.subcommand ?? '')
      ? RUNS[request.subcommand as Sub]
      : undefined;
    if (run === undefined) throw new UserError('outdated-control');
    return run(request, forModerator(request), services);
  },
  press: {
    // The greeting stays as it is; whoever answers it gets a panel of their own.
    answer: ([action]) => (action === 'welcome' ? 'private' : 'update'),
    run: (request, services) => pressed(request, forModerator(request), services),
  },
};

type Run = (request: CommandRequest, guildId: string, services: Services) => Promise<MessageBody>;

/**
 * The alert channel that was named, or is meant where somebody asks.
 * @throws UserError when it is none.
 */
const channelMeant = async (
  request: CommandRequest,
  guildId: string,
  services: Services,
): Promise<Channel> => {
  const chosen = request.channel('channel');
  if (chosen === null) return await alertChannel(request, services);
  const channel = await findChannel(services.db, chosen.id);
  if (channel?.guildId === guildId) return channel;
  throw new UserError('no-alerts-there', { channel: { channelId: chosen.id } });
};

const RUNS: Readonly<Record<Sub, Run>> = {
  setup: async (request, guildId, services) => {
    const language = LOCALES.find((each) => each === request.text('language'));
    const asker = { ...request, guildId };
    const channel = await setUp(asker, request.channel('channel'), language, services);
    return await panelOf(request, channel, 'what', services, setUpNote(request, channel));
  },
  panel: async (request, guildId, services) =>
    await panelOf(request, await channelMeant(request, guildId, services), 'what', services),
  set: async (request, guildId, services) => {
    const channel = await channelMeant(request, guildId, services);
    // Read whole before anything is changed: what cannot be read changes nothing.
    const change = withKinds(channel.settings, settingsTyped(request, guildId));
    const language = LOCALES.find((each) => each === request.text('language'));
    if (language !== undefined) await setLocale(services.db, channel.key, language);
    return await panelOf(request, await changed(channel, change, services), 'what', services);
  },
  test: async (request, guildId, services) =>
    await testAlerts(request, await channelMeant(request, guildId, services), services),
  why: async (request, guildId, services) =>
    await why(request, await channelMeant(request, guildId, services), services),
  preview: async (request, guildId, services) =>
    await preview(request, await channelMeant(request, guildId, services), services),
  health: async (request, guildId, services) => {
    const channels = await channelsOfGuild(services.db, guildId);
    if (channels.length === 0) throw new UserError('no-alert-channel');
    const all = await Promise.all(
      channels.map(async (channel) => ({ channel, health: await healthOf(channel, services) })),
    );
    return healthMessage(request, all);
  },
  remove: async (request, guildId, services) => {
    const channel = await channelMeant(request, guildId, services);
    await removeChannel(services.db, channel);
    return removedMessage(request, channel);
  },
};

const removedMessage = ({ t }: Pick<Asker, 't'>, { discordId }: Channel): MessageBody => ({
  content: t('panel.removed', { channel: `<#${discordId}>` }),
  allowed_mentions: NO_MENTIONS,
});

/** Who sets the time of a reminder, or of the morning, wants one. */
const withKinds = (
  { kinds }: AlertSettings,
  change: Partial<AlertSettings>,
): Partial<AlertSettings> => {
  const own = change.kinds ?? kinds;
  const wanted: AlertKind[] = [
    ...(change.remindBefore === undefined ? [] : (['reminder'] as const)),
    ...(change.morningAt === undefined || own.includes('ranking') ? [] : (['morning'] as const)),
  ];
  return wanted.length === 0 ? change : { ...change, kinds: [...new Set([...own, ...wanted])] };
};

/** Changes settings, and lets what is in play follow them. */
const changed = async (
  { key }: Channel,
  change: ReturnType<typeof settingsTyped>,
  services: Services,
): Promise<Channel> => {
  const { db, now } = services;
  await changeSettings(db, key, (settings) => ({ ...settings, ...change }), now());
  await services.settingsChanged(key);
  const channel = await channelByKey(db, key);
  if (channel === undefined) throw new UserError('outdated-control');
  return channel;
};

const pageOf = (word: string | undefined): PanelPage =>
  PANEL_PAGES.find((page) => page === word) ?? 'what';

const pressed = async (
  request: PressRequest,
  guildId: string,
  services: Services,
): Promise<MessageBody> => {
  const { db, now } = services;
  const [action = '', key, word] = request.values;
  const page = pageOf(action === 'page' ? request.chosen[0] : word);
  if (action === 'welcome') {
    const made = await setUp(
      { ...request, guildId },
      request.channelOf(request.chosen[0] ?? ''),
      undefined,
      services,
    );
    return await panelOf(request, made, page, services, setUpNote(request, made));
  }
  const channel = await channelOnControl(guildId, key, services);
  switch (action) {
    case 'page':
    case 'show':
    case 'next':
      return await panelOf(request, channel, page, services);
    case 'test':
      return await panelOf(
        request,
        channel,
        page,
        services,
        (await testAlerts(request, channel, services)).content ?? '',
      );
    case 'pause':
    case 'resume': {
      await setPaused(db, channel.key, action === 'pause' ? now() : null);
      await services.settingsChanged(channel.key);
      return await panelOf(request, await again(channel, services), page, services);
    }
    case 'forget': {
      await removeChannel(db, channel);
      return removedMessage(request, channel);
    }
    case 'add':
      return channelQuestion(request, channel.key, page);
    case 'added': {
      const chosen = request.channelOf(request.chosen[0] ?? '');
      const made = await setUp({ ...request, guildId }, chosen, undefined, services);
      return await panelOf(request, made, page, services, setUpNote(request, made));
    }
    case 'follow': {
      const note = await followWide(request, channel, services);
      return await panelOf(request, channel, page, services, note);
    }
    case 'language': {
      await setLocale(db, channel.key, localeOf(request.chosen[0] ?? ''));
      await services.settingsChanged(channel.key);
      return await panelOf(request, await again(channel, services), page, services);
    }
    default: {
      const change = changeBy(action, request.chosen);
      if (change === undefined) throw new UserError('outdated-control');
      if (change.roles?.includes(guildId) === true) throw new UserError('role-everyone');
      const whole = withKinds(channel.settings, change);
      return await panelOf(request, await changed(channel, whole, services), page, services);
    }
  }
};

/**
 * Lets a channel follow categories and levels: the shortest way to a first alert.
 * @returns what it follows now, in words.
 */
const followWide = async (
  request: PressRequest,
  { key: channelKey, discordId }: Channel,
  services: Services,
): Promise<string> => {
  const { db, now, followed } = services;
  const { t } = request;
  const lines: string[] = [];
  for (const { word, target } of WIDE_CHOICES) {
    if (!request.chosen.includes(word)) continue;
    const added = await addFollow(db, { channelKey, memberId: null }, target, now());
    if (added) await followed(target, channelKey);
    const values = {
      channel: `<#${discordId}>`,
      name: await nameOfTarget(request, target, services),
    };
    lines.push(t(added ? 'follow.addedChannel' : 'follow.alreadyChannel', values));
  }
  return lines.join('\n');
};

const again = async ({ key }: Channel, { db }: Services): Promise<Channel> => {
  const channel = await channelByKey(db, key);
  if (channel === undefined) throw new UserError('outdated-control');
  return channel;
};
