import { createTopic, type Topic } from '../lib/topic.ts';
import type { Lease, LeaseLost } from './leases.ts';
import type { ShardLeases } from './shards.ts';

/** Work of the bot that one process at a time does for all. */
export interface Role<T> {
  /** Starts the work once this process gets the role; it ends with the process. */
  readonly acquire: (start: (lease: Lease) => Promise<T>) => void;
  /** The running work; null while another process has the role. */
  readonly current: () => T | null;
}

/**
 * Handles the calls to a role; requests and responses are JSON.
 * @throws an error whose message the caller gets; a ShutdownError leaves the call to the next holder
 */
export type Handler = (request: unknown) => Promise<unknown>;

/** A notification's payload is short, or empty. */
export interface NotificationTopic extends Pick<Topic<[payload: string]>, 'subscribe'> {
  readonly publish: (payload?: string) => void;
}

/**
 * The processes of one bot share a database; leases decide which of them has a role. A single process
 * has every role.
 */
export interface Processes {
  readonly role: <T>(name: string) => Role<T>;
  /** Resolves when the first roles of this process have started. @throws the error of a start */
  readonly settled: () => Promise<void>;
  /** Notifications to every process, including this one. */
  readonly topic: (name: string) => NotificationTopic;
  /**
   * Calls the process that has a role.
   * @throws TimeoutError without a response in time; otherwise an error with the handler's message
   */
  readonly call: (role: string, request: unknown) => Promise<unknown>;
  /** Handles the calls to a role while this process has it. */
  readonly handle: (role: string, handler: Handler) => void;
  /** The last report of a role's holder; undefined without a holder. */
  readonly reported: (role: string) => unknown;
  /** Reports the state of a role to the other processes, with each renewal of its lease. */
  readonly report: (role: string, state: () => unknown) => void;
  /** The shards of the gateway that this process serves. */
  readonly shards: ShardLeases;
  /** Resolves when this process must stop all work. */
  readonly leaseLost: Promise<LeaseLost>;
  /** Acquires no more roles; running ones continue until `stop`. */
  readonly drain: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts roles when their lease is acquired. */
export const createRoles = (onFailedStart: (name: string, error: Error) => void) => {
  const starters = new Map<string, (lease: Lease) => Promise<void>>();
  const starting = new Set<Promise<void>>();

  const start = async (lease: Lease): Promise<void> => {
    try {
      await starters.get(lease.name)?.(lease);
    } catch (error) {
      onFailedStart(lease.name, error instanceof Error ? error : new Error(String(error)));
    }
  };

  return {
    /** The roles that this process may have. */
    names: (): readonly string[] => [...starters.keys()],
    role: <T>(name: string): Role<T> => {
      let running: T | null = null;
      return {
        acquire: (startRole) => {
          starters.set(name, async (lease) => {
            running = await startRole(lease);
          });
        },
        current: () => running,
      };
    },
    taken: (lease: Lease): void => {
      const started = start(lease);
      starting.add(started);
      void started.finally(() => starting.delete(started));
    },
    /** Resolves when every acquired role has started. */
    settled: async (): Promise<void> => {
      await Promise.all(starting);
    },
  };
};

/** The topics of this process by name. */
export const createTopics = () => {
  const topics = new Map<string, Topic<[payload: string]>>();
  return (name: string): Topic<[payload: string]> => {
    const topic = topics.get(name) ?? createTopic();
    topics.set(name, topic);
    return topic;
  };
};
