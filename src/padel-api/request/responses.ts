import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { MAX_RETRY_AFTER_MS } from '../../lib/backoff.ts';
import { userAgent } from '../../lib/user-agent.ts';
import { parseWithinBounds } from '../wire/envelope.ts';
import {
  NotAllowed,
  NotFound,
  NotInPlan,
  ProxyRefused,
  RequestRefused,
  TokenRefused,
  UnreadableAnswer,
} from '../errors.ts';

/** The service is rate limiting or has failed: the same request is worth a retry. */
export class Retryable extends Error {
  /** `Retry-After` in milliseconds; null without one. */
  readonly wait: number | null;

  constructor(message: string, wait: number | null) {
    super(message);
    this.wait = wait;
  }
}

/** 429: retry in the next minute. */
export class ServiceRateLimited extends Retryable {}

/**
 * `Retry-After` in milliseconds, `MAX_RETRY_AFTER_MS` at most: seconds or a date, which is the service's
 * (RFC 9110, 10.2.3).
 */
export const retryAfter = (headers: Dispatcher.ResponseData['headers']): number | null => {
  const { 'retry-after': after, date } = headers;
  if (typeof after !== 'string') return null;
  const wait = /^\d{1,9}$/.test(after)
    ? Number(after) * 1_000
    : Date.parse(after) - Date.parse(String(date));
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), MAX_RETRY_AFTER_MS);
};

const countIn = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null;

/** The minute's limit and what is left of it; null where the service does not say. */
export const rateLimitIn = (headers: Dispatcher.ResponseData['headers']) => ({
  limit: countIn(headers['x-ratelimit-limit']),
  remaining: countIn(headers['x-ratelimit-remaining']),
});

/** What identifies us to the service. */
export interface Caller {
  readonly token: string;
  /** Where the operator is reached, told to the service. */
  readonly contact?: string | undefined;
}

/** What each request to the service carries. */
export const requestHeaders = (
  { token, contact }: Caller,
  body: unknown,
): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
  accept: 'application/json',
  'user-agent': userAgent(contact),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
});

/** An answer, or 302: the record was merged into another one (specification, "Errors"). */
export type ServiceResponse = { readonly json: unknown } | { readonly location: string };

/** A page of the service has 200 kB at most; parsing much more would block the process. */
const BODY_LIMIT = 1024 * 1024;

/** An error has a sentence and a list of fields; a larger body is a page of a proxy. */
const ERROR_LIMIT = 64 * 1024;

const errorBody = z.object({ message: z.string() });

type ErrorOf = (reason: string, wait: number | null) => Error;

const STATUS_ERRORS: Readonly<Record<number, ErrorOf>> = {
  401: () => new TokenRefused(),
  402: () => new NotInPlan(),
  403: (reason) => new NotAllowed(reason),
  404: () => new NotFound(),
  // The path does not support the method.
  405: () => new NotFound(),
  422: (reason) => new RequestRefused(reason),
  429: (reason, wait) => new ServiceRateLimited(reason, wait),
};

/** Interprets a response of the service. @throws the error class of its status; `Retryable` for 5xx */
export const parseResponse = async (
  response: Dispatcher.ResponseData,
): Promise<ServiceResponse> => {
  const { statusCode, headers } = response;
  if (statusCode >= 300 && statusCode < 400) {
    await response.body.dump();
    const { location } = headers;
    if (typeof location === 'string') return { location };
    throw new UnreadableAnswer(`${statusCode} without a Location`);
  }
  const body = await readBody(response);
  const wait = retryAfter(headers);
  if (statusCode >= 500) throw new Retryable(`the service answered ${statusCode}`, wait);
  if (statusCode === 204) return { json: null };
  if (statusCode < 300) return { json: parseJson(body) };
  const refusal = proxyRefusal(statusCode, body);
  if (refusal !== null) throw refusal;
  const reason = reasonIn(body) ?? `status ${statusCode}`;
  throw STATUS_ERRORS[statusCode]?.(reason, wait) ?? new UnreadableAnswer(reason);
};

const readBody = async ({ body }: Dispatcher.ResponseData): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > BODY_LIMIT) throw new UnreadableAnswer(`more than ${BODY_LIMIT} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** `error code: 1010`, in a page of the proxy in whatever form. */
const PROXY_ERROR = /error[\s_-]*code\D{0,20}(\d{3,4})\b/i;

/** The refusal of the proxy in front of the service: a 403 without the service's sentence. */
export const proxyRefusal = (status: number, body: string): ProxyRefused | null => {
  if (status !== 403 || reasonIn(body) !== null) return null;
  const code = PROXY_ERROR.exec(body.slice(0, ERROR_LIMIT))?.[1];
  return new ProxyRefused(code === undefined ? null : Number(code));
};

/** The service's error sentence; null when a proxy refused the request. */
const reasonIn = (body: string): string | null => {
  try {
    return body.length > ERROR_LIMIT ? null : errorBody.parse(JSON.parse(body)).message;
  } catch {
    return null;
  }
};

const parseJson = (body: string): unknown => {
  try {
    return parseWithinBounds(body);
  } catch (error) {
    throw new UnreadableAnswer(error);
  }
};
