import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a delivery was signed with one of the secrets: the hex HMAC-SHA256 of its raw bytes
 * (padel-facts). Compared in constant time, and with all of them, so that a forger learns nothing
 * from how long a refusal takes.
 */
export const isSignedByAny = (
  secrets: readonly string[],
  body: Buffer,
  signature: string,
): boolean => {
  if (!/^\s*[0-9a-f]{64}\s*$/i.test(signature)) return false;
  const given = Buffer.from(signature.trim(), 'hex');
  const fitting = secrets.filter((secret) =>
    timingSafeEqual(given, createHmac('sha256', secret).update(body).digest()),
  );
  return fitting.length > 0;
};
