import type { Lease, Loss } from './leases.ts';
import type { ShardLeases } from './shards.ts';

/** A part of the bot that one process of all does. */
export interface Role<T> {
  /** What runs here; null while another process does it. */
  readonly current: () => T | null;
}

/**
 * Answers what other processes ask of whoever does a part.
 * @throws what whoever asks is told; ShutdownError where it is left to whoever does the part next
 */
export type Answering = (request: unknown) => Promise<unknown>;

/**
 * The processes of one bot: they share a database, and one of them at a time does each part that
 * there is only one of. A process that is alone does everything.
 */
export interface Processes {
  /**
   * Does a part whenever it falls to this process: until the process ends or has lost it, and then
   * everything ends.
   */
  readonly hold: <T>(name: string, start: (lease: Lease) => Promise<T>) => Role<T>;
  /** Resolves when what fell to this process at first has started. @throws what a start has thrown */
  readonly settled: () => Promise<void>;
  /** Tells every process, this one included, that something has happened. */
  readonly ring: (bell: string, words?: string) => void;
  readonly onRing: (bell: string, heard: (words: string) => void) => void;
  /**
   * Asks whoever does a part; what is asked and answered is JSON.
   * @throws when nobody answers in time, or with the words of whoever has refused
   */
  readonly ask: (name: string, request: unknown) => Promise<unknown>;
  /** Answers for a part while it is done here. */
  readonly answerFor: (name: string, answering: Answering) => void;
  /** What whoever does a part last told of it; undefined when nobody has. */
  readonly told: (name: string) => unknown;
  /** What the others are told of a part that is done here. */
  readonly tell: (name: string, note: () => unknown) => void;
  /** The shards of the gateway that fall to this process. */
  readonly shards: ShardLeases;
  /** Resolves when this process must end everything that it does. */
  readonly lost: Promise<Loss>;
  /** The end has begun: nothing falls to this process any more, and what it does goes on until `stop`. */
  readonly standBack: () => void;
  readonly stop: () => Promise<void>;
}
