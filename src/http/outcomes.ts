import type { Logger } from '../lib/logger.ts';

/**
 * The results of a webhook, with its status and the end of its log line. Copies and unknown events are
 * accepted and ignored: a refusal would only cause retries.
 */
export const OUTCOMES = {
  accepted: { status: 204, level: 'debug', line: 'accepted' },
  repeated: { status: 204, level: 'info', line: 'repeated, ignored' },
  unknown: { status: 204, level: 'warn', line: 'with an unknown event, ignored' },
  malformed: {
    status: 400,
    level: 'warn',
    line: 'refused: not JSON',
    answer: 'The body is not JSON.',
  },
  'invalid-signature': {
    status: 401,
    level: 'warn',
    line: 'refused: wrong signature',
    answer: 'The signature is wrong.',
  },
  'too-large': {
    status: 413,
    level: 'warn',
    line: 'refused: too large',
    answer: 'The body is too large.',
  },
  'wrong-type': {
    status: 415,
    level: 'warn',
    line: 'refused: wrong content type',
    answer: 'The body must be uncompressed application/json.',
  },
  limited: {
    status: 429,
    level: 'warn',
    line: 'refused: rate limit of its address',
    answer: 'Too many deliveries, see Retry-After.',
  },
  incomplete: {
    status: 400,
    level: 'info',
    line: 'incomplete or too slow',
    answer: 'The body is incomplete.',
  },
  'store-failed': {
    status: 503,
    level: 'error',
    line: 'could not be stored, answered 503',
    answer: 'The delivery could not be stored, try again.',
  },
} as const satisfies Record<
  string,
  {
    readonly status: number;
    readonly level: keyof Logger;
    readonly line: string;
    readonly answer?: string;
  }
>;

export type DeliveryOutcome = keyof typeof OUTCOMES;

export const DELIVERY_OUTCOMES = Object.keys(OUTCOMES) as readonly DeliveryOutcome[];
