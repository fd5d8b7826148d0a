import { createHmac, timingSafeEqual } from 'node:crypto';

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
