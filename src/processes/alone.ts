import type { Lease } from './leases.ts';
import { createBells } from './bells.ts';
import type { Answering, Processes } from './processes.ts';
import { createRoles } from './roles.ts';

/**
 * The only process of a bot, on a database that is a file: whoever opened it has everything to do, and
 * nobody takes it away.
 */
export const beAlone = (): Processes => {
  const bells = createBells();
  const answering = new Map<string, Answering>();
  let failure: Error | undefined;
  const roles = createRoles((_name, error) => {
    failure ??= error;
  });
  const leaseOf = (name: string): Lease => ({ name, isHeld: () => true, formerlyFreeFor: null });
  return {
    hold: (name, start) => {
      const role = roles.role(name, start);
      roles.taken(leaseOf(name));
      return role;
    },
    settled: async () => {
      await roles.settled();
      if (failure !== undefined) throw failure;
    },
    ring: (bell, words = '') => {
      bells.heard(bell, words);
    },
    onRing: bells.on,
    ask: async (name, request) => await answering.get(name)?.(request),
    answerFor: (name, answer) => {
      answering.set(name, answer);
    },
    told: () => undefined,
    tell: () => undefined,
    shards: {
      identify: null,
      divide: async (count, { serve }) => {
        await Promise.all(Array.from({ length: count }, (_, shard) => serve(shard, count)));
      },
    },
    lost: new Promise(() => undefined),
    standBack: () => undefined,
    stop: () => Promise.resolve(),
  };
};
