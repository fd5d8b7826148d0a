import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it arrives at the proxy, or as it is forwarded. */
export interface Passing {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A proxy in front of the bot's port that changes what it forwards. */
export const aProxy = async (
  port: number,
  change: (passing: Passing) => Passing,
): Promise<string> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers, method = 'POST' } = request;
      const { connection: _connection, 'content-length': _length, ...own } = headers;
      const passed = change({ path, headers: own, body: Buffer.concat(chunks).toString() });
      const kept = Object.entries(passed.headers).map(([name, value]) => [name, String(value)]);
      fetch(`http://127.0.0.1:${port}${passed.path}`, {
        method,
        headers: Object.fromEntries(kept) as Record<string, string>,
        body: passed.body,
      }).then(
        ({ status }) => response.writeHead(status).end(),
        () => response.writeHead(502).end(),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  // `address()` of a listening TCP server is an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
