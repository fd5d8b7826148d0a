import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { openProcesses } from '#src/app/open-processes.ts';
import { createShutdown } from '#src/lib/shutdown.ts';
import { openCopyConnection } from '#src/store/copy/copy-connection.ts';
import { DatabaseBeingCopied } from '#src/store/migrations/postgres-session.ts';
import { aLog } from '../lib/log.ts';
import { useCluster } from './cluster.ts';

const cluster = useCluster();
beforeEach(cluster.begin);
afterEach(cluster.end);

it('a process does not start on a database that is being copied, and does not change it', async () => {
  const databaseUrl = cluster.url();
  const { db, close } = await openCopyConnection(databaseUrl, true);
  onTestFinished(close);
  const log = aLog();
  const shutdown = createShutdown(log);
  const opening = openProcesses({ config: { databaseUrl }, id: 'one', shutdown, log });
  await expect(opening).rejects.toThrow(DatabaseBeingCopied);
  expect(await db.introspection.getTables()).toEqual([]);
  await shutdown.run();
  expect(log.lines).toEqual([]);
});
