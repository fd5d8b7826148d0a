import {
  ApplicationCommandOptionType,
  ApplicationIntegrationType,
  ChannelType,
  InteractionContextType,
  type APIApplicationCommandChannelOption,
  type APIApplicationCommandOptionChoice,
  type APIApplicationCommandStringOption,
} from 'discord-api-types/v10';
import { CATEGORIES } from '../../src/domain/terms.ts';
import { localized } from '../../src/i18n/i18n.ts';

type Texts = Parameters<Parameters<typeof localized>[0]>[0];

type PickLabel = (texts: Texts) => { readonly name: string; readonly description: string };

/**
 * Name and description of a command or option in every language, in Discord's format. Handlers read
 * options by their English name.
 */
export const labels = (pick: PickLabel) => {
  const name = localized((texts) => pick(texts).name);
  const description = localized((texts) => pick(texts).description);
  return {
    name: name.text,
    name_localizations: name.localizations,
    description: description.text,
    description_localizations: description.localizations,
  };
};

export const choice = (value: string, pick: (texts: Texts) => string) => {
  const { text, localizations } = localized(pick);
  return { value, name: text, name_localizations: localizations };
};

/** An option with a fixed list of choices. */
export const choiceOption = (
  pick: PickLabel,
  choices: APIApplicationCommandOptionChoice<string>[],
): APIApplicationCommandStringOption => ({
  ...labels(pick),
  type: ApplicationCommandOptionType.String,
  choices,
});

/** An option for men or women. */
export const categoryOption = (pick: PickLabel) =>
  choiceOption(
    pick,
    CATEGORIES.map((each) => choice(each, (texts) => texts.category[each])),
  );

/** An option for a name, completed while it is typed. */
export const nameOption = (
  pick: PickLabel,
  required = false,
): APIApplicationCommandStringOption => ({
  ...labels(pick),
  type: ApplicationCommandOptionType.String,
  required,
  autocomplete: true,
  min_length: 1,
  max_length: 100,
});

/** The subcommands of `/alerts`, in display order. */
export const ALERTS_SUBS = ['setup', 'panel', 'why', 'health', 'file'] as const;

export type AlertsSub = (typeof ALERTS_SUBS)[number];

/** Usable in servers, in direct messages, and by users who installed the app themselves. */
export const ANYWHERE = {
  contexts: [
    InteractionContextType.Guild,
    InteractionContextType.BotDM,
    InteractionContextType.PrivateChannel,
  ],
  integration_types: [
    ApplicationIntegrationType.GuildInstall,
    ApplicationIntegrationType.UserInstall,
  ],
};

/** An option for a channel of a kind that can receive alerts. */
export const channelOption = (
  pick: PickLabel,
  required = false,
): APIApplicationCommandChannelOption => ({
  ...labels(pick),
  type: ApplicationCommandOptionType.Channel,
  channel_types: [
    ChannelType.GuildText,
    ChannelType.GuildAnnouncement,
    ChannelType.GuildForum,
    ChannelType.PublicThread,
  ],
  ...(required ? { required } : {}),
});
