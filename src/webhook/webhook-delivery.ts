import { createHash } from 'node:crypto';
import { z } from 'zod';
import { withinBounds } from '../padel-api/wire/envelope.ts';
import { changeNoticeWire, type ChangeNotice } from '../padel-api/wire/webhook.ts';

export interface VerifiedWebhook {
  readonly notice: ChangeNotice;
  /** The same for every copy of the webhook. */
  readonly key: string;
}

type WebhookDelivery =
  | ({ readonly kind: 'valid' } & VerifiedWebhook)
  /** An unknown event, or another shape. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed' };

/** Rejects invalid UTF-8; drops a byte order mark, as JSON readers may (RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const timedWire = z.object({ occurred_at: z.union([z.string().min(1), z.number()]) });

/**
 * Parses the verified body of a webhook. The service delivers at least once; copies have the same
 * record id, event and time of change. Without a time all webhooks about a record would look alike, so
 * each counts by itself.
 * @param now wall clock, milliseconds
 */
export const readWebhookDelivery = (body: Buffer, now: number): WebhookDelivery => {
  const json = parseJson(body);
  if (json === undefined) return { kind: 'malformed' };
  const notice = changeNoticeWire.safeParse(json);
  if (!notice.success) return { kind: 'unknown' };
  const occurredAt = timedWire.safeParse(json).data?.occurred_at;
  return {
    kind: 'valid',
    notice: notice.data,
    key: keyOf(notice.data, occurredAt ?? { receivedAt: now }),
  };
};

/** A digest, so that a key has a fixed length. */
const keyOf = ({ event, id }: ChangeNotice, time: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([event, id, time]))
    .digest('base64url');

const parseJson = (body: Buffer): unknown => {
  try {
    return withinBounds(JSON.parse(utf8.decode(body)));
  } catch {
    return undefined;
  }
};
