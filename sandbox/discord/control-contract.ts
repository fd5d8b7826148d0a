/**
 * The control API of the local Discord: used by its page, and usable by scripts
 * (sandbox/discord/README.md). Plain JSON over HTTP under `/sandbox`; a live stream of events at
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
 * | `POST /sandbox/use` | `UseRequest` | `Answer` |
 * | `POST /sandbox/submit` | `SubmitRequest` | `Answer` |
 * | `POST /sandbox/forge` | `ForgeRequest` | `Answer` |
 * | `POST /sandbox/direct` | `DirectRequest` | `ShownChannel` |
 * | `PUT  /sandbox/people/:person/app` | `AppRequest` | `Person` |
 * | `PUT  /sandbox/people/:person/direct` | `DirectMessagesRequest` | `Person` |
 * | `PUT  /sandbox/commands/:command/permissions` | `CommandPermissionsRequest` | `ControlState` |
 * | `PATCH /sandbox/application` | `ApplicationSettings` (application.ts) | the application |
 * | `POST /sandbox/bot/invite` | `InviteRequest` | `ControlState` |
 * | `POST /sandbox/bot/remove` | | `ControlState` |
 * | `POST /sandbox/channels` | `CreateChannelRequest` | `ShownChannel` |
 * | `PATCH /sandbox/channels/:channel` | `EditChannelRequest` | `ShownChannel` |
 * | `DELETE /sandbox/channels/:channel` | | the `ShownChannel` that is gone |
 * | `PUT  /sandbox/channels/:channel/permissions` | `PermissionsRequest` | `ShownChannel` |
 * | `PUT  /sandbox/faults` | `Partial<Faults>` | `Faults` |
 * | `PUT  /sandbox/bot/time-out` | `{ minutes }`; 0 ends it | `ControlState` |
 * | `POST /sandbox/gateway/frame` | `{ text }`, sent over every connection as it is | `ControlState` |
 * | `POST /sandbox/gateway/cut` | `CutRequest` | `ControlState` |
 * | `GET  /sandbox/world` | | `World`; 404 when no padel service is attached |
 * | `POST /sandbox/world` | `WorldRequest` | `World` |
 *
 * A channel is named by its id or its name (`padel-alerts`), a person by id, username or role
 * (`member`, `moderator`). A wrong request is answered with 400 and `{ message }` that says what
 * is expected.
 */
import type {
  APIApplicationCommandOptionChoice,
  APIModalInteractionResponseCallbackData,
  InteractionType,
} from 'discord-api-types/v10';
import type { ShownMessage, World } from './shown-state.ts';

/** An interaction that no client of Discord would send: `data` reaches the bot unchecked. */
export interface ForgeRequest {
  readonly as: string;
  readonly channel: string;
  /** 2 command, 3 component, 4 autocomplete, 5 modal. */
  readonly type: Exclude<InteractionType, InteractionType.Ping>;
  readonly data: Readonly<Record<string, unknown>>;
  /** The message of a component. */
  readonly message?: string;
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
  /** For options that take a file: by their English names. */
  readonly files?: Readonly<
    Record<
      string,
      {
        readonly filename: string;
        /** Its bytes in base64. */
        readonly content: string;
        readonly contentType?: string | undefined;
      }
    >
  >;
}

/** Opens a direct message, or finds the existing one. */
export interface DirectRequest {
  readonly as: string;
  /** Another person; without it, the bot. */
  readonly with?: string;
}

/** Adds the app for one person, as "Add to my apps" does, or takes it away. */
/** In place of all earlier entries of the command. */
export interface CommandPermissionsRequest {
  /** `who` is the name of a role, `@everyone`, or a person. */
  readonly entries: readonly { readonly who: string; readonly isAllowed: boolean }[];
}

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

/** An entry in the menu "Apps" of a message. */
export interface UseRequest {
  readonly as: string;
  readonly message: string;
  /** Its English name. */
  readonly command: string;
}

export interface SubmitRequest {
  readonly as: string;
  /** The `modalId` of the answer that opened the modal. */
  readonly modalId: string;
  /** By custom id: the text of an input, or the chosen values of a select. */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * The result of an interaction. `answered`: `message` is the bot's final answer (after a deferral,
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
  /** Of a forum: its tags, in place of those that it has. */
  readonly tags?: readonly { readonly name: string; readonly moderated: boolean }[];
  /** Whether each post of a forum must have a tag. */
  readonly requiresTag?: boolean;
  /** Of a thread. */
  readonly archived?: boolean;
  readonly locked?: boolean;
}

export interface PermissionsRequest {
  /** Discord's permission names to deny to the bot in this channel; empty gives all back. */
  readonly denyToBot: readonly string[];
  /** Permissions to give to it here, independent of its roles. */
  readonly allowToBot?: readonly string[];
}

/** Cuts the bot's gateway connections, as a failing network does. */
export interface CutRequest {
  /** Forgets their sessions: the bot cannot resume, and logs in again. */
  readonly forget?: boolean;
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
  /** The matches of which no frame is sent while lists go on: all of them, or those of these ids. */
  readonly silent?: 'all' | readonly number[];
  /** Whether a proxy in front refuses requests with a missing or a library's own User-Agent. */
  readonly proxy?: 'open' | 'strict';
  /** The matches whose sides are exchanged, in records and points. */
  readonly exchanged?: readonly number[];
  /** The matches that are put off to the next day, also in play; none of their points is shown. */
  readonly putOff?: readonly number[];
  /** The matches that have a second id, under which they are listed and pushed, too. */
  readonly doubled?: readonly number[];
  /** Ids of matches that others get from now on: `by` is shown under `id`, and what had it is gone. */
  readonly reused?: readonly { readonly id: number; readonly by: number }[];
}
