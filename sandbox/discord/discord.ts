import type { ApplicationSettings } from './application.ts';
import type { ControlEvent, Faults } from './shown-state.ts';
import type { CrowdMessages } from './crowd/messages.ts';
import type { Dispatch } from './gateway/dispatch.ts';
import type { InteractionNews } from './interactions/news.ts';
import type { Limits } from './limits.ts';
import type { Signal } from './signal.ts';
import type { AttachmentFiles } from './state/attachment-files.ts';
import type { Change } from './state/changes.ts';
import type { State } from './state/state.ts';

/** What every action on the local Discord needs: its state, its clock, and its subscribers. */
export interface Discord {
  readonly state: Readonly<State>;
  /** Writes a change to the journal, then makes it happen. */
  readonly commit: (change: Change) => void;
  readonly files: AttachmentFiles;
  /** The messages in channels of the crowd. */
  readonly crowd: CrowdMessages & { readonly has: (channelId: string) => boolean };
  readonly limits: Limits;
  /** As many as the servers of the bot need, and no fewer than the limits say. */
  readonly recommendedShards: () => number;
  /** The clock that ids, times and events go by, milliseconds since 1970. */
  readonly now: () => number;
  /** The machine's clock: limits, tokens and deadlines go by it. */
  readonly machineNow: () => number;
  /** Whether `now` is the clock of the padel service's world. */
  readonly isOnWorldClock: boolean;
  /** A fresh id. */
  readonly nextId: () => string;
  /** Sends an event to the bot's gateway sessions that want it. */
  readonly dispatch: (event: Dispatch) => void;
  /** Whether a bot is connected. */
  readonly isBotOnline: () => boolean;
  /** Cuts the bot's connections, and ends their sessions if asked. */
  readonly cutGateway: (fate?: { readonly forget: boolean }) => void;
  /** Sends a text over each of the bot's connections, whatever it is. */
  readonly sendFrame: (text: string) => void;
  /** News for the page and for scripts. */
  readonly control: Signal<ControlEvent>;
  /** Call after a change of `ControlState`. */
  readonly stateChanged: () => void;
  /** Progress of interactions. */
  readonly interactionNews: Signal<InteractionNews>;
  readonly faults: { current: Faults };
  readonly application: { current: ApplicationSettings };
  /** Where this server answers, e.g. `http://127.0.0.1:4200`. */
  readonly baseUrl: () => string;
  /** The padel service whose world can be steered, or null. */
  readonly worldUrl: string | null;
  /** Receives a line for each internal error. */
  readonly log: (line: string) => void;
}
