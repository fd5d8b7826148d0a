import { GatewayIntentBits, IntentsBitField } from 'discord.js';

/**
 * The gateway intents: messages are only counted, because they push live cards down. None is
 * privileged, so nothing has to be enabled in the developer portal.
 */
export const INTENTS = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages] as const;

/** Their names in Discord's documentation: `Guilds`. */
export const INTENT_NAMES: readonly string[] = new IntentsBitField([...INTENTS]).toArray();
