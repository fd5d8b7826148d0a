import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { joinCluster } from '#src/processes/cluster.ts';
import type { Processes } from '#src/processes/processes.ts';
import { openStore, type Db } from '#src/store/connection/database.ts';
import {
  openPostgresSession,
  type PostgresSession,
} from '#src/store/migrations/postgres-session.ts';
import { aLog } from '../lib/log.ts';
import { openDatabases, type Databases } from '../store/postgres-databases.ts';

/** A role whose calls and reports are any JSON. */
export const FEED = {
  name: 'feed',
  request: z.unknown(),
  response: z.unknown(),
  report: z.unknown(),
};

/** One process of a cluster. All run in this process, each with its own connections and clocks. */
export interface Member {
  readonly processes: Processes;
  readonly session: PostgresSession;
  readonly db: Db;
  /** Lets time pass for this process alone, as if it had been frozen. */
  readonly freeze: (milliseconds: number) => void;
  readonly stop: () => Promise<void>;
}

/** A PostgreSQL server that the processes of a test share; each test has its own database. */
export const useCluster = () => {
  let databases: Databases;
  let url: string;
  const open = new Set<Member>();

  beforeAll(async () => {
    databases = await openDatabases();
  });
  afterAll(() => databases.stop());

  const join = async (id: string): Promise<Member> => {
    const store = await openStore(url, aLog(), id);
    const session = await openPostgresSession(url, id);
    let frozenFor = 0;
    const processes = joinCluster({
      id,
      db: store.db,
      session,
      clocks: {
        monotonic: () => performance.now() + frozenFor,
        wall: () => Date.now(),
      },
      log: aLog(),
    });
    const member: Member = {
      processes,
      session,
      db: store.db,
      freeze: (milliseconds) => {
        frozenFor += milliseconds;
      },
      stop: async () => {
        if (!open.delete(member)) return;
        await processes.stop();
        await store.close();
      },
    };
    open.add(member);
    return member;
  };

  return {
    join,
    url: () => url,
    /** Creates the empty database of a test. */
    begin: async () => {
      url = await databases.empty();
    },
    end: async () => {
      for (const member of [...open]) await member.stop();
    },
    /** Ends a member's connection at the server, as the end of its process would. */
    kill: async ({ session }: Member) => {
      await databases.admin.query('select pg_terminate_backend($1)', [
        Number(session.id.split(':')[0]),
      ]);
    },
    /** Lets time pass for the database: all leases look as if none had been renewed meanwhile. */
    later: async ({ session }: Member, milliseconds: number) => {
      await session.query('update leases set renewed_at = renewed_at - $1', [milliseconds]);
    },
  };
};
