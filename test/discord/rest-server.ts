import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request to Discord's REST API that waits for the test to respond. */
export interface Pending {
  readonly method: string;
  /** The path below the version: `/channels/1/messages`. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: (status: number, body?: object, headers?: Record<string, string>) => void;
  /** Closes the socket instead of responding. */
  readonly cut: () => void;
}

/** A server in place of Discord whose responses and their times the test decides. */
interface RestServer {
  readonly apiUrl: string;
  /** The requests that the test has not taken yet, in order of arrival. */
  readonly waiting: readonly Pending[];
  /** Takes the oldest waiting request, or the next one to arrive. */
  readonly next: () => Promise<Pending>;
}

const read = async (request: IncomingMessage): Promise<Pending['body']> => {
  const chunks: Buffer[] = [];
  // A request without an encoding yields buffers.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Pending['body']);
};

const answering =
  (response: ServerResponse): Pending['answer'] =>
  (status, body = {}, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

export const aRestServer = async (): Promise<RestServer> => {
  const waiting: Pending[] = [];
  const takers: ((pending: Pending) => void)[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pending: Pending = {
      method: request.method ?? '',
      path: (request.url ?? '').replace('/api/v10', ''),
      authorization: request.headers.authorization,
      body: await read(request),
      answer: answering(response),
      cut: () => void request.socket.destroy(),
    };
    const taker = takers.shift();
    if (taker === undefined) waiting.push(pending);
    else taker(pending);
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // `address()` of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}/api`,
    waiting,
    next: () => {
      const first = waiting.shift();
      if (first !== undefined) return Promise.resolve(first);
      return new Promise((resolve) => takers.push(resolve));
    },
  };
};
