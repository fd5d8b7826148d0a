/**
 * The control API of the local Discord: what its page uses, and what a script can use just as well
 * (docs/sandbox.md). Plain JSON over HTTP under `/sandbox`; a live stream of events at
 * `GET /sandbox/events` (server-sent events, one `ControlEvent` as JSON in each `data:`).
 *
 * Messages, components, embeds, commands and choices are exactly Discord's own API objects.
 *
 * | request | body | answer |
 * | --- | --- | --- |
 * | `GET  /sandbox/state?as=&channel=` | | `ControlState`; with `as`, only what that person sees and may run there (in #general) |
 * | `GET  /sandbox/channels/:channel/messages?as=&limit=` | | `ShownMessage[]`, oldest first |
 * | `POST /sandbox/channels/:channel/messages` | `SayRequest` | `ShownMessage` |
 * | `POST /sandbox/run` | `RunRequest` | `Answer` |
 * | `POST /sandbox/autocomplete` | `AutocompleteRequest` | `AutocompleteAnswer` |
 * | `POST /sandbox/press` | `PressRequest` | `Answer` |
 * | `POST /sandbox/submit` | `SubmitRequest` | `Answer` |
 * | `POST /sandbox/forge` | `ForgeRequest` | `Answer` |
 * | `POST /sandbox/direct` | `DirectRequest` | `ShownChannel` |
 * | `PUT  /sandbox/people/:person/app` | `AppRequest` | `Person` |
 * | `PUT  /sandbox/people/:person/direct` | `DirectMessagesRequest` | `Person` |
 * | `POST /sandbox/bot/invite` | `InviteRequest` | `ControlState` |
 * | `POST /sandbox/bot/remove` | | `ControlState` |
 * | `POST /sandbox/channels` | `CreateChannelRequest` | `ShownChannel` |
 * | `PATCH /sandbox/channels/:channel` | `EditChannelRequest` | `ShownChannel` |
 * | `DELETE /sandbox/channels/:channel` | | the `ShownChannel` that is gone |
 * | `PUT  /sandbox/channels/:channel/permissions` | `PermissionsRequest` | `ShownChannel` |
 * | `PUT  /sandbox/faults` | `Partial<Faults>` | `Faults` |
 * | `POST /sandbox/gateway/cut` | `CutRequest` | `ControlState` |
 * | `GET  /sandbox/world` | | `World`; 404 when no padel service is attached |
 * | `POST /sandbox/world` | `WorldRequest` | `World` |
 *
 * A channel is named by its id or its name (`padel-alerts`), a person by id, username or role
 * (`member`, `moderator`). A wrong request is answered with 400 and `{ message }` that says what
 * is expected.
 */
import type {
  APIApplicationCommand,
  APIApplicationCommandOptionChoice,
  APIMessage,
  APIModalInteractionResponseCallbackData,
  InteractionType,
} from 'discord-api-types/v10';
import type { PermissionName } from './permissions.ts';

/** An interaction as no client of Discord's would send it: whatever stands in `data` reaches the bot. */
export interface ForgeRequest {
  readonly as: string;
  readonly channel: string;
  /** 2 command, 3 component, 4 autocomplete, 5 modal. */
  readonly type: Exclude<InteractionType, InteractionType.Ping>;
  readonly data: Readonly<Record<string, unknown>>;
  /** The message of a component. */
  readonly message?: string;
}

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
  /** Names of those that are given to the bot here, whatever its roles say. */
  readonly allowedToBot: readonly string[];
  /** Names of all that the bot may do here in the end. */
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
}

export interface ControlState {
  readonly guild: { readonly id: string; readonly name: string };
  readonly channels: readonly ShownChannel[];
  readonly people: readonly Person[];
  readonly roles: readonly ShownRole[];
  /** Under way or to come, the earliest first, and after them the latest that are over. */
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
}

/** A message as one person sees it: Discord's own object; `ephemeralFor` names its only reader. */
export interface ShownMessage extends APIMessage {
  readonly ephemeralFor?: string;
}

export interface SayRequest {
  readonly as: string;
  readonly content: string;
}

export interface RunRequest {
  readonly as: string;
  readonly channel: string;
  /** As typed: `/h2h player:Name opponent:Other Name`, `/alerts setup channel:#padel-alerts`. */
  readonly command: string;
}

/** Opens a direct message, or finds the one that there is. */
export interface DirectRequest {
  readonly as: string;
  /** Another person; without it, the bot. */
  readonly with?: string;
}

/** Adds the app for one person, as "Add to my apps" does, or takes it away. */
export interface AppRequest {
  readonly hasApp: boolean;
}

/** Opens or closes a person's direct messages to bots; what they run themselves is still answered. */
export interface DirectMessagesRequest {
  readonly takesDirectMessages: boolean;
}

/** Invites the bot; one that is in the server already gets these permissions in place of its own. */
export interface InviteRequest {
  /** Permissions of its role, by Discord's names; what an invitation asks for unless stated. */
  readonly permissions?: readonly string[];
}

export interface AutocompleteRequest {
  readonly as: string;
  readonly channel: string;
  /** The command line up to the cursor; its last option is the one being typed. */
  readonly command: string;
}

export interface AutocompleteAnswer {
  readonly option: string | null;
  readonly choices: readonly APIApplicationCommandOptionChoice[];
}

export interface PressRequest {
  readonly as: string;
  readonly message: string;
  readonly customId: string;
  /** For selects: the chosen values. */
  readonly values?: readonly string[];
}

export interface SubmitRequest {
  readonly as: string;
  /** The `modalId` of the answer that opened the modal. */
  readonly modalId: string;
  /** By custom id: the text of an input, or the chosen values of a select. */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * What an interaction came to. `answered`: `message` is the bot's final answer (after a deferral,
 * the follow-up edit). `updated`: the pressed message was changed in place. `modal`: the bot
 * opened a form. `no-answer`: nothing within Discord's three seconds ("The application did not
 * respond"), or a deferral that no answer has followed within a minute: then `acknowledgedAfter` is
 * set. `offline`: no bot is connected.
 */
export interface Answer {
  readonly status: 'answered' | 'updated' | 'modal' | 'no-answer' | 'offline';
  /** Milliseconds from the interaction to its acknowledgement, and to the final answer. */
  readonly acknowledgedAfter: number | null;
  readonly answeredAfter: number | null;
  readonly ephemeral: boolean;
  readonly message: ShownMessage | null;
  readonly modal: APIModalInteractionResponseCallbackData | null;
  readonly modalId: string | null;
}

export interface CreateChannelRequest {
  readonly name: string;
  /** A text channel unless stated. */
  readonly type?: 'text' | 'announcement' | 'forum' | 'category';
  readonly topic?: string;
  /** The category that it belongs to. */
  readonly category?: string;
}

export interface EditChannelRequest {
  readonly name?: string;
  readonly topic?: string | null;
}

export interface PermissionsRequest {
  /** Discord's permission names to deny to the bot in this channel; empty gives all back. */
  readonly denyToBot: readonly string[];
  /** Those to give to it here, whatever its roles say. */
  readonly allowToBot?: readonly string[];
}

/** Faults of Discord itself that can be switched on. */
export interface Faults {
  /** Every REST request is answered with 500. */
  readonly serverErrors: boolean;
  /** The socket is closed before anything is done. */
  readonly resets: boolean;
  /** Messages are created, but the answer never arrives (the socket is closed). */
  readonly loseAnswers: boolean;
  /** The same, but the socket stays open: whoever waits for the answer waits in vain. */
  readonly unanswered: boolean;
  /** Every REST request is answered with a global 429. */
  readonly rateLimited: boolean;
  /** What is sent and edited is answered with a 429 of its route and channel. */
  readonly routeLimited: boolean;
}

/** Cuts the bot's gateway connections, as a failing network does. */
export interface CutRequest {
  /** Forgets their sessions: the bot cannot resume, and logs in again. */
  readonly forget?: boolean;
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
  /** What the service speaks: the specification, or what the public service says today. */
  readonly profile: 'specification' | 'today';
}

/**
 * Any part of it. `nextMatch: true` jumps to the moment before the next match starts; `advance`
 * lets that many seconds of world time pass at once, with everything that happens in them.
 */
export interface WorldRequest {
  /** World seconds per real second; 0 stops the clock. */
  readonly speed?: number;
  readonly advance?: number;
  readonly feed?: World['feed'];
  readonly api?: World['api'];
  readonly nextMatch?: true;
  readonly profile?: World['profile'];
}

export type ControlEvent =
  | { readonly type: 'message-create' | 'message-update'; readonly message: ShownMessage }
  | { readonly type: 'message-delete'; readonly id: string; readonly channelId: string }
  | { readonly type: 'typing'; readonly channelId: string; readonly until: string }
  | { readonly type: 'state'; readonly state: ControlState }
  | { readonly type: 'world'; readonly world: World };
