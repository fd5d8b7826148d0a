import {
  ApplicationCommandOptionType,
  ChannelType,
  InteractionContextType,
} from 'discord-api-types/v10';
import type { Command, CommandRequest, Services } from '../src/discord/command.ts';
import { UserError } from '../src/errors.ts';
import { all } from '../src/i18n/format.ts';
import { localeOf, LOCALES, translator } from '../src/i18n/i18n.ts';
import { findChannelOfGuild, setUpChannel } from '../src/store/channels.ts';
import { choice, labels } from './labels.ts';
import { NO_MENTIONS } from '../src/render/message.ts';

/** `/alerts setup`: moderators choose where alerts go, and in which language. */
export const alerts: Command = {
  definition: {
    ...labels((texts) => texts.command.alerts),
    contexts: [InteractionContextType.Guild],
    options: [
      {
        ...labels((texts) => texts.command.alerts.sub.setup),
        type: ApplicationCommandOptionType.Subcommand,
        options: [
          {
            ...labels((texts) => texts.command.alerts.sub.setup.option.channel),
            type: ApplicationCommandOptionType.Channel,
            channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
            required: true,
          },
          {
            ...labels((texts) => texts.command.alerts.sub.setup.option.language),
            type: ApplicationCommandOptionType.String,
            choices: LOCALES.map((locale) =>
              choice(locale, (texts) => texts.choice.language[locale]),
            ),
          },
        ],
      },
    ],
  },
  visibility: 'private',
  run: (request, services) => setUp(request, services),
};

const setUp = async (request: CommandRequest, { db, channelReady }: Services) => {
  const { guildId, mayManage, userId, t, locale } = request;
  if (guildId === null) throw new UserError('server-only');
  if (!mayManage) throw new UserError('no-permission');
  const channel = request.channel('channel');
  if (channel === null) throw new UserError('outdated-control');
  if (channel.missing.length > 0) {
    const permissions = all(
      locale,
      channel.missing.map((name) => t(`permission.${name}`)),
    );
    throw new UserError('missing-channel-permissions', {
      channel: { channelId: channel.id },
      permissions,
    });
  }
  const earlier = await findChannelOfGuild(db, guildId);
  const language =
    LOCALES.find((each) => each === request.text('language')) ??
    (earlier === undefined ? locale : localeOf(earlier.locale));
  const { key } = await setUpChannel(db, {
    discordId: channel.id,
    guildId,
    locale: language,
    configuredBy: userId,
  });
  await channelReady(key);
  // The confirmation is in the language of the alerts: it shows what they will read like.
  return {
    content: translator(language)('setup.done', { channel: `<#${channel.id}>` }),
    allowed_mentions: NO_MENTIONS,
  };
};
