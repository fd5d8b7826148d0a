import { setTimeout as pause } from 'node:timers/promises';
import { createBackoff } from '../lib/backoff.ts';
import type { Logger } from '../lib/logger.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import { MINUTE } from '../lib/time.ts';
import { takeTurn } from '../store/leases.ts';
import type { Session } from '../store/session.ts';
import type { MachineClocks } from '../lib/clocks.ts';
import type { Leases } from './leases.ts';
import {
  countInUse,
  shardName,
  shardOf,
  shardsTooMany,
  shardsWanted,
  type ShardLeases,
  type ShardServer,
} from './shards.ts';

const IDENTIFY_AGAIN = 250;
const DIVIDE_EACH = 500;

/** A shard that could not be served is left to others for so long, milliseconds. */
const RETRY_DELAYS = { firstMs: 2_000, maxMs: 5 * MINUTE } as const;

export interface DivisionOptions {
  /** Of this process. */
  readonly id: string;
  readonly leases: Leases;
  readonly session: Session;
  readonly monotonic: MachineClocks['monotonic'];
  readonly log: Logger;
}

/** Takes shards up to this process's share, and gives away what is beyond it. */
export const divideShards = ({ id, leases, session, monotonic, log }: DivisionOptions) => {
  const starting = new Set<Promise<void>>();
  const backoff = createBackoff<string>({ ...RETRY_DELAYS, now: monotonic });
  let timer: NodeJS.Timeout | undefined;

  const failed = (name: string, error: unknown): void => {
    const rest = backoff.fail(name);
    if (!(error instanceof ShutdownError)) {
      log.error({ err: error, lease: name, rest }, 'a shard could not be served; I try again');
    }
    leases.giveBack([name]).catch((giving: unknown) => {
      log.warn({ err: giving, lease: name }, 'the lease of a shard could not be given back');
    });
  };

  const begin = (shard: number, count: number, { serve }: ShardServer): void => {
    const name = shardName(shard, count);
    const served = serve(shard, count).then(
      () => {
        backoff.reset(name);
      },
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
        names: (standing) => wants(standing).filter((name) => backoff.remainingMs(name) === 0),
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
