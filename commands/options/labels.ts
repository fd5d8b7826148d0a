import {
  ApplicationCommandOptionType,
  ApplicationIntegrationType,
  InteractionContextType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
} from 'discord-api-types/v10';
import { localized, type Localized } from '../../src/i18n/i18n.ts';

type Texts = Parameters<Parameters<typeof localized>[0]>[0];

interface Label {
  readonly name: string;
  readonly description: string;
}

/**
 * Name and description of a command or option in every language, in Discord's format. Handlers read
 * options by their English name.
 */
export const labels = (pick: (texts: Texts) => Label) => {
  const name = localized((texts) => pick(texts).name);
  const description = localized((texts) => pick(texts).description);
  return {
    name: name.text,
    name_localizations: name.localizations,
    description: description.text,
    description_localizations: description.localizations,
  };
};

export const subcommand = (
  pick: Parameters<typeof labels>[0],
  options: readonly APIApplicationCommandBasicOption[] = [],
): APIApplicationCommandSubcommandOption => ({
  ...labels(pick),
  type: ApplicationCommandOptionType.Subcommand,
  options: [...options],
});

export const choice = (value: string, pick: (texts: Texts) => string) => {
  const { text, localizations }: Localized = localized(pick);
  return { value, name: text, name_localizations: localizations };
};

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
