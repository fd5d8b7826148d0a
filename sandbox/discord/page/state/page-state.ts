import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';

import type { ControlState, ShownMessage, World } from '../../shown-state.ts';
import type { CommandDraft } from '../command/draft.ts';
import type { Suggestion } from '../command/suggestions.ts';

/** Everything that the page shows; the views draw it, the actions and events change it. */
export interface PageState {
  readonly link: 'connecting' | 'open' | 'lost';
  readonly server: ControlState | null;
  readonly world: WorldSnapshot | null;
  readonly meId: string | null;
  readonly channelId: string | null;
  /** Messages by channel, oldest first; only channels that were opened. */
  readonly history: ReadonlyMap<string, readonly ShownMessage[]>;
  readonly unread: ReadonlyMap<string, Unread>;
  /** Until when the bot types, by channel, in milliseconds of the epoch. */
  readonly typing: ReadonlyMap<string, number>;
  /** How often a message was seen to change; the view flashes when it grows. */
  readonly edits: ReadonlyMap<string, number>;
  /** The message that a link led to; a new object for each click. */
  readonly linked: { readonly messageId: string } | null;
  /** Dismissed ephemeral messages. */
  readonly dismissed: ReadonlySet<string>;
  readonly runs: readonly Run[];
  /** Presses in flight, as `message/customId`, and uses of the menu "Apps", as `use message/command`. */
  readonly pressing: ReadonlySet<string>;
  /** What went wrong with the last press on a message, by message id. */
  readonly pressProblems: ReadonlyMap<string, string>;
  readonly picker: Picker | null;
  readonly form: Form | null;
  readonly composer: Composer;
  readonly shell: Shell;
  /** The page's clock, in milliseconds of the epoch, moved on every second. */
  readonly now: number;
}

/** The world's clock as last reported, and when (milliseconds of the epoch). */
export interface WorldSnapshot {
  readonly world: World;
  readonly readAt: number;
}

export function worldTime({ world, readAt }: WorldSnapshot, now: number): number {
  return Date.parse(world.now) + Math.max(0, now - readAt) * world.speed;
}

/** The clock by which messages are dated. */
export function shownNow({ server, world, now }: PageState): number {
  return server?.isOnWorldClock === true && world !== null ? worldTime(world, now) : now;
}

export interface Unread {
  readonly messages: number;
  readonly mentions: number;
}

/** A pending command; `problem` says why there will be no answer. */
export interface Run {
  readonly id: number;
  readonly channelId: string;
  readonly personId: string;
  readonly command: string;
  readonly problem: string | null;
}

/** An open select menu and what is ticked in it. */
export interface Picker {
  readonly messageId: string;
  readonly customId: string;
  /** Ticked when it was opened. */
  readonly preset: readonly string[];
  readonly values: readonly string[];
  /** How many must be ticked to be sent. */
  readonly least: number;
  /** What is searched for among the people, roles or channels. */
  readonly search: string;
  readonly opensUp: boolean;
}

/** Whether a press on a message waits for its result: until then Discord lets nobody press again. */
export function isBusy({ pressing }: PageState, messageId: string): boolean {
  return [...pressing].some((each) => each.startsWith(`${messageId}/`));
}

/** A form (modal) that the bot opened. */
export interface Form {
  readonly modalId: string;
  readonly modal: APIModalInteractionResponseCallbackData;
  readonly problem: string | null;
  readonly sending: boolean;
}

export interface Composer {
  readonly text: string;
  readonly draft: CommandDraft | null;
  /** Index of the highlighted line of the list above; -1 for none. */
  readonly selected: number;
  /** Whether that list was closed with Escape. */
  readonly closed: boolean;
  readonly remote: RemoteSuggestions | null;
  readonly problem: string | null;
  /** Raised whenever the cursor belongs into the composer again. */
  readonly focus: number;
}

/** What the bot offered for an option; while it is asked about `query`, what it offered before. */
export interface RemoteSuggestions {
  readonly query: string;
  readonly items: readonly Suggestion[];
  readonly asking: boolean;
}

/** A task on the server that waits for confirmation. */
export type ServerTask =
  | 'remove'
  | 'invite'
  | 'create-channel'
  | 'rename-channel'
  | 'delete-channel';

/** Which parts of the window are open. */
export interface Shell {
  readonly drawer: 'none' | 'channels' | 'side';
  readonly identityOpen: boolean;
  readonly worldOpen: boolean;
  readonly worldProblem: string | null;
  readonly task: ServerTask | null;
  readonly hintDismissed: boolean;
  readonly atNewest: boolean;
}

export const EMPTY_COMPOSER: Composer = {
  text: '',
  draft: null,
  selected: 0,
  closed: false,
  remote: null,
  problem: null,
  focus: 0,
};

/** The page before the first response of the server. */
export function initialState(now: number, shell: Partial<Shell>): PageState {
  return {
    link: 'connecting',
    server: null,
    world: null,
    meId: null,
    channelId: null,
    history: new Map(),
    unread: new Map(),
    typing: new Map(),
    edits: new Map(),
    linked: null,
    dismissed: new Set(),
    runs: [],
    pressing: new Set(),
    pressProblems: new Map(),
    picker: null,
    form: null,
    composer: EMPTY_COMPOSER,
    shell: {
      drawer: 'none',
      identityOpen: false,
      worldOpen: true,
      worldProblem: null,
      task: null,
      hintDismissed: false,
      atNewest: true,
      ...shell,
    },
    now,
  };
}
