import type {
  APIApplicationCommand,
  APIApplicationCommandPermission,
  APIMessage,
  APIOverwrite,
  APIRole,
  ChannelType,
  InteractionResponseType,
  InteractionType,
} from 'discord-api-types/v10';
import { FIRST_MEMBERSHIP, type BotMembership } from '../guild/bot.ts';
import { firstRoles } from '../guild/roles.ts';
import type { ScheduledEvent } from '../scheduled-events/event.ts';

/** A channel, a category, a thread or a direct message. */
export interface StoredChannel {
  readonly id: string;
  readonly type: ChannelType;
  readonly name: string;
  readonly topic: string | null;
  readonly position: number;
  readonly parentId: string | null;
  readonly overwrites: readonly APIOverwrite[];
  readonly rateLimitPerUser: number;
  readonly nsfw: boolean;
  readonly lastPinAt: string | null;
  /** The person who talks with the bot in a direct message, or with a companion. */
  readonly recipientId: string | null;
  /** The second person of a conversation that the bot is no part of. */
  readonly companionId?: string;
  readonly thread: StoredThread | null;
  /** Of a forum. */
  readonly tags?: readonly ForumTag[] | undefined;
  /** Whether each post of a forum must have a tag. */
  readonly requiresTag?: boolean | undefined;
}

interface ForumTag {
  readonly id: string;
  readonly name: string;
  /** Whether only moderators may set it. */
  readonly moderated: boolean;
}

export interface StoredThread {
  readonly ownerId: string;
  readonly memberIds: readonly string[];
  readonly archived: boolean;
  readonly locked: boolean;
  readonly invitable: boolean;
  /** Minutes without a message after which a thread is archived. */
  readonly autoArchiveDuration: number;
  readonly archiveTimestamp: string;
  readonly createdAt: string;
  /** The tags of a forum's post, by id. */
  readonly tagIds?: readonly string[] | undefined;
}

/** A file of a message; its bytes lie under its id (attachment-files.ts). */
export interface StoredFile {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly description: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** The stored part of a message; the rest depends on its reader and on other messages. */
export type MessageBody = Omit<
  APIMessage,
  'attachments' | 'reactions' | 'referenced_message' | 'thread'
>;

export interface StoredMessage {
  readonly body: MessageBody;
  readonly files: readonly StoredFile[];
  /** The only person who sees it; null for everybody. */
  readonly ephemeralFor: string | null;
  /** Who reacted with what; the key is the emoji as written in a URL (`🔥`, `name:id`). */
  readonly reactions: Readonly<Record<string, readonly string[]>>;
  /** Set when the nonce was enforced: a second message with it is this message. */
  readonly enforcedNonce: string | null;
}

/** An interaction whose token is valid. */
export interface StoredInteraction {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly channelId: string;
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The command's name, or null for components and forms. */
  readonly commandName: string | null;
  /** The message whose component was pressed. */
  readonly sourceMessageId: string | null;
  /** The first answer's kind; null while there is none. */
  readonly answeredWith: InteractionResponseType | null;
  /** `@original`: the answer's message, or the pressed message after an update. */
  readonly originalId: string | null;
  /** Of a form: the interaction that it answered. */
  readonly opener?: StoredInteraction;
}

/** A webhook of a channel: anyone with its token writes there under any name. */
export interface StoredWebhook {
  readonly id: string;
  readonly channelId: string;
  readonly name: string;
  /** The hash of its picture. */
  readonly avatar: string | null;
  readonly token: string;
}

/** The state that Discord would keep. Changed by `apply` (changes.ts) alone. */
export interface State {
  readonly channels: Map<string, StoredChannel>;
  /** By channel, then by message, oldest first. */
  readonly messages: Map<string, Map<string, StoredMessage>>;
  /** By scope: `global`, or the id of the guild. */
  readonly commands: Map<string, readonly APIApplicationCommand[]>;
  /** What the server settings say of who may use a command, by its id. */
  readonly commandPermissions: Map<string, readonly APIApplicationCommandPermission[]>;
  readonly events: Map<string, ScheduledEvent>;
  /** By token. */
  readonly interactions: Map<string, StoredInteraction>;
  bot: BotMembership;
  /** All but the bot's own. */
  readonly roles: Map<string, APIRole>;
  /** Ids of roles by member, once they have changed. */
  readonly memberRoles: Map<string, readonly string[]>;
  readonly webhooks: Map<string, StoredWebhook>;
  /** Ids of the people who have added the app for themselves. */
  readonly appUsers: Set<string>;
  /** Ids of the people who take no direct messages from bots. */
  readonly closedDirect: Set<string>;
  /** Messages by author and enforced nonce. */
  readonly nonces: Map<string, StoredMessage>;
}

export const emptyState = (): State => ({
  channels: new Map(),
  messages: new Map(),
  commands: new Map(),
  commandPermissions: new Map(),
  events: new Map(),
  interactions: new Map(),
  bot: FIRST_MEMBERSHIP,
  roles: firstRoles(),
  memberRoles: new Map(),
  webhooks: new Map(),
  appUsers: new Set(),
  closedDirect: new Set(),
  nonces: new Map(),
});

export const nonceKey = (authorId: string, nonce: string): string => `${authorId} ${nonce}`;

/** A channel with defaults for all that is not given. */
export const plainChannel = (
  given: Pick<StoredChannel, 'id' | 'type' | 'name'> & Partial<StoredChannel>,
): StoredChannel => ({
  topic: null,
  position: 0,
  parentId: null,
  overwrites: [],
  rateLimitPerUser: 0,
  nsfw: false,
  lastPinAt: null,
  recipientId: null,
  thread: null,
  ...given,
});

/** A message that everybody sees, without files and reactions. */
export const plainMessage = (body: MessageBody): StoredMessage => ({
  body,
  files: [],
  ephemeralFor: null,
  reactions: {},
  enforcedNonce: null,
});

/** Messages of a channel, oldest first. */
export const messagesOf = (state: State, channelId: string): StoredMessage[] => [
  ...(state.messages.get(channelId)?.values() ?? []),
];

export const messageOf = (state: State, channelId: string, id: string): StoredMessage | undefined =>
  state.messages.get(channelId)?.get(id);

/** Commands of the guild and global ones, in that order. */
export const allCommands = (state: State): APIApplicationCommand[] =>
  [...state.commands.entries()]
    .sort(([one], [other]) => Number(one === 'global') - Number(other === 'global'))
    .flatMap(([, commands]) => commands);
