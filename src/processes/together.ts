import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../lib/logger.ts';
import type { Db } from '../store/database.ts';
import { takeTurn } from '../store/leases.ts';
import type { Session } from '../store/session.ts';
import { createBells } from './bells.ts';
import type { Clocks } from './clock.ts';
import { createErrands } from './errands.ts';
import { joinLeases, type Loss } from './leases.ts';
import type { Processes } from './processes.ts';
import { createRoles } from './roles.ts';
import {
  countInUse,
  presenceOf,
  shardName,
  shardOf,
  shardsTooMany,
  shardsWanted,
  type ShardLeases,
  type ShardServer,
} from './shards.ts';

export interface TogetherOptions {
  readonly id: string;
  readonly db: Db;
  readonly session: Session;
  readonly clocks: Clocks;
  readonly log: Logger;
}

const IDENTIFY_AGAIN = 250;
const DIVIDE_EACH = 500;

/** A shard that could not be served is tried again after so long, each time twice as long, milliseconds. */
const FIRST_REST = 2_000;
const LONGEST_REST = 5 * 60_000;

/** One process of several, on PostgreSQL: leases tell who does what. */
export const joinOthers = ({ id, db, session, clocks, log }: TogetherOptions): Processes => {
  const leases = joinLeases({ session, processId: id, clocks, log });
  const bells = createBells();
  const ended = Promise.withResolvers<Loss>();
  let isSettled = false;
  let failure: Error | undefined;

  const roles = createRoles((name, error) => {
    if (!isSettled) {
      failure ??= error;
      return;
    }
    log.error({ err: error, lease: name }, 'what has fallen to this process could not be started');
    ended.resolve({ why: `"${name}" could not be started`, unsureFor: 0 });
  });
  let isLost = false;
  void leases.lost.then((loss) => {
    isLost = true;
    ended.resolve(loss);
  });

  session.onRing(({ bell, words }) => {
    // Its own have been heard before they went out.
    const end = words.indexOf(' ');
    if (words.slice(0, end) !== id) bells.heard(bell, words.slice(end + 1));
  });
  const ring: Processes['ring'] = (bell, words = '') => {
    bells.heard(bell, words);
    session.ring({ bell, words: `${id} ${words}` }).catch((error: unknown) => {
      log.warn({ err: error, bell }, 'the other processes could not be told');
    });
  };
  const errands = createErrands({
    db,
    ring,
    onRing: bells.on,
    isDoneHere: (name) => leases.standing().held.has(name),
    log,
  });

  leases.want({ names: () => [presenceOf(id)], taken: () => undefined });
  leases.want({ names: roles.names, taken: roles.taken });

  const { monotonic } = clocks;
  const shards = divideShards({ id, leases, session, monotonic, log });

  return {
    id,
    hold: roles.role,
    settled: async () => {
      await leases.look();
      await roles.settled();
      isSettled = true;
      if (failure !== undefined) throw failure;
    },
    ring,
    onRing: bells.on,
    ask: errands.ask,
    answerFor: errands.answerFor,
    told: (name) => {
      const note = leases.standing().seen.get(name)?.note ?? null;
      return note === null ? undefined : (JSON.parse(note) as unknown);
    },
    tell: leases.tell,
    shards,
    lost: ended.promise,
    stop: async () => {
      shards.stop();
      errands.stop();
      // A query that hangs ends with its connection; nothing is held any more that could be given back.
      if (isLost) await session.close();
      await leases.stop();
      if (!isLost) await session.close();
    },
  };
};

interface DivisionOptions extends Pick<TogetherOptions, 'id' | 'session' | 'log'> {
  readonly monotonic: Clocks['monotonic'];
  readonly leases: ReturnType<typeof joinLeases>;
}

/** Takes shards up to this process's share, and gives away what is beyond it. */
const divideShards = ({ id, leases, session, monotonic, log }: DivisionOptions) => {
  const starting = new Set<Promise<void>>();
  /** Until when a shard is left to others that could not be served here. */
  const resting = new Map<string, { readonly until: number; readonly rest: number }>();
  const isResting = (name: string): boolean => (resting.get(name)?.until ?? 0) > monotonic();
  let timer: NodeJS.Timeout | undefined;

  const failed = (name: string, error: unknown): void => {
    const rest = Math.min(2 * (resting.get(name)?.rest ?? FIRST_REST / 2), LONGEST_REST);
    resting.set(name, { until: monotonic() + rest, rest });
    log.error({ err: error, lease: name, rest }, 'a shard could not be served; I try again');
    leases.giveBack([name]).catch((giving: unknown) => {
      log.warn({ err: giving, lease: name }, 'the lease of a shard could not be given back');
    });
  };

  const begin = (shard: number, count: number, { serve }: ShardServer): void => {
    const name = shardName(shard, count);
    const served = serve(shard, count).then(
      () => void resting.delete(name),
      (error: unknown) => {
        failed(name, error);
      },
    );
    starting.add(served);
    void served.finally(() => starting.delete(served));
  };

  const giveAway = async (count: number, { leave }: ShardServer): Promise<void> => {
    for (const name of shardsTooMany(count, id, leases.standing())) {
      log.info({ lease: name }, 'a shard is left for another process');
      await leave(shardOf(name));
      await leases.giveBack([name]);
    }
  };

  let asked = Promise.resolve(false);

  /** One shard at a time: leases are renewed over the same session, and are not to wait in a queue. */
  const ask = (bucket: string): Promise<boolean> => {
    asked = asked.catch(() => false).then(() => takeTurn(session, bucket));
    return asked;
  };

  const shards: ShardLeases = {
    divide: async (wanted, server) => {
      const count = countInUse(leases.standing()) ?? wanted;
      const wants = shardsWanted(count, id);
      leases.want({
        names: (standing) => wants(standing).filter((name) => !isResting(name)),
        taken: ({ name }) => {
          begin(shardOf(name), count, server);
        },
      });
      let isGiving = false;
      timer = setInterval(() => {
        if (isGiving) return;
        isGiving = true;
        giveAway(count, server)
          .catch((error: unknown) => {
            log.warn({ err: error }, 'a shard could not be given away');
          })
          .finally(() => {
            isGiving = false;
          });
      }, DIVIDE_EACH);
      await leases.look();
      await Promise.all(starting);
    },
    identify: async (shard, maxConcurrency, signal) => {
      const bucket = `identify:${shard % maxConcurrency}`;
      while (!(await ask(bucket))) await pause(IDENTIFY_AGAIN, undefined, { signal });
    },
  };
  return {
    ...shards,
    stop: (): void => {
      clearInterval(timer);
    },
  };
};
