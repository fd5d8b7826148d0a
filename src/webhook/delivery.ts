import { createHash } from 'node:crypto';
import { z } from 'zod';
import { withinBounds } from '../padel-api/wire/bounds.ts';
import { hintWire, type Hint } from '../padel-api/wire/webhook.ts';

/** Something that may have changed, as one delivery told it. */
export interface Told {
  readonly hint: Hint;
  /** The same for every copy of the delivery. */
  readonly key: string;
}

/** What the body of a delivery says. */
export type Delivery =
  | ({ readonly kind: 'told' } & Told)
  /** An event that we do not know, or another shape. */
  | { readonly kind: 'unknown' }
  /** No JSON in UTF-8. */
  | { readonly kind: 'malformed' };

/** Refuses what is no UTF-8; a byte order mark is left out, as JSON readers may (RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const timedWire = z.object({ occurred_at: z.union([z.string().min(1), z.number()]) });

/**
 * Reads the verified body of a delivery.
 *
 * Copies of a delivery are known by its bytes. The service names no delivery by an id (padel-facts),
 * and one in a header would not be signed: whoever replays it could give another. The bytes hold the
 * moment of the change and the whole record, so two deliveries with equal bytes tell of one state of
 * one moment, and one reading serves both. Of a sender that leaves the moment out, all deliveries
 * about a record are alike: there each counts by itself.
 */
export const readDelivery = (body: Buffer, now: number): Delivery => {
  const json = parseJson(body);
  if (json === undefined) return { kind: 'malformed' };
  const hint = hintWire.safeParse(json);
  if (!hint.success) return { kind: 'unknown' };
  const digest = createHash('sha256').update(body).digest('base64url');
  const isTimed = timedWire.safeParse(json).success;
  return { kind: 'told', hint: hint.data, key: isTimed ? digest : `${digest}@${now}` };
};

/** Undefined when it is no JSON. */
const parseJson = (body: Buffer): unknown => {
  try {
    return withinBounds(JSON.parse(utf8.decode(body)));
  } catch {
    return undefined;
  }
};
