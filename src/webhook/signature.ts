import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a delivery was signed with the secret: the hex HMAC-SHA256 of its raw bytes (padel-facts).
 * Compared in constant time, so that a forger learns nothing from how long a refusal takes.
 */
export const isSignedBy = (secret: string, body: Buffer, signature: string): boolean => {
  if (!/^\s*[0-9a-f]{64}\s*$/i.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(Buffer.from(signature.trim(), 'hex'), expected);
};
