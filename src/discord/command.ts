import type {
  APIApplicationCommandOptionChoice,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Reader } from '../i18n/i18n.ts';
import type { FollowTarget } from '../domain/follows.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import type { Quota } from '../domain/quota.ts';
import type { ServiceFailure } from '../domain/service-failure.ts';
import type { Instant } from '../domain/terms.ts';
import type { PadelApi } from '../padel-api/client.ts';
import type { Directory } from '../padel-api/directory.ts';
import type { MessageBody } from '../render/message.ts';
import type { Draw } from '../render/pictures/picture.ts';
import type { PostIn } from '../alerts/channels/post-directly.ts';
import type { AlertChannel, ChannelKind, PermissionName } from '../domain/alert-channel.ts';
import type { Db } from '../store/database.ts';
import type { ListedMatch } from '../store/match-lists.ts';
import type { DatabaseTrouble } from '../store/inspection.ts';

/** What commands work with; the composition root passes it in. */
export interface Services {
  readonly api: PadelApi;
  readonly directory: Directory;
  readonly matches: MatchIndex;
  readonly db: Db;
  /** Real clock, milliseconds. */
  readonly now: () => number;
  /** A channel follows something new: its matches in play get cards there. */
  readonly followed: (target: FollowTarget, channelKey: number) => Promise<void>;
  /** A channel was set up, or works again: its waiting alerts may be sent. */
  readonly channelReady: (channelKey: number) => Promise<void>;
  /** The settings of a channel have changed: matches in play get their cards there, or lose them. */
  readonly settingsChanged: (channelKey: number) => Promise<void>;
  /** Posts in an alert channel at once, through the sender's queue. @returns the outcome */
  readonly postIn: PostIn;
  /** A channel was set up in a server: removes the question from its greeting. Never throws. */
  readonly greetingAnswered: (
    place: { readonly guildId: string; readonly channelId: string | null },
    alertChannelId: string,
  ) => Promise<void>;
  /** The operator has changed the block list: reloads it, and leaves a server that was added. */
  readonly blocked: (added: string | null) => Promise<void>;
  /** Which permissions the bot lacks in a channel to post alerts there, and for what is chosen. */
  readonly missingIn: (
    channel: Pick<AlertChannel, 'discordId' | 'guildId' | 'kind'>,
    more?: readonly PermissionName[],
  ) => readonly PermissionName[];
  /** Whether everybody in a server may mention these roles: then the bot may, too. */
  readonly areMentionable: (guildId: string, roleIds: readonly string[]) => boolean;
  /** Discord's id of the direct messages with somebody; null where they take none. */
  readonly directChannel: (userId: string) => Promise<string | null>;
  /** What was chosen for a channel; nothing where no alerts are posted. */
  readonly placeOf: (place: Pick<Asker, 'channelId' | 'parentId'>) => Promise<Place>;
  /** Draws a picture, in a process of its own. */
  readonly draw: Draw;
  /** Discord's ids of our commands by their name, as far as they are known. */
  readonly commandIds: () => ReadonlyMap<string, string>;
  /** The current state of the bot. */
  readonly status: () => Status;
  /** Problems of its database and its clock. Never throws. */
  readonly machine: () => Promise<Machine>;
}

/** Problems that only an operator can fix. */
export interface Machine {
  readonly database: Pick<DatabaseTrouble, 'kind'> | null;
  /** By how many milliseconds its clock is ahead; null when that is unknown. */
  readonly clockAheadMs: number | null;
}

/** How a match is offered, and everything by which it may be found, in one language. */
export interface MatchNames {
  readonly choice: string;
  /** Without accents: its players, tournament, court and round, and the choice itself. */
  readonly searched: string;
}

/**
 * The matches that commands offer and find, as they are in the database at the moment. What has not
 * changed since the last question is not read again, nor put into words again: a keystroke over
 * hundreds of matches costs one look at their revisions.
 */
export interface MatchIndex {
  /** Matches that are on or to come, in the order of time. */
  readonly ahead: () => Promise<readonly HeldMatch[]>;
  /** Matches that are over, those that ended last first. */
  readonly over: () => Promise<readonly ListedMatch[]>;
  readonly namesOf: (reader: Reader, match: ListedMatch) => MatchNames;
}

/** The state of the bot, as `/status` shows it. */
export interface Status {
  /** Whether pushes arrive; false while the live feed is disconnected. */
  readonly feedConnected: boolean;
  /** When a source of live matches last spoke. */
  readonly heardAt: Instant | null;
  /** Whether the plan includes live points. */
  readonly lacksLive: boolean;
  /** Since when the data service has answered nothing; null while it answers. */
  readonly serviceFailingSince: Instant | null;
  /** How it fails; null while it works, or where nobody knows how. */
  readonly serviceFailure: ServiceFailure | null;
  readonly serviceHeldOffSince: Instant | null;
  /** What is left of the requests to the data service; null while no process tells. */
  readonly quota: Quota | null;
  /** Requests that may still be made in this minute, and those that wait for their turn. */
  readonly requestsLeft: number;
  readonly requestsWaiting: number;
  readonly startedAt: Instant;
  readonly version: string;
}

/** The settings of the channel in which a command is used. */
export interface Place {
  /** The language of its alerts; null where none are posted. */
  readonly locale: string | null;
  /** The channel has a spoiler delay: public answers turn private. */
  readonly isDelayed: boolean;
}

/** The user of a command: who, where, and in which language. */
export interface Asker extends Reader {
  readonly userId: string;
  /** Null in a direct message. */
  readonly guildId: string | null;
  /** A channel, a thread, or their direct messages. */
  readonly channelId: string | null;
  /** The channel that a thread belongs to; null outside of threads. */
  readonly parentId: string | null;
  /** Whether they may manage the server (Discord's permission "Manage Server"). */
  readonly mayManage: boolean;
  /** Whether they may see a channel of the server, or may manage it: what is followed there is shown to them. */
  readonly maySee: (channelId: string) => boolean;
  /** Whether the bot is theirs: the owner of the application, or an accepted developer of its team. */
  readonly isOperator: boolean;
}

/** A channel that was chosen. */
export interface ChosenChannel {
  readonly id: string;
  /** How alerts get there; null where they cannot. */
  readonly kind: ChannelKind | null;
  /** Names of the permissions that the bot lacks to post alerts there. */
  readonly missing: readonly PermissionName[];
}

export interface CommandRequest extends Asker {
  readonly subcommand: string | null;
  /** A text option as typed or chosen; null when not given. */
  text: (name: string) => string | null;
  /** A whole number that was typed; null when not given. */
  integer: (name: string) => number | null;
  /** Yes or no; null when not given. */
  flag: (name: string) => boolean | null;
  /** Discord's id of a role; null when not given. */
  role: (name: string) => string | null;
  /** A channel option; null when not given. */
  channel: (name: string) => ChosenChannel | null;
}

export interface AutocompleteRequest extends Asker {
  /** The option being typed, and what stands in it so far. */
  readonly option: string;
  readonly typed: string;
  text: (name: string) => string | null;
  /** Discord's id of a channel that was chosen in another option; null when none was. */
  channelChosen: (name: string) => string | null;
}

export interface PressRequest extends Asker {
  /** What the button or menu was given beside its command (render/controls.ts). */
  readonly values: readonly string[];
  /** What was chosen in a menu; a button has nothing to choose. */
  readonly chosen: readonly string[];
  /** A channel that was chosen, as the bot sees it. */
  readonly channelOf: (id: string) => ChosenChannel;
}

export type Choice = APIApplicationCommandOptionChoice<string>;

/** For everybody in the channel, or for the user alone. */
export type Visibility = 'public' | 'private';

/** `update` edits the message of the component, `private` answers its user alone. */
export type PressAnswer = 'update' | 'private';

/**
 * A slash command in one file: its definition and its handlers. Handlers return
 * messages and throw `UserError`s; the dispatcher acknowledges, defers, sends and reports.
 */
export interface Command {
  readonly definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  readonly visibility: Visibility;
  /** Whether the question is about the user alone: private, though the command is public. */
  readonly isPersonal?: (request: Pick<CommandRequest, 'text'>) => boolean;
  readonly run: (request: CommandRequest, services: Services) => Promise<MessageBody>;
  readonly autocomplete?: (
    request: AutocompleteRequest,
    services: Services,
  ) => Promise<readonly Choice[]> | readonly Choice[];
  /** Answers buttons and menus whose custom id begins with the command's name. */
  readonly press?: {
    /**
     * Whether the message of the component changes, or its user gets an answer of their own. Some
     * commands have controls of both kinds: then the values of the control tell.
     */
    readonly answer: PressAnswer | ((values: readonly string[]) => PressAnswer);
    readonly run: (request: PressRequest, services: Services) => Promise<MessageBody>;
  };
}
