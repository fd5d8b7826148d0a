import type { News } from '../world/news.ts';

/** The resources a process has used so far. */
export interface Usage {
  /** Milliseconds of CPU. */
  readonly cpu: number;
  /** Bytes in use after a garbage collection. */
  readonly heap: number;
  /** Bytes of the process. */
  readonly resident: number;
}

/** A bot under measurement, in any process. */
export interface Bot {
  /** Adds these channels, as a bot does when it connects. */
  readonly prepare: (channels: News['channels']) => Promise<void>;
  /** Starts to deliver; resolves when the rest is up to the bot. */
  readonly tell: (news: News) => Promise<void>;
  /**
   * Processes a raw frame of the socket, and posts its news in these channels.
   * @returns when it was processed, on the machine's clock
   */
  readonly frame: (text: string, news: News) => Promise<number>;
  /**
   * Edits the answer of an interaction.
   * @returns its duration, milliseconds
   */
  readonly answer: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Our bot and typical others. */
export const BOTS = ['ours', 'loop', 'queue', 'polling'] as const;

export type BotName = (typeof BOTS)[number];

export interface BotOptions {
  readonly apiUrl: string;
  /** The name under which the judge records it. */
  readonly token: string;
}
