import type { RESTOptions } from 'discord.js';
import { STATUS_CODES } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import { MINUTE } from '../../lib/time.ts';

/**
 * During a match a card is edited every half a minute. Proxies and NATs drop an idle connection after
 * four minutes at the earliest.
 */
const KEEP_ALIVE_MS = 2 * MINUTE;

/** The headers of a response that are read: its type and Discord's limits. Parsing all of them takes longer. */
const READ = /^(?:content-type$|retry-after$|x-ratelimit-)/;

/** A request without files, as discord.js passes it to `makeRequest`. */
interface JsonRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** What discord.js reads of a response. */
const responseOf = (status: number, headers: Headers, body: Buffer<ArrayBuffer>) => ({
  body: null,
  bodyUsed: false,
  arrayBuffer: () => Promise.resolve(new Uint8Array(body).buffer),
  json: async (): Promise<unknown> => await JSON.parse(body.toString()),
  text: () => Promise.resolve(body.toString()),
  headers,
  status,
  statusText: STATUS_CODES[status] ?? '',
  ok: status >= 200 && status < 300,
});

/** Sends requests over kept-alive connections. */
interface KeepAliveAgent {
  readonly makeRequest: RESTOptions['makeRequest'];
  readonly close: () => Promise<void>;
}

/**
 * Keeps connections to Discord open between alerts: by default undici closes one after four idle
 * seconds, and the first post would wait for DNS, TCP and TLS.
 */
export const openKeepAliveAgent = (): KeepAliveAgent => {
  // HTTP/1.1, as discord.js speaks it.
  const agent = new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, allowH2: false });

  /** Without a stream for an answer that is read whole anyway: that took longer than to parse it. */
  const send = (url: string, { method, headers, body, signal }: JsonRequest) =>
    new Promise<Awaited<ReturnType<RESTOptions['makeRequest']>>>((resolve, reject) => {
      const { origin, pathname, search } = new URL(url);
      const chunks: Buffer[] = [];
      let status = 0;
      let read = new Headers();
      agent.dispatch(
        { origin, path: `${pathname}${search}`, method, headers, body },
        {
          onRequestStart: (controller) => {
            const abort = (): void => {
              const reason: unknown = signal.reason;
              controller.abort(reason instanceof Error ? reason : new Error('aborted'));
            };
            if (signal.aborted) abort();
            else signal.addEventListener('abort', abort, { once: true });
          },
          onResponseStart: (_controller, statusCode, all) => {
            status = statusCode;
            const found = Object.entries(all).filter(([name]) => READ.test(name));
            read = new Headers(found.map(([name, value]) => [name, String(value)]));
          },
          onResponseData: (_controller, chunk) => {
            chunks.push(chunk);
          },
          onResponseEnd: () => {
            resolve(responseOf(status, read, Buffer.concat(chunks)));
          },
          onResponseError: (_controller, error) => {
            reject(error);
          },
        },
      );
    });

  return { makeRequest: send, close: () => agent.destroy() };
};
