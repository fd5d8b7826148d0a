import type { RESTOptions } from 'discord.js';
import { STATUS_CODES } from 'node:http';
import { Agent, request, type Dispatcher } from 'undici';
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

  const send = async (url: string, { method, headers, body, signal }: JsonRequest) => {
    const answer = await request(url, { dispatcher: agent, method, headers, body, signal });
    const { statusCode: status } = answer;
    return {
      body: answer.body,
      arrayBuffer: () => answer.body.arrayBuffer(),
      json: () => answer.body.json(),
      text: () => answer.body.text(),
      get bodyUsed() {
        return answer.body.bodyUsed;
      },
      headers: new Headers(
        Object.entries(answer.headers)
          .filter(([name]) => READ.test(name))
          .map(([name, value]) => [name, String(value)]),
      ),
      status,
      statusText: STATUS_CODES[status] ?? '',
      ok: status >= 200 && status < 300,
    };
  };

  return { makeRequest: send, close: () => agent.destroy() };
};
