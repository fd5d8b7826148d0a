import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a delivery was signed with the secret: the hex HMAC-SHA256 of its raw bytes (padel-facts).
 * Compared in constant time, so that a forger learns nothing from how long a refusal takes.
 */
export const isSignedBy = (secret: string, body: Buffer, signature: string): boolean => {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature.trim(), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
};
