import type { z } from 'zod';
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

/** A role: its name, and the JSON of its calls and its report. */
interface RoleDefinition<Request, Response, Report = unknown> {
  readonly name: string;
  readonly request: z.ZodType<Request>;
  readonly response: z.ZodType<Response>;
  readonly report: z.ZodType<Report>;
}

/**
 * Handles the calls to a role.
 * @throws an error whose message the caller gets; a ShutdownError leaves the call to the next holder
 */
export type Handler<Request = unknown, Response = unknown> = (
  request: Request,
) => Promise<Response>;

export interface Rpc {
  /** @throws TimeoutError without a response in time; otherwise an error with the handler's message */
  readonly call: <Request, Response>(
    role: RoleDefinition<Request, Response>,
    request: Request,
  ) => Promise<Response>;
  readonly handle: <Request, Response>(
    role: RoleDefinition<Request, Response>,
    handler: Handler<Request, Response>,
  ) => void;
}

/** A notification's payload is short, or empty. */
export interface NotificationTopic extends Pick<Topic<[payload: string]>, 'subscribe'> {
  readonly publish: (payload?: string) => void;
}

/**
 * The processes of one bot share a database; leases decide which of them has a role. A single process
 * has every role.
 */
export interface Processes extends Rpc {
  readonly role: <T>(name: string) => Role<T>;
  /** Resolves when the first roles of this process have started. @throws the error of a start */
  readonly settled: () => Promise<void>;
  /** Notifications to every process, including this one. */
  readonly topic: (name: string) => NotificationTopic;
  /** The last report of a role's holder; undefined without a holder. */
  readonly reported: <Report>(role: RoleDefinition<unknown, unknown, Report>) => Report | undefined;
  /** Reports the state of a role to the other processes, with each renewal of its lease. */
  readonly report: <Report>(
    role: RoleDefinition<unknown, unknown, Report>,
    state: () => Report,
  ) => void;
  readonly shards: ShardLeases;
  /** Resolves when this process must stop all work. */
  readonly leaseLost: Promise<LeaseLost>;
  /** Acquires no more roles; running ones continue until `stop`. */
  readonly drain: () => void;
  readonly stop: () => Promise<void>;
}

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
    settled: async (): Promise<void> => {
      await Promise.all(starting);
    },
  };
};

export const createTopics = () => {
  const topics = new Map<string, Topic<[payload: string]>>();
  return (name: string): Topic<[payload: string]> => {
    const topic = topics.get(name) ?? createTopic();
    topics.set(name, topic);
    return topic;
  };
};
