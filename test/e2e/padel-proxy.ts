import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Changes the body of a response; `path` is the requested path below `/api`. */
export type Alter = (body: string, path: string) => string;

export interface PadelProxy {
  /** The root with /api, as in the bot's configuration. */
  readonly apiUrl: string;
  readonly stop: () => Promise<void>;
}

const readAll = async (stream: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/**
 * A proxy between the bot and the padel service that can change responses. It removes the `date`
 * header: a response from before a leap that arrives after it would set the bot's estimate of the
 * service's clock back by hours, until the next response.
 */
export const startPadelProxy = async (serviceUrl: string, alter: Alter): Promise<PadelProxy> => {
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const { method = 'GET', url = '/', headers } = request;
      const isReading = method === 'GET';
      const body = isReading ? null : await readAll(request);
      const answer = await fetch(new URL(url, serviceUrl), {
        method,
        body,
        redirect: 'manual',
        headers: {
          authorization: headers.authorization ?? '',
          accept: 'application/json',
          ...(isReading ? {} : { 'content-type': 'application/json' }),
        },
      });
      const kept = [...answer.headers].filter(
        ([name]) => !/length|encoding|connection|date/.test(name),
      );
      response.sendDate = false;
      response.writeHead(answer.status, Object.fromEntries(kept));
      response.end(alter(await answer.text(), url.replace(/^\/api/, '')));
    };
    pass().catch((error: unknown) => {
      response.writeHead(502).end(String(error));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // `address()` of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}/api`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
