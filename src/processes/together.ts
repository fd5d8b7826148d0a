import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../lib/logger.ts';
import type { Db } from '../store/database.ts';
import { takeTurn } from '../store/leases.ts';
import type { Session } from '../store/session.ts';
import { createBells } from './bells.ts';
import type { Clocks } from './clock.ts';
import { createErrands } from './errands.ts';
import { joinLeases } from './leases.ts';
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

/** One process of several, on PostgreSQL: leases tell who does what. */
export const joinOthers = ({ id, db, session, clocks, log }: TogetherOptions): Processes => {
  const leases = joinLeases({ session, processId: id, clocks, log });
  const bells = createBells();
  const ended = Promise.withResolvers<string>();
  let isSettled = false;
  let failure: Error | undefined;

  const roles = createRoles((name, error) => {
    if (!isSettled) {
      failure ??= error;
      return;
    }
    log.error({ err: error, lease: name }, 'what has fallen to this process could not be started');
    ended.resolve(`"${name}" could not be started`);
  });
  void leases.lost.then(ended.resolve);

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

  const shards = divideShards({ id, leases, session, log });

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
      await leases.stop();
      await session.close();
    },
  };
};

interface DivisionOptions extends Pick<TogetherOptions, 'id' | 'session' | 'log'> {
  readonly leases: ReturnType<typeof joinLeases>;
}

/** Takes shards up to this process's share, and gives away what is beyond it. */
const divideShards = ({ id, leases, session, log }: DivisionOptions) => {
  const starting = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const begin = (shard: number, count: number, { serve }: ShardServer): void => {
    const served = serve(shard, count).catch(async (error: unknown) => {
      log.error({ err: error, shard }, 'a shard could not be served; somebody tries again');
      await leases.giveBack([shardName(shard, count)]);
    });
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

  const shards: ShardLeases = {
    divide: async (wanted, server) => {
      const count = countInUse(leases.standing()) ?? wanted;
      leases.want({
        names: shardsWanted(count, id),
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
      while (!(await takeTurn(session, bucket))) await pause(IDENTIFY_AGAIN, undefined, { signal });
    },
  };
  return {
    ...shards,
    stop: (): void => {
      clearInterval(timer);
    },
  };
};
