import type { Logger } from '../lib/logger.ts';
import type { Db } from '../store/connection/database.ts';
import type { PostgresSession } from '../store/migrations/postgres-session.ts';
import type { MachineClocks } from '../lib/clocks.ts';
import { divideShards } from './divide-shards.ts';
import { createRpc } from './rpc.ts';
import { joinLeases, type LeaseLost } from './leases.ts';
import { createRoles, createTopics, type Processes } from './processes.ts';
import { presenceOf } from './shards.ts';

interface ClusterOptions {
  readonly id: string;
  readonly db: Db;
  readonly session: PostgresSession;
  readonly clocks: MachineClocks;
  readonly log: Logger;
}

/** One process of several on PostgreSQL: leases decide which of them has a role. */
export const joinCluster = ({ id, db, session, clocks, log }: ClusterOptions): Processes => {
  const leases = joinLeases({ session, processId: id, clocks, log });
  const topics = createTopics();
  const ended = Promise.withResolvers<LeaseLost>();
  let isSettled = false;
  let isLost = false;
  let failure: Error | undefined;

  const roles = createRoles((name, error) => {
    if (!isSettled) {
      failure ??= error;
      return;
    }
    log.error({ err: error, lease: name }, 'role could not be started, restarting the process');
    ended.resolve({ why: `role "${name}" could not be started`, msSinceRenewed: 0 });
  });
  void leases.leaseLost.then((lost) => {
    isLost = true;
    ended.resolve(lost);
  });

  session.onNotification(({ topic: name, payload }) => {
    // The publisher itself was notified before, without the database.
    const end = payload.indexOf(' ');
    if (payload.slice(0, end) !== id) topics(name).publish(payload.slice(end + 1));
  });
  const topic: Processes['topic'] = (name) => {
    const { publish, subscribe } = topics(name);
    return {
      subscribe,
      publish: (payload = '') => {
        publish(payload);
        session.notify({ topic: name, payload: `${id} ${payload}` }).catch((error: unknown) => {
          log.warn({ err: error, topic: name }, 'notification to the other processes failed');
        });
      },
    };
  };
  const rpc = createRpc({
    db,
    requests: topic('rpc-requests'),
    responses: topic('rpc-responses'),
    hasRole: (name) => leases.snapshot().held.has(name),
    log,
  });

  leases.claim({ names: () => [presenceOf(id)], taken: () => undefined });
  leases.claim({ names: roles.names, taken: roles.taken });

  const { monotonic } = clocks;
  const shards = divideShards({ id, leases, session, monotonic, log });

  return {
    role: roles.role,
    settled: async () => {
      await leases.refresh();
      await roles.settled();
      isSettled = true;
      if (failure !== undefined) throw failure;
    },
    topic,
    call: rpc.call,
    handle: rpc.handle,
    reported: ({ name, report }) => {
      const note = leases.snapshot().seen.get(name)?.note ?? null;
      return note === null ? undefined : report.parse(JSON.parse(note));
    },
    report: ({ name }, state) => {
      leases.report(name, state);
    },
    shards,
    leaseLost: ended.promise,
    drain: leases.drain,
    stop: async () => {
      shards.stop();
      rpc.stop();
      // A hanging query ends with its connection; after that no lease is left to release.
      if (isLost) await session.close();
      await leases.stop();
      if (!isLost) await session.close();
    },
  };
};
