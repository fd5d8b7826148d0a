import { createPublicKey, verify } from 'node:crypto';
import { ApplicationWebhookEventType, ApplicationWebhookType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Clocks } from '../lib/clocks.ts';
import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import type { Db } from '../store/connection/database.ts';
import { deleteMemberData } from '../store/members/member-data.ts';
import type { TakeWebhook } from './receiver.ts';
import { parseJson } from './webhook-delivery.ts';

interface EventTakerOptions extends Pick<Clocks, 'now'> {
  readonly db: Db;
  /** The public key of the application, hexadecimal; null until Discord has named it. */
  readonly publicKey: () => string | null;
  readonly log: Logger;
}

/** Older ones are replays: Discord retries for ten minutes. */
const MAX_AGE_MS = 15 * MINUTE;

/** "Webhook Events" in Discord's documentation. */
const ping = z.object({ type: z.literal(ApplicationWebhookType.Ping) });
const deauthorized = z.object({
  type: z.literal(ApplicationWebhookType.Event),
  event: z.object({
    type: z.literal(ApplicationWebhookEventType.ApplicationDeauthorized),
    data: z.object({ user: z.object({ id: z.string().regex(/^\d{1,20}$/) }) }),
  }),
});

/** Takes Discord's webhook events: deletes what is stored about a user who removes the app. */
export const createEventTaker =
  ({ db, publicKey, now, log }: EventTakerOptions): TakeWebhook =>
  async (body, header) => {
    const key = publicKey();
    if (key === null) throw new Error('Discord has not named the public key yet');
    const timestamp = header('X-Signature-Timestamp');
    const isFresh = Math.abs(now() - Number(timestamp) * 1_000) <= MAX_AGE_MS;
    const signature = header('X-Signature-Ed25519');
    if (!isFresh || !isSignedByDiscord(key, timestamp, body, signature)) {
      return 'invalid-signature';
    }
    const json = parseJson(body);
    if (json === undefined) return 'malformed';
    if (ping.safeParse(json).success) return 'accepted';
    const { data } = deauthorized.safeParse(json);
    if (data === undefined) return 'unknown';
    await deleteMemberData(db, data.event.data.user.id);
    log.info({}, 'a user removed the app, data deleted');
    return 'accepted';
  };

/** @param key hexadecimal, as is the signature */
const isSignedByDiscord = (
  key: string,
  timestamp: string,
  body: Buffer,
  signature: string,
): boolean => {
  if (!/^\d{1,15}$/.test(timestamp) || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const x = Buffer.from(key, 'hex').toString('base64url');
  const ed25519 = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  return verify(null, signed, ed25519, Buffer.from(signature, 'hex'));
};
