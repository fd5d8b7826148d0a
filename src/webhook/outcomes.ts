import type { Logger } from '../lib/logger.ts';

/**
 * The results of a webhook, with its status and log line. Copies and unknown events are accepted and
 * ignored: a refusal would only cause retries.
 */
export const OUTCOMES = {
  accepted: { status: 204, level: 'debug', line: 'a webhook delivery was accepted' },
  repeated: { status: 204, level: 'info', line: 'a webhook delivery came once more' },
  unknown: { status: 204, level: 'warn', line: 'a webhook delivery says nothing that we know' },
  malformed: {
    status: 400,
    level: 'warn',
    line: 'a webhook delivery that is no JSON was refused',
    answer: 'This is no JSON.',
  },
  forged: {
    status: 401,
    level: 'warn',
    line: 'a webhook delivery with a wrong signature was refused',
    answer: 'The signature does not fit.',
  },
  'too-large': {
    status: 413,
    level: 'warn',
    line: 'a webhook delivery that is far too long was refused',
    answer: 'This is more than a delivery needs.',
  },
  'wrong-type': {
    status: 415,
    level: 'warn',
    line: 'a webhook delivery of another type was refused',
    answer: 'A delivery is application/json, and not compressed.',
  },
  limited: {
    status: 429,
    level: 'warn',
    line: 'a webhook delivery above the limit of its address was refused',
    answer: 'Too many deliveries: wait as long as Retry-After says.',
  },
  broken: {
    status: 400,
    level: 'info',
    line: 'a webhook delivery broke off, or came too slowly',
    answer: 'The body did not arrive.',
  },
  unkept: {
    status: 503,
    level: 'error',
    line: 'a webhook delivery could not be kept; its sender is to try again',
    answer: 'This cannot be kept at the moment: try again.',
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
