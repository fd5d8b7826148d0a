import { pause } from '../lib/pause.ts';
import { createBackoff } from '../lib/backoff.ts';
import type { Logger } from '../lib/logger.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import { MINUTE } from '../lib/time.ts';
import { acquireTurn } from '../store/processes/leases.ts';
import type { PostgresSession } from '../store/migrations/postgres-session.ts';
import type { MachineClocks } from '../lib/clocks.ts';
import type { Leases } from './leases.ts';
import {
  countInUse,
  missingShards,
  shardName,
  shardOf,
  surplusShards,
  type ShardLeases,
  type ShardServer,
} from './shards.ts';

const IDENTIFY_RETRY_MS = 250;
const REBALANCE_INTERVAL_MS = 500;

/** Backoff of a shard that could not be served; meanwhile other processes may take it. */
const RETRY_DELAYS = { firstMs: 2_000, maxMs: 5 * MINUTE } as const;

interface DivisionOptions {
  readonly id: string;
  readonly leases: Leases;
  readonly session: PostgresSession;
  readonly monotonic: MachineClocks['monotonic'];
  readonly log: Logger;
}

/** Acquires shards up to the share of this process, and releases those beyond it. */
export const divideShards = ({ id, leases, session, monotonic, log }: DivisionOptions) => {
  const starting = new Set<Promise<void>>();
  const backoff = createBackoff<string>({ ...RETRY_DELAYS, now: monotonic });
  let timer: NodeJS.Timeout | undefined;

  const failed = (name: string, error: unknown): void => {
    const retryDelayMs = backoff.fail(name);
    if (!(error instanceof ShutdownError)) {
      log.error({ err: error, lease: name, retryDelayMs }, 'shard could not be started, retrying');
    }
    leases.release([name]).catch((releasing: unknown) => {
      log.warn({ err: releasing, lease: name }, 'shard lease could not be released');
    });
  };

  const serveShard = (shard: number, count: number, { serve }: ShardServer): void => {
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

  const releaseSurplus = async (count: number, { leave }: ShardServer): Promise<void> => {
    for (const name of surplusShards(count, id, leases.snapshot())) {
      log.info({ lease: name }, 'shard released for another process');
      await leave(shardOf(name));
      await leases.release([name]);
    }
  };

  let lastTurn = Promise.resolve(false);

  /** One query at a time: leases are renewed over the same session, and must not wait. */
  const tryTurn = (bucket: string): Promise<boolean> => {
    lastTurn = lastTurn.catch(() => false).then(() => acquireTurn(session, bucket));
    return lastTurn;
  };

  const shards: ShardLeases = {
    divide: async (wanted, server) => {
      const count = countInUse(leases.snapshot()) ?? wanted;
      const missing = missingShards(count, id);
      leases.claim({
        names: (snapshot) => missing(snapshot).filter((name) => backoff.remainingMs(name) === 0),
        taken: ({ name }) => {
          serveShard(shardOf(name), count, server);
        },
      });
      let isReleasing = false;
      timer = setInterval(() => {
        if (isReleasing) return;
        isReleasing = true;
        releaseSurplus(count, server)
          .catch((error: unknown) => {
            log.warn({ err: error }, 'shard could not be released');
          })
          .finally(() => {
            isReleasing = false;
          });
      }, REBALANCE_INTERVAL_MS);
      await leases.refresh();
      await Promise.all(starting);
    },
    identify: async (shard, maxConcurrency, signal) => {
      const bucket = `identify:${shard % maxConcurrency}`;
      while (!(await tryTurn(bucket))) await pause(IDENTIFY_RETRY_MS, signal);
    },
  };
  return {
    ...shards,
    stop: (): void => {
      clearInterval(timer);
    },
  };
};
