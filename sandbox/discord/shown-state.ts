import type { APIApplicationCommand, APIMessage } from 'discord-api-types/v10';
import type { PermissionName } from './permissions.ts';

export interface ShownChannel {
  readonly id: string;
  readonly name: string;
  /**
   * Discord's channel type: 0 text, 1 direct message, 4 category, 5 announcement, 10 to 12 thread,
   * 15 forum, whose posts are threads.
   */
  readonly type: number;
  readonly parentId: string | null;
  readonly topic: string | null;
  /** Names of the permissions that are denied to the bot here, e.g. `SendMessages`. */
  readonly deniedToBot: readonly string[];
  /** Names of permissions that are given to the bot here, independent of its roles. */
  readonly allowedToBot: readonly string[];
  /** Names of the bot's effective permissions here. */
  readonly botPermissions: readonly string[];
  /**
   * Ids of the people of a direct message: one, who talks with the bot, or two, who talk among
   * themselves. Empty in the server.
   */
  readonly peopleIds: readonly string[];
  /** What only a thread has; null for everything else. */
  readonly thread: ShownThread | null;
}

export interface ShownThread {
  /** Who opened it. */
  readonly ownerId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly archived: boolean;
  readonly locked: boolean;
}

export interface ShownRole {
  readonly id: string;
  readonly name: string;
  /** `0xRRGGBB`; 0 for none. */
  readonly color: number;
}

/** A scheduled event of the server. */
export interface ShownEvent {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly location: string;
  /** ISO 8601. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly status: 'scheduled' | 'active' | 'completed' | 'canceled';
  readonly creatorId: string;
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly role: 'member' | 'moderator';
  /** What they may do in the server at large, by the names of Discord's documentation. */
  readonly permissions: readonly PermissionName[];
  /** Discord locale of this person's client, e.g. `en-US`, `es-ES`. */
  readonly locale: string;
  /** Whether they have added the app for themselves: its commands go wherever they go. */
  readonly hasApp: boolean;
  /** Whether bots may write to them. */
  readonly takesDirectMessages: boolean;
  /** What the server settings (Integrations) say of commands for them, by the command's id. */
  readonly commandPermissions: Readonly<Record<string, boolean>>;
}

export interface ControlState {
  readonly guild: { readonly id: string; readonly name: string };
  readonly channels: readonly ShownChannel[];
  readonly people: readonly Person[];
  readonly roles: readonly ShownRole[];
  /** Active and scheduled ones, the earliest first, then the latest that are over. */
  readonly events: readonly ShownEvent[];
  /** The applications whose bots have a token here; the page shows the online ones as members. */
  readonly bot: {
    readonly id: string;
    readonly username: string;
    readonly online: boolean;
    /** Whether the server has the bot. */
    readonly isMember: boolean;
    /** What its own role gives it in the server, by the names of Discord's documentation. */
    readonly permissions: readonly string[];
  };
  readonly commands: readonly APIApplicationCommand[];
  readonly faults: Faults;
  /** Whether `/sandbox/world` steers a padel service. */
  readonly hasWorld: boolean;
  /** Whether ids and times go by that world's clock. */
  readonly isOnWorldClock: boolean;
}

/** A message as one person sees it: Discord's own object; `ephemeralFor` names its only reader. */
export interface ShownMessage extends APIMessage {
  readonly ephemeralFor?: string;
}

/** What a bot may be refused by the fault `refuses`. */
export const REFUSABLE = [
  'post',
  'edit',
  'delete',
  'thread',
  'pin',
  'crosspost',
  'event',
  'direct',
] as const;

/** Faults of Discord itself that can be switched on. */
export interface Faults {
  /** Every REST request is answered with 500. */
  readonly serverErrors: boolean;
  /** The socket is closed before anything is done. */
  readonly resets: boolean;
  /** Messages are created, but the answer never arrives (the socket is closed). */
  readonly loseAnswers: boolean;
  /** The same, but the socket stays open and the client waits without an answer. */
  readonly unanswered: boolean;
  /** Every REST request is answered with a global 429. */
  readonly rateLimited: boolean;
  /** What is sent and edited is answered with a 429 of its route and channel. */
  readonly routeLimited: boolean;
  /** Requests of these kinds are refused with an error code of Discord's, whichever. */
  readonly refuses: Readonly<Partial<Record<(typeof REFUSABLE)[number], number>>>;
  /** AutoMod blocks messages and titles with these words: 200000 and 200001. */
  readonly blockedWords: readonly string[];
}

/** The padel service's world, for the panel that steers it. */
export interface World {
  /** Its clock, ISO 8601. */
  readonly now: string;
  readonly speed: number;
  readonly liveMatches: number;
  /** How the live feed (the realtime server) is; all but `unplugged` take new listeners. */
  readonly feed: 'connected' | 'unplugged' | 'half-open' | 'duplicated' | 'disordered';
  /** How the HTTP API behaves. */
  readonly api: 'ok' | 'down' | 'slow' | 'errors' | 'busy';
  readonly tournament: string | null;
  /** Which API the service serves: the specification, or the public one of today. */
  readonly profile: 'specification' | 'today';
}

export type ControlEvent =
  | { readonly type: 'message-create' | 'message-update'; readonly message: ShownMessage }
  | { readonly type: 'message-delete'; readonly id: string; readonly channelId: string }
  | { readonly type: 'typing'; readonly channelId: string; readonly until: string }
  | { readonly type: 'state'; readonly state: ControlState }
  | { readonly type: 'world'; readonly world: World };
