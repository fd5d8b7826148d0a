import { GatewayIntentBits, IntentsBitField } from 'discord.js';

/**
 * What the bot hears of: of messages only that there are some, for they bury live cards. None of them
 * is privileged, so there is nothing to switch on in the developer portal.
 */
export const INTENTS = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages] as const;

/** Their names in Discord's documentation: `Guilds`. */
export const INTENT_NAMES: readonly string[] = new IntentsBitField([...INTENTS]).toArray();
