import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { SendOutcome } from '../../alerts/delivery/sender.ts';
import type { ChannelFailure } from '../../domain/alerts/delivery-reasons.ts';
import { jsonIn, truncate } from '../../lib/text.ts';
import { MINUTE } from '../../lib/time.ts';

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

/** Discord has refused a request, or failed. */
export class DiscordError extends Error {
  override readonly name = 'DiscordError';
  readonly status: number;
  /** Discord's code of the refusal; null in the answer of a proxy, and for a failure. */
  readonly code: number | null;

  /** @param body of the response */
  constructor(status: number, body: string) {
    const { code, message, errors } = refusalWire.parse(status < 500 ? jsonIn(body) : null);
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

/** An edit in a thread that is archived. */
export const ARCHIVED = 50_083;

/** A post without a tag in a forum that demands one. */
export const TAG_REQUIRED = 40_067;

/**
 * Whose a refusal is. `ours`: no later attempt helps. `moment`: retried soon. `gone`: what the request
 * is about was deleted, locked or is over. A `ChannelFailure` stops everything in the channel, or all
 * direct messages to a member. `declined`: the channel's, but of this message alone.
 */
export type Meaning = 'ours' | 'moment' | 'edited-too-often' | 'gone' | 'declined' | ChannelFailure;

/**
 * The codes that a message, a thread, an edit, a pin or a scheduled event can meet (Discord's
 * documentation, "JSON error codes"). Any other is `declined`.
 */
const MEANINGS: readonly (readonly [Meaning, readonly number[]])[] = [
  ['unknown-channel', [10_003, 10_004]],
  ['missing-access', [50_001, 40_007]],
  ['missing-permissions', [50_013]],
  // 40058: the channel has become a forum, which takes only titled posts.
  ['not-a-text-channel', [50_008, 50_024, 40_058]],
  // 50278: no server is shared any more; 20009: explicit content.
  ['direct-messages-closed', [50_007, 50_278, 20_009, 10_013]],
  // The writer opens an archived thread again: one that stays so (50083) is locked, as with 160005.
  ['gone', [10_008, ARCHIVED, 160_005, 10_070, 180_000]],
  ['edited-too-often', [30_046]],
  // Limits of rate and outages; a refused token (40001, 50014), for which all requests pause
  // (`InvalidRequestCounter`); Cloudflare (40333).
  ['moment', [0, 20_016, 20_022, 20_028, 20_029, 40_001, 40_003, 40_004, 40_006, 40_062]],
  ['moment', [40_333, 50_014, 110_000, 130_000]],
  // The request's form, its files, or whose message it is.
  ['ours', [50_035, 50_109, 40_005, 50_003, 50_005, 50_006, 50_019, 50_021, 50_028, 50_041]],
  ['ours', [50_045, 50_046, 50_068, 50_146, 10_014, 30_015]],
  // Done already, and a full list of pins: nothing to wait for.
  ['ours', [40_033, 160_004, 30_003]],
  // Tags of a forum, open threads, AutoMod, and what a server demands or limits.
  ['declined', [40_066, TAG_REQUIRED, 10_087, 160_006, 160_007, 30_033, 200_000, 200_001]],
  ['declined', [240_000, 400_001, 50_009, 60_003, 30_038]],
];

const BY_CODE: ReadonlyMap<number, Meaning> = new Map(
  MEANINGS.flatMap(([meaning, codes]) => codes.map((code) => [code, meaning] as const)),
);

const RETRY_SOON_MS = 1_000;
const RETRY_LATER_MS = 30_000;
const RETRY_MUCH_LATER_MS = 10 * MINUTE;

export type FailedSend = Exclude<SendOutcome, { kind: 'sent' }>;

/** Discord's code of a refused request; null for another error, and for an answer of a proxy. */
export const codeOf = (error: unknown): number | null =>
  error instanceof DiscordError ? error.code : null;

/** What a failed request means; without a code of Discord's it is of the moment. */
export const meaningOf = (error: unknown): Meaning => {
  const code = codeOf(error);
  return code === null ? 'moment' : (BY_CODE.get(code) ?? 'declined');
};

/** Maps an error of a request to Discord to the outcome of a send; a 429 is a `RateLimited`. */
export const sendOutcomeOfError = (error: unknown): FailedSend => {
  if (error instanceof RateLimited) return { kind: 'limited', retryAfterMs: error.retryAfterMs };
  if (!(error instanceof DiscordError) || error.status >= 500) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', reason, retryAfterMs: RETRY_SOON_MS };
  }
  const meaning = meaningOf(error);
  switch (meaning) {
    case 'ours':
      return { kind: 'rejected', reason: error.message };
    case 'gone':
      return { kind: 'gone' };
    case 'declined':
      return { kind: 'declined', code: error.code ?? 0, reason: error.message };
    case 'edited-too-often':
      return { kind: 'failed', reason: meaning, retryAfterMs: RETRY_MUCH_LATER_MS };
    case 'moment':
      return {
        kind: 'failed',
        reason: `status ${error.status}`,
        retryAfterMs: RETRY_LATER_MS,
      };
    default:
      return { kind: 'refused', reason: meaning };
  }
};
