import { Agent, request, type Dispatcher } from 'undici';
import { LRUCache } from 'lru-cache';
import { MAX_RETRY_AFTER_MS } from '../../lib/backoff.ts';
import { pause } from '../../lib/pause.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { MINUTE, SECOND } from '../../lib/time.ts';
import { userAgent } from '../../lib/user-agent.ts';
import { createDeadline, TimeoutError } from '../../lib/with-timeout.ts';
import type { AnswerFile } from '../../render/message.ts';
import { DiscordError, RateLimited } from './errors.ts';
import type { InvalidRequestCounter } from './invalid-request-counter.ts';
import { createPacer, DISCORD_GLOBAL, type Pacer, type Permit } from './pacer.ts';

export interface RestOptions {
  /** Base of Discord's REST API, without the version. */
  readonly apiUrl: string;
  readonly token: string;
  readonly invalidRequests: InvalidRequestCounter;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** Whether it is still ours to write: asked right before each request. */
  readonly mayWrite?: () => boolean;
  /** Instead of one for Discord's global limit. */
  readonly pacer?: Pacer;
  /** Nothing is tried again, and a limit is thrown instead of awaited: the caller knows when. */
  readonly isImpatient?: boolean;
  /** Hears the `Date` of each response. */
  readonly onDate?: (date: string) => void;
}

interface RequestOptions {
  readonly query?: URLSearchParams;
  readonly body?: object;
  readonly files?: readonly AnswerFile[] | undefined;
  /** False for an interaction's own requests: they need no token, and Discord's global limit does not count them. */
  readonly auth?: boolean;
}

/** @throws DiscordError, RateLimited, ShutdownError when nothing was sent; or why Discord was not reached */
type Ask = (route: `/${string}`, options?: RequestOptions) => Promise<unknown>;

export interface Asks {
  readonly get: Ask;
  readonly post: Ask;
  readonly put: Ask;
  readonly patch: Ask;
  readonly delete: Ask;
}

/** Takes a permit of the pacer for a request that is about to go. */
type TakePermit = () => Promise<Permit>;

/** A way to Discord's REST API, inside its limits. */
export interface Rest extends Asks {
  /** The same with another urgency. */
  readonly paced: (takePermit: TakePermit) => Asks;
  /** Sends nothing more; resolves when what is under way is done. */
  readonly close: () => Promise<void>;
}

/** For a request and its response. */
const TIMEOUT_MS = 10 * SECOND;

/** Longer than any response that the bot asks for. */
const MAX_BYTES = 50e6;

/**
 * During a match a card is edited every half a minute, and undici would close the connection after four
 * idle seconds. Proxies and NATs drop an idle one after four minutes at the earliest.
 */
const KEEP_ALIVE_MS = 2 * MINUTE;

/** More than two channels of each server have in use at the same time. */
const MAX_BUCKETS = 20_000;

/** Of a request that fails by Discord's fault, when nobody else tries again. */
const ATTEMPTS = 4;

/** Discord's clock starts a window a little later than ours. */
const MARGIN_MS = 50;

/** For a 429 that does not say how long. */
const UNKNOWN_LIMIT_MS = SECOND;

interface Request {
  readonly method: Dispatcher.HttpMethod;
  readonly route: string;
  readonly asked: RequestOptions;
  readonly takePermit: TakePermit;
}

/** What Discord counts together: the requests of a route in one channel, server or webhook. */
interface Bucket {
  /** When it takes requests again, on the monotonic clock. */
  freeAt: number;
  /** The last of its requests: the next one waits for what its response says. */
  last: Promise<unknown>;
}

const MAJOR = /^\/(?:channels|guilds|webhooks\/\d+)\/[^/]+/;

const bucketKey = (method: string, route: string): string => {
  const [major = ''] = MAJOR.exec(route) ?? [];
  return `${method} ${major}${route.slice(major.length).replaceAll(/\d{15,}/g, ':id')}`;
};

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A duration in a header, believed up to the longest wait; 0 for none. */
const durationIn = (header: Headers[string]): number => {
  const ms = Math.ceil(Number(header) * SECOND);
  return ms > 0 ? ms : 0;
};

const jsonIn = (headers: Headers, text: string): unknown =>
  text !== '' && String(headers['content-type']).startsWith('application/json')
    ? JSON.parse(text)
    : null;

/** In the form that Discord asks for; the bot has no site of its own. */
const USER_AGENT = `DiscordBot (https://discord.com/developers/applications, 10) ${userAgent()}`;

/** The files of a message, as its body names them. */
export const attachmentsOf = (files: readonly AnswerFile[]) =>
  files.map(({ name, description }, id) => ({
    id,
    filename: name,
    ...(description === '' ? {} : { description }),
  }));

const contentOf = async ({ body, files = [] }: RequestOptions) => {
  if (files.length === 0) {
    return body === undefined
      ? { headers: {}, body: null }
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  }
  const form = new FormData();
  form.append('payload_json', JSON.stringify(body));
  for (const [index, { name, data }] of files.entries()) {
    const type = name.endsWith('.png') ? 'image/png' : 'application/octet-stream';
    form.append(`files[${index}]`, new Blob([Buffer.from(data)], { type }), name);
  }
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
};

export const createRest = (options: RestOptions): Rest => {
  const { apiUrl, token, invalidRequests, onDate = () => undefined } = options;
  const { mayWrite = () => true, isImpatient = false, now = () => performance.now() } = options;
  const { pacer = createPacer({ ...DISCORD_GLOBAL, now }) } = options;
  // HTTP/1.1, as most libraries speak it to Discord.
  const agent = new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    allowH2: false,
    maxResponseSize: MAX_BYTES,
  });
  const buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });

  const takeAny: TakePermit = async () => {
    const blockedMs = pacer.blockedForMs();
    if (isImpatient && blockedMs > 0) throw new RateLimited(blockedMs, true);
    return await pacer.acquire(() => 0);
  };

  const exchange = async ({ method, route, asked, takePermit }: Request) => {
    const { query, auth = true } = asked;
    const search = query === undefined ? '' : `?${query.toString()}`;
    const content = await contentOf(asked);
    const permit = auth ? await takePermit() : null;
    if (!mayWrite()) throw new ShutdownError('another process sends now');
    const { signal, clear } = createDeadline(TIMEOUT_MS);
    try {
      const sending = request(`${apiUrl}/v10${route}${search}`, {
        dispatcher: agent,
        method,
        headers: {
          ...content.headers,
          'user-agent': USER_AGENT,
          ...(auth ? { authorization: `Bot ${token}` } : {}),
        },
        body: content.body,
        signal,
      });
      // undici has written the request by then.
      setImmediate(() => permit?.sent());
      const { statusCode: status, headers, body } = await sending;
      return { status, headers, text: await body.text() };
    } finally {
      clear();
    }
  };

  /** Counts a response, and notes what it says of limits. */
  const heed = (bucket: Bucket, auth: boolean, status: number, headers: Headers): void => {
    const scope = String(headers['x-ratelimit-scope'] ?? 'user');
    invalidRequests.countResponse(status, scope);
    // Otherwise a 401 is about another token, that of an expired interaction.
    if (auth) invalidRequests.countTokenResponse(status);
    onDate(String(headers['date'] ?? ''));
    const isUsedUp = Number(headers['x-ratelimit-remaining'] ?? 1) <= 0;
    const resetMs = durationIn(headers['x-ratelimit-reset-after']);
    const waitMs = isUsedUp ? Math.min(resetMs + MARGIN_MS, MAX_RETRY_AFTER_MS) : 0;
    bucket.freeAt = now() + waitMs;
    if (status !== 429) return;
    const limitMs = durationIn(headers['retry-after']) || UNKNOWN_LIMIT_MS;
    const isGlobal = headers['x-ratelimit-global'] !== undefined;
    const believedMs = Math.min(limitMs + MARGIN_MS, MAX_RETRY_AFTER_MS);
    if (isGlobal) pacer.pauseFor(believedMs);
    // What takes no permit does not see that the pacer has paused.
    if (!isGlobal || !auth) bucket.freeAt = now() + Math.max(waitMs, believedMs);
    if (isImpatient || limitMs > MAX_RETRY_AFTER_MS) throw new RateLimited(believedMs, isGlobal);
  };

  /** Waits while a bucket takes no requests. */
  const untilFree = async (bucket: Bucket): Promise<void> => {
    for (let ms = bucket.freeAt - now(); ms > 0; ms = bucket.freeAt - now()) {
      if (isImpatient) throw new RateLimited(Math.ceil(ms), false);
      await pause(ms);
    }
  };

  const perform = async (bucket: Bucket, sent: Request): Promise<unknown> => {
    let failures = 0;
    /** Whether a request that failed by Discord's fault is tried again. */
    const mayRetry = (): boolean => {
      failures += 1;
      return !isImpatient && failures < ATTEMPTS;
    };
    for (;;) {
      await untilFree(bucket);
      try {
        const { status, headers, text } = await exchange(sent);
        heed(bucket, sent.asked.auth ?? true, status, headers);
        if (status < 400) return jsonIn(headers, text);
        const isTriedAgain = status === 429 || (status >= 500 && mayRetry());
        if (!isTriedAgain) throw new DiscordError(status, text);
      } catch (error) {
        if (!(error instanceof TimeoutError) || !mayRetry()) throw error;
      }
    }
  };

  const paced = (takePermit: TakePermit): Asks => {
    const ask =
      (method: Dispatcher.HttpMethod): Ask =>
      (route, asked = {}) => {
        const key = bucketKey(method, route);
        const bucket = buckets.get(key) ?? { freeAt: -Infinity, last: Promise.resolve() };
        buckets.set(key, bucket);
        const sent = { method, route, asked, takePermit };
        const outcome = bucket.last.then(() => perform(bucket, sent));
        bucket.last = outcome.catch(() => undefined);
        return outcome;
      };
    return {
      get: ask('GET'),
      post: ask('POST'),
      put: ask('PUT'),
      patch: ask('PATCH'),
      delete: ask('DELETE'),
    };
  };

  return {
    ...paced(takeAny),
    paced,
    close: async () => {
      pacer.stop();
      if (!agent.closed) await agent.close();
    },
  };
};
