import { createHash } from 'node:crypto';
import { z } from 'zod';
import { withinBounds } from '../padel-api/wire/envelope.ts';
import { changeNoticeWire, type ChangeNotice } from '../padel-api/wire/webhook.ts';
import type { Clocks } from '../lib/clocks.ts';
import type { TakeWebhook } from './receiver.ts';
import { isSignedByAny, type WebhookSource } from './signature.ts';

export interface VerifiedWebhook {
  readonly notice: ChangeNotice;
  /** The same for every copy of the webhook. */
  readonly key: string;
}

interface DeliveryTakerOptions extends Pick<WebhookSource, 'signing'>, Pick<Clocks, 'now'> {
  /** Stores a notice; false for a copy. */
  readonly store: (webhook: VerifiedWebhook) => Promise<boolean>;
}

/** Takes webhooks of the data service: stores the notice, and only then accepts it. */
export const createDeliveryTaker =
  ({ signing, store, now }: DeliveryTakerOptions): TakeWebhook =>
  async (body, header) => {
    if (signing !== null && !isSignedByAny(signing.secrets, body, header(signing.header))) {
      return 'invalid-signature';
    }
    const delivery = readWebhookDelivery(body, now());
    if (typeof delivery === 'string') return delivery;
    return (await store(delivery)) ? 'accepted' : 'repeated';
  };

/** Rejects invalid UTF-8; drops a byte order mark, as JSON readers may (RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const timedWire = z.object({ occurred_at: z.union([z.string().min(1), z.number()]) });

/**
 * Parses the verified body of a webhook. The service delivers at least once; copies have the same
 * record id, event and time of change. Without a time all webhooks about a record would look alike, so
 * each counts by itself.
 * @param now wall clock, milliseconds
 */
export const readWebhookDelivery = (
  body: Buffer,
  now: number,
): VerifiedWebhook | 'malformed' | 'unknown' => {
  const json = parseJson(body);
  if (json === undefined) return 'malformed';
  const notice = changeNoticeWire.safeParse(json).data;
  if (notice === undefined) return 'unknown';
  const occurredAt = timedWire.safeParse(json).data?.occurred_at;
  return { notice, key: keyOf(notice, occurredAt ?? { receivedAt: now }) };
};

/** A digest, so that a key has a fixed length. */
const keyOf = ({ event, id }: ChangeNotice, time: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([event, id, time]))
    .digest('base64url');

/** Undefined for a body that is not JSON, or exceeds the bounds. */
export const parseJson = (body: Buffer): unknown => {
  try {
    return withinBounds(JSON.parse(utf8.decode(body)));
  } catch {
    return undefined;
  }
};
