import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly agent: string | undefined;
  readonly body: string;
}

export interface Service {
  readonly origin: string;
  /** Every request, in the order it came. */
  readonly received: readonly Received[];
}

/** The service's response to its n-th request, from 0. */
export type Answering = (response: ServerResponse, request: IncomingMessage, index: number) => void;

/** A real HTTP server as the data service; it is closed with the test. */
export const aService = async (answer: Answering): Promise<Service> => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const index = received.length;
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization,
        agent: request.headers['user-agent'],
        body: Buffer.concat(chunks).toString('utf8'),
      });
      answer(response, request, index);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // `address()` of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, received };
};

/** Responds with JSON. */
export const says = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

/** Responds with something other than JSON, as a proxy may. */
export const saysHtml = (
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { 'content-type': 'text/html', ...headers });
  response.end('<html><body>Bad weather</body></html>');
};

/** Responds to every request with the same JSON. */
export const saying =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answering =>
  (response) => {
    says(response, status, body, headers);
  };

export const sayingHtml =
  (status: number): Answering =>
  (response) => {
    saysHtml(response, status);
  };

/** The same deadline for every priority, milliseconds. */
export const timeoutsOf = (ms: number) =>
  ({ person: ms, result: ms, live: ms, background: ms, refresh: ms, names: ms }) as const;

/** A page of a list, in the envelope of the service. */
export const pageOnWire = (data: readonly unknown[], page = 1, lastPage = 1) => ({
  data,
  links: {},
  meta: { current_page: page, last_page: lastPage, total: data.length * lastPage },
});
