import { createHmac, timingSafeEqual } from 'node:crypto';

/** How the data service reaches the bot, and signs. */
export interface WebhookSource {
  /** The path of webhooks, e.g. `/webhooks/padel`. */
  readonly path: string;
  /** Null when the sender does not sign: then the path itself is the secret. */
  readonly signing: {
    /** The current secret, and the previous one during a rotation. */
    readonly secrets: readonly string[];
    /** The header with the signature; it differs by deployment (padel-facts). */
    readonly header: string;
  } | null;
}

const digestOf = (secret: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(body).digest();

/** The value of the signature header: the hex HMAC-SHA256 of the raw bytes (padel-facts). */
export const signatureOf = (secret: string, body: Uint8Array): string =>
  digestOf(secret, body).toString('hex');

/**
 * Whether one of the secrets signed a webhook. Compares in constant time, and with all of them, so that
 * timing reveals nothing.
 */
export const isSignedByAny = (
  secrets: readonly string[],
  body: Buffer,
  signature: string,
): boolean => {
  if (!/^\s*[0-9a-f]{64}\s*$/i.test(signature)) return false;
  const given = Buffer.from(signature.trim(), 'hex');
  const fitting = secrets.filter((secret) => timingSafeEqual(given, digestOf(secret, body)));
  return fitting.length > 0;
};
