import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { RealtimeApp } from './credentials.ts';

/** A request to the publish API, as far as its signature covers it. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How far, in seconds, a request's timestamp may be from the server's clock. */
const TOLERANCE = 600;

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const signatureOf = ({ method, path, query }: SignedRequest, secret: string): string => {
  const signed = Object.entries(query)
    .filter(([key]) => key !== 'auth_signature')
    .map(([key, value]) => [key.toLowerCase(), value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
  return createHmac('sha256', secret).update([method, path, signed].join('\n')).digest('hex');
};

/**
 * What is wrong with a request's authentication, in words; null when it is genuine
 * (https://pusher.com/docs/channels/library_auth_reference/rest-api, "Authentication").
 * @param now the server's clock, milliseconds
 */
export const faultOfSignature = (
  request: SignedRequest,
  app: RealtimeApp,
  now: number,
): string | null => {
  const { auth_key, auth_timestamp, auth_version, auth_signature, body_md5 } = request.query;
  if (auth_key !== app.key) return 'Unknown auth_key';
  if (auth_version !== '1.0') return 'auth_version must be 1.0';
  const drift = Math.abs(now / 1000 - Number(auth_timestamp));
  if (!(drift <= TOLERANCE)) {
    return `Timestamp expired: auth_timestamp must be within ${TOLERANCE} seconds of the server`;
  }
  if (!isSame(auth_signature ?? '', signatureOf(request, app.secret))) return 'Invalid signature';
  const md5 = createHash('md5').update(request.body).digest('hex');
  return isSame(body_md5 ?? '', md5) ? null : 'body_md5 does not match the body';
};
