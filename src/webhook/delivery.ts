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
 * The service delivers at least once, and says how a copy is known: by the id of its record, its event
 * and the time of the change. Where a sender leaves the time out, all deliveries about a record would
 * be alike, so each counts by itself.
 * @param now real clock, milliseconds
 */
export const readDelivery = (body: Buffer, now: number): Delivery => {
  const json = parseJson(body);
  if (json === undefined) return { kind: 'malformed' };
  const hint = hintWire.safeParse(json);
  if (!hint.success) return { kind: 'unknown' };
  const occurredAt = timedWire.safeParse(json).data?.occurred_at;
  return {
    kind: 'told',
    hint: hint.data,
    key: keyOf(hint.data, occurredAt ?? { receivedAt: now }),
  };
};

/** A digest, so that a key has one length whatever the sender calls its times. */
const keyOf = ({ event, id }: Hint, time: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([event, id, time]))
    .digest('base64url');

/** Undefined when it is no JSON. */
const parseJson = (body: Buffer): unknown => {
  try {
    return withinBounds(JSON.parse(utf8.decode(body)));
  } catch {
    return undefined;
  }
};
