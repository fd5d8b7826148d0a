import type { RESTOptions } from 'discord.js';
import { STATUS_CODES } from 'node:http';
import { Agent, request, type Dispatcher } from 'undici';

/**
 * An idle connection is kept for so long: in play a card is edited every half a minute. Whatever stands
 * between us and Discord forgets one after four minutes at the earliest.
 */
const KEPT_FOR = 120_000;

/** The headers of an answer that are read: its type and Discord's limits. All of them take longer to parse. */
const READ = /^(?:content-type$|retry-after$|x-ratelimit-)/;

/** A message without files, as discord.js hands it on. */
interface JsonRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** Requests over connections that last, and their end. */
export interface LastingSockets {
  readonly makeRequest: RESTOptions['makeRequest'];
  readonly close: () => Promise<void>;
}

/**
 * Connections to Discord that are there when news come: left to itself undici closes one after four
 * seconds of rest, and the first post would wait for a name, a connection and its encryption.
 */
export const openLastingSockets = (): LastingSockets => {
  // HTTP/1.1, as discord.js speaks it.
  const agent = new Agent({ keepAliveTimeout: KEPT_FOR, allowH2: false });

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
