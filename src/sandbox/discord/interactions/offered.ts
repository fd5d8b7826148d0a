import {
  ApplicationIntegrationType,
  InteractionContextType,
  type APIApplicationCommand,
} from 'discord-api-types/v10';

/** Where a person stands, as far as it decides which commands there are. */
export interface Standing {
  readonly context: InteractionContextType;
  /** Whether the guild has added the app. */
  readonly serverHasApp: boolean;
  /** Whether the person has added the app for themselves. */
  readonly hasApp: boolean;
}

/** The context of a channel in which this many people talk; none are counted in the guild. */
export const contextFor = (people: number): InteractionContextType => {
  if (people === 0) return InteractionContextType.Guild;
  return people === 1 ? InteractionContextType.BotDM : InteractionContextType.PrivateChannel;
};

/**
 * Whether a command exists at all where a person stands, by its `contexts` and
 * `integration_types`: where the guild has added the app, that reaches into direct messages with
 * the bot; everywhere else the person must have.
 * https://docs.discord.com/developers/interactions/application-commands#contexts
 */
export const isOffered = (
  { contexts, integration_types: installs, guild_id: guildId }: APIApplicationCommand,
  { context, serverHasApp, hasApp }: Standing,
): boolean => {
  if (guildId !== undefined) return serverHasApp && context === InteractionContextType.Guild;
  if (contexts?.includes(context) === false) return false;
  const reach = installs ?? [ApplicationIntegrationType.GuildInstall];
  const byGuild =
    serverHasApp &&
    context !== InteractionContextType.PrivateChannel &&
    reach.includes(ApplicationIntegrationType.GuildInstall);
  return byGuild || (hasApp && reach.includes(ApplicationIntegrationType.UserInstall));
};
