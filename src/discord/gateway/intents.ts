import { ApplicationFlags, GatewayIntentBits } from 'discord-api-types/v10';

/**
 * The gateway intents: messages are only counted, because they push live cards down. None is
 * privileged, so nothing has to be enabled in the developer portal.
 */
export const INTENTS = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages] as const;

/** Their names in Discord's documentation: `Guilds`. */
export const INTENT_NAMES: readonly string[] = INTENTS.map((intent) => GatewayIntentBits[intent]);

/** The switches of privileged intents, by their names in the developer portal. */
const PRIVILEGED = {
  Presence: ApplicationFlags.GatewayPresence | ApplicationFlags.GatewayPresenceLimited,
  'Server Members':
    ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited,
  'Message Content':
    ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited,
} as const;

/** The privileged intents that are enabled for an application; the bot needs none. */
export const enabledPrivilegedIntents = (flags: number): readonly string[] =>
  Object.entries(PRIVILEGED).flatMap(([name, bits]) => ((flags & bits) === 0 ? [] : [name]));
