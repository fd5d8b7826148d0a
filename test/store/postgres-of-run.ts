import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openStore } from '#src/store/connection/database.ts';
import { aLog } from '../lib/log.ts';
import { startPostgres, type Cluster } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Serves the URL of the PostgreSQL server of this run, and starts that on the first request. */
    readonly postgres: string;
  }
}

/** A database with the current tables; tests that need them use a copy of it. */
export const TEMPLATE = 'bandeja_template';

const start = async (): Promise<Cluster> => {
  const cluster = await startPostgres('bandeja', { max_connections: '100' });
  const admin = new pg.Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const { close } = await openStore(cluster.url(TEMPLATE), aLog());
  await close();
  return cluster;
};

/** One PostgreSQL for all test files of a run. A run that needs none starts none. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  let cluster: Promise<Cluster> | undefined;
  const server = createServer((_request, response) => {
    // A kept-alive connection could close while the next file of a worker sends a request on it.
    response.setHeader('connection', 'close');
    cluster ??= start();
    cluster.then(
      ({ url }) => response.end(url('postgres')),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // `address()` of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  provide('postgres', `http://127.0.0.1:${port}`);
  return async () => {
    server.close();
    await (await cluster)?.stop();
  };
};
