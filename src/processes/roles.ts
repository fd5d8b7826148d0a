import type { Lease } from './leases.ts';
import type { Role } from './processes.ts';

/** Starts parts as they fall to this process, and knows which have. */
export const createRoles = (failed: (name: string, error: Error) => void) => {
  const starters = new Map<string, (lease: Lease) => Promise<void>>();
  const starting = new Set<Promise<void>>();

  return {
    names: (): readonly string[] => [...starters.keys()],
    role: <T>(name: string, start: (lease: Lease) => Promise<T>): Role<T> => {
      let running: T | null = null;
      starters.set(name, async (lease) => {
        running = await start(lease);
      });
      return { current: () => running };
    },
    taken: (lease: Lease): void => {
      const started = (starters.get(lease.name)?.(lease) ?? Promise.resolve()).catch(
        (error: unknown) => {
          failed(lease.name, error instanceof Error ? error : new Error(String(error)));
        },
      );
      starting.add(started);
      void started.finally(() => starting.delete(started));
    },
    /** Resolves when what was taken has started. */
    settled: async (): Promise<void> => {
      await Promise.all(starting);
    },
  };
};
