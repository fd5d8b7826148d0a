import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as ofNode } from 'node:timers';
import { request } from 'undici';
import { afterAll } from 'vitest';
import './import-names.ts';

const PRIMED = Symbol.for('test: undici has its timer');

/**
 * undici counts all its time by one timer, which it sets with its first request and never again. A fake
 * clock would turn that every half a second of its time, for hours, while sockets of earlier tests are open.
 */
const primeTimers = async (): Promise<void> => {
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  // Node's own undici, and ours.
  await (await fetch(url)).text();
  await (await request(url)).body.dump();
  server.closeAllConnections();
  server.close();
};

if (!Object.hasOwn(globalThis, PRIMED)) {
  Object.defineProperty(globalThis, PRIMED, { value: true });
  await primeTimers();
}

// The next file runs in the same process, and would wait forever on a fake clock.
afterAll(() => {
  if (globalThis.setTimeout !== ofNode)
    throw new Error('this file has not restored the real clock');
});
