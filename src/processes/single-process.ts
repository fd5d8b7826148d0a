import type { Lease } from './leases.ts';
import { createRoles, createTopics, type Handler, type Processes, type Role } from './processes.ts';

/** The single process of a bot on a database file: it has every role, and never loses one. */
export const singleProcess = (): Processes => {
  const topics = createTopics();
  const handlers = new Map<string, Handler>();
  let failure: Error | undefined;
  const roles = createRoles((_name, error) => {
    failure ??= error;
  });
  const leaseOf = (name: string): Lease => ({ name, isHeld: () => true, msSinceReleased: null });
  return {
    role: <T>(name: string): Role<T> => {
      const { acquire, current } = roles.role<T>(name);
      return {
        current,
        acquire: (start) => {
          acquire(start);
          roles.taken(leaseOf(name));
        },
      };
    },
    settled: async () => {
      await roles.settled();
      if (failure !== undefined) throw failure;
    },
    topic: (name) => {
      const { publish, subscribe } = topics(name);
      return {
        subscribe,
        publish: (payload = '') => {
          publish(payload);
        },
      };
    },
    call: async ({ name, response }, request) =>
      response.parse(await handlers.get(name)?.(request)),
    handle: ({ name, request }, handler) => {
      handlers.set(name, (given) => handler(request.parse(given)));
    },
    reported: () => undefined,
    report: () => undefined,
    shards: {
      identify: null,
      divide: async (count, { serve }) => {
        await Promise.all(Array.from({ length: count }, (_, shard) => serve(shard, count)));
      },
    },
    leaseLost: new Promise(() => undefined),
    drain: () => undefined,
    stop: () => Promise.resolve(),
  };
};
