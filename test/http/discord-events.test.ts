import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { ApplicationWebhookEventType, ApplicationWebhookType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { changeMember, findMember } from '#src/store/follows/members.ts';
import { discordId, NOON } from '../store/rows.ts';
import { anEndpoint, type StageOptions } from './stage.ts';

const DISCORD = generateKeyPairSync('ed25519');
const FORGER = generateKeyPairSync('ed25519');

const hexOf = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');

const [MEMBER, OTHER] = [discordId(701), discordId(702)];

const APPLICATION = { version: 1, application_id: discordId(1) } as const;
const PING = { ...APPLICATION, type: ApplicationWebhookType.Ping } as const;

const removedBy = (id: string) => ({
  ...APPLICATION,
  type: ApplicationWebhookType.Event,
  event: {
    type: ApplicationWebhookEventType.ApplicationDeauthorized,
    timestamp: new Date(NOON).toISOString(),
    data: { user: { id, username: 'nora', discriminator: '0', global_name: null, avatar: null } },
  },
});

interface Sent {
  readonly body?: string;
  readonly key?: KeyObject;
  readonly at?: number;
  /** They replace the correct ones. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends an event as Discord does; the signature covers the time and the bytes. */
const anEvent = async (
  { body = JSON.stringify(removedBy(MEMBER)), key = DISCORD.privateKey, at = NOON, headers }: Sent,
  options: StageOptions = {},
) => {
  const endpoint = await anEndpoint({ discordKey: () => hexOf(DISCORD.publicKey), ...options });
  for (const id of [MEMBER, OTHER]) await changeMember(endpoint.db, id, { hidesScores: true });
  const timestamp = String(Math.floor(at / 1_000));
  const signature = sign(null, Buffer.from(`${timestamp}${body}`), key).toString('hex');
  const response = await fetch(`${endpoint.origin}/webhooks/discord`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-signature-ed25519': signature,
      'x-signature-timestamp': timestamp,
      ...headers,
    },
  });
  const isForgotten = async (id: string) => (await findMember(endpoint.db, id)) === undefined;
  return {
    ...endpoint,
    status: response.status,
    text: await response.text(),
    forgotten: [await isForgotten(MEMBER), await isForgotten(OTHER)],
  };
};

const KEPT = [false, false];

describe('a Discord event', () => {
  it('about a user who removed the app deletes the data of that user only', async () => {
    const { status, text, forgotten, log } = await anEvent({});
    expect([status, text, forgotten]).toEqual([204, '', [true, false]]);
    expect(log.lines[0]).toBe('info a user removed the app, data deleted');
    expect(JSON.stringify(log.lines)).not.toContain(MEMBER);
  });

  it.each<[string, Sent, number]>([
    ['a ping', { body: JSON.stringify(PING) }, 204],
    ['a ping with another signature, as Discord sends one', { key: FORGER.privateKey }, 401],
    ['an event of another kind', { body: JSON.stringify({ ...PING, type: 1 }) }, 204],
    ['an event without a user', { body: JSON.stringify(removedBy('')) }, 204],
    ['an invalid id', { body: JSON.stringify(removedBy("' or 1=1")) }, 204],
    ['text', { body: 'Hello!' }, 400],
    ['an invalid signature', { headers: { 'x-signature-ed25519': 'z'.repeat(128) } }, 401],
    ['no signature', { headers: { 'x-signature-ed25519': '' } }, 401],
    ['another time than the signed one', { headers: { 'x-signature-timestamp': '1' } }, 401],
    ['no time', { headers: { 'x-signature-timestamp': '' } }, 401],
    ['an event of an hour ago', { at: NOON - 60 * MINUTE }, 401],
    ['an event of the future', { at: NOON + 60 * MINUTE }, 401],
    ['a body that is too large', { body: JSON.stringify({ x: 'x'.repeat(300_000) }) }, 413],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 415],
  ])('deletes nothing when it is %s', async (_what, sent, expected) => {
    const { status, forgotten } = await anEvent(sent);
    expect([status, forgotten]).toEqual([expected, KEPT]);
  });

  it('is accepted at the time of Discord’s last retry', async () => {
    expect((await anEvent({ at: NOON - 10 * MINUTE })).status).toBe(204);
  });

  it('gets a 503, to be sent again, while the key is unknown', async () => {
    const early = await anEvent({}, { discordKey: () => null });
    expect([early.status, early.forgotten]).toEqual([503, KEPT]);
    expect(early.log.lines).toEqual(['error Discord event could not be stored, answered 503']);
  });

  it('is counted apart from the webhooks of the data service', async () => {
    const { log, send, get } = await anEvent({ key: FORGER.privateKey });
    await send('{}', { signature: 'wrong' });
    expect(log.lines).toEqual([
      'warn Discord event refused: wrong signature',
      'warn webhook delivery refused: wrong signature',
    ]);
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toContain('webhook_deliveries_total{outcome="invalid-signature"} 1');
  });
});
