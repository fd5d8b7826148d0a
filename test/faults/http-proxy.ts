import { Agent, createServer, request as send, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A request that passes through the proxy. */
export interface Passing {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
}

/** Whether a request changes something in a Discord channel. */
export const isWrite = ({ method, path }: Passing): boolean =>
  method !== 'GET' && path.includes('/channels/');

/** What the network, or the server at its end, does to one request. */
export type Trouble =
  | { readonly kind: 'none' }
  /** The proxy responds itself, and the server never gets the request. */
  | { readonly kind: 'answer'; readonly status: number; readonly body?: string }
  /** The connection is closed before the server gets the request. */
  | { readonly kind: 'reset' }
  /** The server handles the request, and the connection is closed instead of a response. */
  | { readonly kind: 'lost' }
  /** The server handles the request, and no response ever comes back. */
  | { readonly kind: 'unanswered' }
  /** The server never gets the request, and no response ever comes back. */
  | { readonly kind: 'swallowed' }
  /** The body of the server's response is changed. */
  | { readonly kind: 'altered'; readonly alter: (body: string) => string };

export const NO_TROUBLE: Trouble = { kind: 'none' };

export interface HttpProxy {
  /** The proxy's address, without a path. */
  readonly url: string;
  /** The number of requests in flight, without those that never get a response. */
  readonly inFlight: () => number;
  readonly stop: () => Promise<void>;
}

export interface HttpProxyOptions {
  /** The address of the server behind the proxy, without a path. */
  readonly target: string;
  /** Called for each request when all of it has arrived at the proxy. */
  readonly trouble: (passing: Passing) => Trouble;
  /** Called for each request that the server has handled, before its response is passed on. */
  readonly done?: (passing: Passing, status: number) => void;
}

interface UpstreamResponse {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

const readAll = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Headers of one connection only (RFC 9110, 7.6.1); and the length, which may change. */
const OWN_TO_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

const passedOn = (headers: NodeJS.Dict<string | string[]>): NodeJS.Dict<string | string[]> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_TO_CONNECTION.includes(name)));

/** Starts a proxy between the bot and a server that makes trouble. */
export const startHttpProxy = async (options: HttpProxyOptions): Promise<HttpProxy> => {
  const { target, trouble, done = () => undefined } = options;
  const agent = new Agent({ keepAlive: true });
  let inFlight = 0;

  const forward = async (request: IncomingMessage, body: Buffer): Promise<UpstreamResponse> => {
    const { method = 'GET', url = '/', headers } = request;
    const { host: _host, ...kept } = passedOn(headers);
    const forwarded = send(new URL(url, target), {
      method,
      agent,
      headers: { ...kept, 'content-length': body.length },
    }).end(body);
    const [response] = (await once(forwarded, 'response')) as [IncomingMessage];
    const { statusCode: status = 500 } = response;
    return { status, headers: passedOn(response.headers), body: await readAll(response) };
  };

  const server = createServer((request, response) => {
    const passing = { method: request.method ?? 'GET', path: request.url ?? '/' };

    const pass = async (): Promise<void> => {
      const body = await readAll(request);
      const what = trouble(passing);
      if (what.kind === 'swallowed') return;
      if (what.kind === 'reset') {
        request.socket.destroy();
        return;
      }
      if (what.kind === 'answer') {
        response.writeHead(what.status, { 'content-type': 'application/json' });
        response.end(what.body ?? '');
        return;
      }
      const answer = await forward(request, body);
      done(passing, answer.status);
      if (what.kind === 'unanswered') return;
      if (what.kind === 'lost') {
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.status, answer.headers);
      response.end(what.kind === 'altered' ? what.alter(String(answer.body)) : answer.body);
    };

    inFlight += 1;
    pass()
      .catch(() => {
        request.socket.destroy();
      })
      .finally(() => {
        inFlight -= 1;
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // `address()` of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    inFlight: () => inFlight,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
      await once(server, 'close');
    },
  };
};
