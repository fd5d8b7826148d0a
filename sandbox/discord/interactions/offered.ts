import {
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
  type APIApplicationCommand,
} from 'discord-api-types/v10';

/** The facts about a person and channel that decide which commands exist. */
export interface CommandContext {
  readonly context: InteractionContextType;
  /** Whether the guild has added the app. */
  readonly serverHasApp: boolean;
  /** Whether the person has added the app for themselves. */
  readonly hasApp: boolean;
}

/** The context of a channel with this many people; 0 in the guild. */
export const contextFor = (people: number): InteractionContextType => {
  if (people === 0) return InteractionContextType.Guild;
  return people === 1 ? InteractionContextType.BotDM : InteractionContextType.PrivateChannel;
};

/**
 * Whether a command exists in this context, by its `contexts` and
 * `integration_types`: where the guild has added the app, that reaches into direct messages with
 * the bot; everywhere else the person must have.
 * https://docs.discord.com/developers/interactions/application-commands#contexts
 */
export const isOffered = (
  { contexts, integration_types: installs, guild_id: guildId }: APIApplicationCommand,
  { context, serverHasApp, hasApp }: CommandContext,
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

const { Administrator } = PermissionFlagsBits;

/**
 * The permissions of `default_member_permissions` that somebody lacks who has these: none stated is
 * for everybody, and 0 is for administrators alone. What the server settings say of the command for them
 * goes before.
 * @param setting null where the server settings say nothing
 * https://docs.discord.com/developers/interactions/application-commands#permissions
 */
export const permissionsLacked = (
  { default_member_permissions: needed }: APIApplicationCommand,
  has: bigint,
  setting: boolean | null = null,
): bigint => {
  if ((has & Administrator) !== 0n || setting === true) return 0n;
  if (setting === false) return Administrator;
  if (needed === null) return 0n;
  return BigInt(needed) === 0n ? Administrator : BigInt(needed) & ~has;
};
