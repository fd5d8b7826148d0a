import type { News } from '../world/news.ts';

/** What a process has used so far. */
export interface Usage {
  /** Milliseconds of a core. */
  readonly cpu: number;
  /** Bytes that are in use after a collection of garbage. */
  readonly heap: number;
  /** Bytes of the process. */
  readonly resident: number;
}

/** A bot under measurement, in whatever process it is. */
export interface Bot {
  /** Gets to know these channels, as a bot does when it connects. */
  readonly prepare: (channels: News['channels']) => Promise<void>;
  /** Begins to tell; done when it is up to the bot. */
  readonly tell: (news: News) => Promise<void>;
  /**
   * Takes a frame as it comes out of the socket, and tells what is new in it in these channels.
   * @returns when it was taken, on the machine's clock
   */
  readonly frame: (text: string, news: News) => Promise<number>;
  /**
   * Edits the answer of an interaction.
   * @returns how long it took, milliseconds
   */
  readonly answer: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Ours beside what people write today. */
export const BOTS = ['ours', 'loop', 'queue', 'polling'] as const;

export type BotName = (typeof BOTS)[number];

export interface BotOptions {
  readonly apiUrl: string;
  /** The name under which the judge keeps book. */
  readonly token: string;
}
