import type {
  APIApplicationCommandOptionChoice,
  RESTPostAPIContextMenuApplicationCommandsJSONBody,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Locale, Reader } from '../i18n/i18n.ts';
import type { FollowTarget } from '../domain/alerts/follows.ts';
import type { TrackedMatch } from '../domain/match/state.ts';
import type { WatchRow } from '../domain/tournament/where-to-watch.ts';
import type { PadelApi } from '../padel-api/client.ts';
import type { Directory } from '../padel-api/names/directory.ts';
import type { Form } from '../render/forms.ts';
import type { MessageBody } from '../render/message.ts';
import type { StatusView } from '../render/moderation/status.ts';
import type { DrawPicture } from '../render/pictures/picture.ts';
import type { PostIn } from '../alerts/channels/post-directly.ts';
import type { Instant } from '../domain/terms.ts';
import type { AlertChannel, ChannelKind, PermissionName } from '../domain/alerts/channel.ts';
import type { Db } from '../store/connection/database.ts';
import type { ListedMatch } from '../store/matches/match-lists.ts';
import type { DatabaseTrouble } from '../store/trouble.ts';
import type { Clocks } from '../lib/clocks.ts';

/** What commands depend on; the composition root passes it in. */
export interface Services extends Pick<Clocks, 'now'> {
  readonly api: PadelApi;
  readonly directory: Directory;
  readonly matches: MatchIndex;
  readonly db: Db;
  /** The most alert channels of a server, where that is not the usual. */
  readonly maxChannels?: number | undefined;
  /** A channel has a new follow: its matches in play get cards there. */
  readonly followed: (target: FollowTarget, channelKey: number) => Promise<void>;
  /** A channel was set up, or is writable again: its waiting alerts may be sent. */
  readonly channelReady: (channelKey: number) => Promise<void>;
  /** The settings of a channel have changed: cards of matches in play are added or removed. */
  readonly settingsChanged: (channelKey: number) => Promise<void>;
  /** Posts in an alert channel at once, through the sender's queue. @returns the outcome */
  readonly postIn: PostIn;
  /** A channel was set up in a server: removes the question from its greeting. Never throws. */
  readonly greetingAnswered: (
    place: { readonly guildId: string; readonly channelId: string | null },
    alertChannelId: string,
  ) => Promise<void>;
  /** The permissions that the bot lacks to post alerts in a channel, and for the given settings. */
  readonly missingIn: (
    channel: Pick<AlertChannel, 'discordId' | 'guildId' | 'kind'>,
    more?: readonly PermissionName[],
  ) => readonly PermissionName[];
  /** When the bot's time-out in a server ends; null without one. */
  readonly timedOutUntil: (guildId: string) => Instant | null;
  /** Whether every member of a server, and so the bot, may mention these roles. */
  readonly areMentionable: (guildId: string, roleIds: readonly string[]) => boolean;
  /** Ids of a server's roles; null where another process serves it. */
  readonly rolesOf: (guildId: string) => ReadonlySet<string> | null;
  /** Id of a user's direct message channel; null when they accept none. */
  readonly directChannel: (userId: string) => Promise<string | null>;
  /** The settings of a channel that affect answers; defaults where no alerts are posted. */
  readonly placeOf: (place: Pick<CommandUser, 'channelId' | 'parentId'>) => Promise<ChannelPlace>;
  /** Whether a user may use every control of their server's alerts (servers/alert-managers.ts). Never throws. */
  readonly mayManageAlerts: (
    user: Pick<CommandUser, 'guildId' | 'userId' | 'roleIds' | 'mayManage'>,
  ) => Promise<boolean>;
  /** How a user wants their own answers. */
  readonly viewOf: (userId: string) => Promise<OwnView>;
  readonly draw: DrawPicture;
  /** The answer is posted for everyone, by who asked for it. */
  readonly isShared?: true;
  /** Ids of our commands by name, where known. */
  readonly commandIds: () => ReadonlyMap<string, string>;
  readonly status: () => Status;
  /** Where members get help with the bot; null where the operator names no place. */
  readonly supportUrl: string | null;
  /** Who shows which tournaments; nobody is known without it. */
  readonly whereToWatch?: readonly WatchRow[] | undefined;
  /** Problems of its database and its clock. Never throws. */
  readonly machine: () => Promise<Machine>;
}

/** Problems that only an operator can fix. */
export interface Machine {
  readonly database: Pick<DatabaseTrouble, 'kind'> | null;
  /** Milliseconds by which its clock is ahead; null when unknown. */
  readonly clockAheadMs: number | null;
}

/** How a match is shown and found in autocomplete, in one language. */
export interface MatchNames {
  readonly choice: string;
  /** Normalized text: players, tournament, court and round, and the choice itself. */
  readonly searched: string;
}

/**
 * The matches that commands offer and find, current as of each call. Unchanged matches are neither read
 * nor formatted again: a keystroke over hundreds of matches costs one query of their revisions.
 */
export interface MatchIndex {
  /** Current and upcoming matches, by time. */
  readonly ahead: () => Promise<readonly TrackedMatch[]>;
  /** Finished matches, the latest first. */
  readonly over: () => Promise<readonly ListedMatch[]>;
  readonly namesOf: (reader: Reader, match: ListedMatch) => MatchNames;
  /** Ids of the matches named before whose words begin, sound or are written like these. */
  readonly alike: (typed: string) => ReadonlySet<number>;
}

/** The state of the bot that is not in the database. */
export type Status = Pick<
  StatusView,
  'feedConnected' | 'lastUpdateAt' | 'silent' | 'service' | 'startedAt' | 'version'
>;

/** The settings of the channel in which a command is used. */
export interface ChannelPlace {
  /** The language of its alerts; null without alerts. */
  readonly locale: string | null;
  readonly timeZone?: string | null;
  /** The channel delays or covers scores: public answers become private. */
  readonly isGuarded: boolean;
}

/** The user of a command, the place, and the language. */
export interface CommandUser extends Reader {
  readonly userId: string;
  /** The language of their Discord, whatever they chose here. */
  readonly discordLocale: Locale;
  /** The locale of what they type: that of their Discord, which names a country, unless they chose another language. */
  readonly typesIn: string;
  /** Null in a direct message. */
  readonly guildId: string | null;
  /** A channel, a thread, or their direct messages. */
  readonly channelId: string | null;
  /** The channel that a thread belongs to; null outside of threads. */
  readonly parentId: string | null;
  /** Ids of their roles in the server. */
  readonly roleIds: readonly string[];
  /** Whether they may manage the server (Discord's permission "Manage Server"). */
  readonly mayManage: boolean;
  /**
   * Whether they may see a channel of the server and so its follows; true for those who manage the
   * server.
   */
  readonly maySee: (channelId: string) => boolean;
}

export interface ChosenChannel {
  readonly id: string;
  /** How alerts are posted there; null where they cannot be. */
  readonly kind: ChannelKind | null;
  /** The permissions that the bot lacks to post alerts there. */
  readonly missing: readonly PermissionName[];
  /** The same and those that a setting needs in addition, where Discord has told all of the bot's. */
  readonly missingFor?: (more: readonly PermissionName[]) => readonly PermissionName[];
}

export interface CommandRequest extends CommandUser {
  readonly subcommand: string | null;
  /** A text option as typed or chosen; null when not given. */
  text: (name: string) => string | null;
  /** A channel option; null when not given. */
  channel: (name: string) => ChosenChannel | null;
  /** The text of a file option of at most so many bytes; null when not given. @throws UserError for any other file */
  file: (name: string, maxBytes: number) => Promise<string | null>;
}

export interface AutocompleteRequest extends CommandUser {
  /** The focused option, and its text so far. */
  readonly option: string;
  readonly typed: string;
  text: (name: string) => string | null;
}

export interface ComponentRequest extends CommandUser {
  /** Only its user sees the answer; missing where others may. */
  readonly isPrivate?: boolean;
  /** The values in the custom id after the command's name (render/controls.ts). */
  readonly values: readonly string[];
  /** The values chosen in a menu; empty for a button. */
  readonly chosen: readonly string[];
  /** A chosen channel, with the bot's permissions. */
  readonly channelOf: (id: string) => ChosenChannel;
  /** The text of the file in the component's message. @throws UserError for none, or one with more bytes */
  readonly messageFile: (maxBytes: number) => Promise<string>;
}

/** A form that a user has sent, with what they typed and chose. */
export interface FormRequest extends CommandUser {
  /** The values in the form's custom id after the command's name. */
  readonly values: readonly string[];
  /** The text of a field, empty where nothing was typed; null for a field that was not sent. */
  readonly text: (field: string) => string | null;
  /** The values chosen in a field; null for a field that was not sent. */
  readonly chosen: (field: string) => readonly string[] | null;
}

/** Use of an entry in the Apps menu of a message. */
export interface MessageRequest extends CommandUser {
  /** The message, with the custom ids of its controls; none of those of another author. */
  readonly message: { readonly id: string; readonly controls: readonly string[] };
}

/** An entry in the Apps menu of messages; its answers are private. */
export interface MessageCommand {
  readonly definition: RESTPostAPIContextMenuApplicationCommandsJSONBody;
  readonly run: (request: MessageRequest, services: Services) => Promise<MessageBody>;
}

/** How a user wants their own answers. */
export interface OwnView {
  /** Their language; null for that of their Discord. */
  readonly locale: string | null;
  readonly timeZone?: string | null;
  readonly hidesScores: boolean;
}

export type Choice = APIApplicationCommandOptionChoice;

/** Visible to everyone in the channel, or only to the user. */
export type Visibility = 'public' | 'private';

/** `update` edits the message of the component, `private` answers only its user. */
export type ComponentAnswer = 'update' | 'private';

/**
 * A slash command in one file: its definition and its handlers. Handlers return
 * messages and throw `UserError`s; the dispatcher acknowledges, defers, sends and reports.
 */
export interface Command {
  readonly definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  readonly visibility: Visibility;
  /** Its answers tell no result: nothing in them is hidden. */
  readonly isScoreless?: true;
  /** Its answers are refreshed while Discord takes edits of them; from stored data alone. */
  readonly isRefreshed?: true;
  /** Whether the answer is about the user: then it is private even if the command is public. */
  readonly isPersonal?: (request: Pick<CommandRequest, 'text'>) => boolean;
  readonly run: (request: CommandRequest, services: Services) => Promise<MessageBody>;
  readonly autocomplete?: (
    request: AutocompleteRequest,
    services: Services,
  ) => Promise<readonly Choice[]> | readonly Choice[];
  /** Handles buttons and menus whose custom id starts with the command's name. */
  readonly component?: {
    /**
     * Whether the component's message is edited, or its user gets a separate answer. Some commands have
     * controls of both kinds, distinguished by their values.
     */
    readonly answer: ComponentAnswer | ((values: readonly string[]) => ComponentAnswer);
    readonly run: (request: ComponentRequest, services: Services) => Promise<MessageBody>;
  };
  /** Forms (Discord's modals), which buttons open whose custom id starts with the command's name. */
  readonly form?: {
    /** Whether a button opens a form, by its values. */
    readonly opens: (values: readonly string[]) => boolean;
    /** Discord takes a form only as the first response, within three seconds: a read or two, no more. */
    readonly show: (request: ComponentRequest, services: Services) => Promise<Form>;
    /** The answer edits the message of the button. */
    readonly submit: (request: FormRequest, services: Services) => Promise<MessageBody>;
  };
  /** What a private message with controls shows now, for one of them that failed. @throws where it shows nothing more */
  readonly present?: (
    request: CommandUser & Pick<ComponentRequest, 'values'>,
    services: Services,
  ) => Promise<MessageBody>;
  readonly onMessage?: MessageCommand;
}

/** What is registered with Discord: each command, and its entry in the Apps menu. */
export const definitionsOf = (commands: readonly Command[]) =>
  commands.flatMap(({ definition, onMessage }) => [
    definition,
    ...(onMessage === undefined ? [] : [onMessage.definition]),
  ]);
