import { REST, type RESTOptions } from 'discord.js';
import { MAX_RETRY_AFTER_MS } from '../../lib/backoff.ts';
import { countInvalidRequests, type InvalidRequestCounter } from './invalid-request-counter.ts';

/**
 * The runtime's own fetch. discord.js brings an undici that is not ours, and the two share one global
 * dispatcher: whichever loaded first would refuse the files of the other.
 */
const makeRequest = fetch as unknown as RESTOptions['makeRequest'];

/** How Discord's REST API is asked. @param apiUrl its base, without the version */
export const restOptions = (apiUrl: string) => ({
  api: apiUrl,
  version: '10',
  timeout: 10_000,
  makeRequest,
});

interface OpenRestOptions {
  readonly apiUrl: string;
  readonly token: string;
  readonly invalidRequests: InvalidRequestCounter;
  /** What is to be otherwise than `restOptions`. */
  readonly settings?: Partial<RESTOptions>;
}

/** For what is paced by ourselves: nothing is tried again, and a limit is handed back, not waited for. */
export const NO_RETRIES = { retries: 0, rejectOnRateLimit: () => true } as const;

/**
 * Keeps the token of a REST through a refusal: by itself discord.js forgets it with the first 401, be
 * that of a proxy or of a bad moment, and asks nothing more. When to try again is said by `InvalidRequestCounter`.
 */
export const preserveToken = (rest: REST): REST => {
  const setToken = rest.setToken.bind(rest);
  // To forget it, discord.js sets null, whatever the types say.
  rest.setToken = (token: string | null) => (token === null ? rest : setToken(token));
  return rest;
};

/**
 * Believes no limit for longer than `MAX_RETRY_AFTER_MS`: by itself discord.js holds requests, or all of
 * them, for as long as `Retry-After` says. The request that met the limit is rejected.
 */
export const capRateLimitWaits = (rest: REST): REST => {
  const { rejectOnRateLimit } = rest.options;
  const isRejected = typeof rejectOnRateLimit === 'function' ? rejectOnRateLimit : () => false;
  rest.options.rejectOnRateLimit = (limit) => {
    const latest = Date.now() + MAX_RETRY_AFTER_MS;
    if (limit.global) rest.globalReset = Math.min(rest.globalReset, latest);
    else if (limit.timeToReset > MAX_RETRY_AFTER_MS) {
      // The end of a bucket is the handler's own: no setting reaches it.
      const handler = rest.handlers.get(`${limit.hash}:${limit.majorParameter}`);
      if (handler !== undefined) Reflect.set(handler, 'reset', latest);
    }
    return Math.max(limit.timeToReset, limit.retryAfter) > MAX_RETRY_AFTER_MS || isRejected(limit);
  };
  return rest;
};

/** A way to Discord with the bot's token, whose invalid requests are counted. */
export const createRest = ({ apiUrl, token, invalidRequests, settings }: OpenRestOptions): REST => {
  const rest = capRateLimitWaits(preserveToken(new REST({ ...restOptions(apiUrl), ...settings })));
  rest.setToken(token);
  countInvalidRequests(rest, invalidRequests);
  return rest;
};

/** Stops the sweepers of a REST, so that it can be garbage collected. */
export const closeRest = (rest: REST): void => {
  rest.clearHashSweeper();
  rest.clearHandlerSweeper();
};
