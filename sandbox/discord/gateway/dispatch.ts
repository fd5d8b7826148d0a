import { GatewayIntentBits } from 'discord-api-types/v10';

/** An event for the bot. */
export interface Dispatch {
  readonly name: keyof typeof INTENTS;
  readonly data: unknown;
  /** Null outside the guild: direct messages. */
  readonly guildId: string | null;
  /** Whether it is about the bot's own member, which each session learns of. */
  readonly isOfBot?: boolean;
  /** The data where it depends on a session's intents, in place of `data`. */
  readonly forIntents?: (intents: number) => unknown;
  /** The data for sessions without the intent for contents, where theirs is different. */
  readonly withoutContent?: unknown;
}

interface IntentPair {
  readonly guild: number;
  readonly direct: number;
}

const pair = (guild: number, direct: number = guild): IntentPair => ({ guild, direct });
const {
  Guilds,
  GuildMembers,
  GuildWebhooks,
  GuildMessages,
  DirectMessages,
  GuildMessageReactions,
  DirectMessageReactions,
  GuildMessageTyping,
  DirectMessageTyping,
  GuildScheduledEvents,
} = GatewayIntentBits;

const messages = pair(GuildMessages, DirectMessages);
const reactions = pair(GuildMessageReactions, DirectMessageReactions);

/** The intent of each event; 0 goes to all sessions. */
const INTENTS = {
  INTERACTION_CREATE: pair(0),
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: pair(0),
  GUILD_CREATE: pair(Guilds),
  GUILD_DELETE: pair(Guilds),
  GUILD_ROLE_CREATE: pair(Guilds),
  GUILD_ROLE_UPDATE: pair(Guilds),
  GUILD_ROLE_DELETE: pair(Guilds),
  GUILD_MEMBER_UPDATE: pair(GuildMembers),
  WEBHOOKS_UPDATE: pair(GuildWebhooks),
  CHANNEL_CREATE: pair(Guilds, 0),
  CHANNEL_UPDATE: pair(Guilds, 0),
  CHANNEL_DELETE: pair(Guilds, 0),
  CHANNEL_PINS_UPDATE: pair(Guilds, DirectMessages),
  THREAD_CREATE: pair(Guilds),
  THREAD_UPDATE: pair(Guilds),
  THREAD_DELETE: pair(Guilds),
  THREAD_MEMBERS_UPDATE: pair(Guilds),
  MESSAGE_CREATE: messages,
  MESSAGE_UPDATE: messages,
  MESSAGE_DELETE: messages,
  MESSAGE_DELETE_BULK: messages,
  MESSAGE_REACTION_ADD: reactions,
  MESSAGE_REACTION_REMOVE: reactions,
  MESSAGE_REACTION_REMOVE_ALL: reactions,
  MESSAGE_REACTION_REMOVE_EMOJI: reactions,
  GUILD_SCHEDULED_EVENT_CREATE: pair(GuildScheduledEvents),
  GUILD_SCHEDULED_EVENT_UPDATE: pair(GuildScheduledEvents),
  GUILD_SCHEDULED_EVENT_DELETE: pair(GuildScheduledEvents),
  TYPING_START: pair(GuildMessageTyping, DirectMessageTyping),
} as const satisfies Record<string, IntentPair>;

/** Whether a session with these intents receives an event. */
export const isWanted = (
  { name, guildId, isOfBot = false }: Dispatch,
  intents: number,
): boolean => {
  const intent = INTENTS[name][guildId === null ? 'direct' : 'guild'];
  return isOfBot || intent === 0 || (intents & intent) !== 0;
};

/** The data for a session with these intents: without the content intent, no text of others. */
export const dataFor = (
  { data, forIntents, withoutContent }: Dispatch,
  intents: number,
): unknown => {
  if (forIntents !== undefined) return forIntents(intents);
  const isBlind = (intents & GatewayIntentBits.MessageContent) === 0;
  return isBlind && withoutContent !== undefined ? withoutContent : data;
};

/** The only events that the bot receives about a guild that it is not in. */
export const REACHES_STRANGERS: readonly Dispatch['name'][] = [
  'GUILD_DELETE',
  'INTERACTION_CREATE',
];
