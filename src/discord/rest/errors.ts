import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { truncate } from '../../lib/text.ts';

/** Discord's "Error Messages"; a proxy in front of it answers with anything else. */
const refusalWire = z
  .object({
    code: z.number().int().nullable().catch(null),
    message: z.string().catch(''),
    errors: z.unknown().optional(),
  })
  .catch({ code: null, message: '', errors: undefined });

const detailWire = z.object({ code: z.string(), message: z.string() });

const MESSAGE_MAX = 1_000;

/** What is wrong with which field: `content[BASE_TYPE_MAX_LENGTH]: Must be 2000 or fewer in length.` */
const detailsIn = (errors: unknown, path = ''): readonly string[] => {
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (key !== '_errors') {
      const inside = /^\d+$/.test(key) ? `${path}[${key}]` : `${path}.${key}`;
      return detailsIn(value, path === '' ? key : inside);
    }
    const { data = [] } = z.array(detailWire).safeParse(value);
    return data.map(({ code, message }) => `${path}[${code}]: ${message}`);
  });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Discord has refused a request, or failed. */
export class DiscordError extends Error {
  override readonly name = 'DiscordError';
  readonly status: number;
  /** Discord's code of the refusal; null in the answer of a proxy, and for a failure. */
  readonly code: number | null;

  /** @param body of the response */
  constructor(status: number, body: string) {
    const { code, message, errors } = refusalWire.parse(status < 500 ? parsed(body) : null);
    const words = message === '' ? (STATUS_CODES[status] ?? `status ${status}`) : message;
    super(truncate([words, ...detailsIn(errors)].join('\n'), MESSAGE_MAX));
    this.status = status;
    this.code = code;
  }
}

/** Discord takes no such request for a while, whatever of it was sent. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';
  readonly retryAfterMs: number;
  /** Whether that holds for all requests. */
  readonly isGlobal: boolean;

  constructor(retryAfterMs: number, isGlobal: boolean) {
    super(`Discord's rate limit, for ${retryAfterMs} ms`);
    this.retryAfterMs = retryAfterMs;
    this.isGlobal = isGlobal;
  }
}
