import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Hint } from '#src/padel-api/wire/webhook.ts';
import { startWebhook, type WebhookOptions } from '#src/webhook/endpoint.ts';
import { aLog } from '../lib/log.ts';
import { aDeliveryOnWire } from '../padel-api/bodies.ts';

const SECRET = 'secret-of-the-webhook';

const anEndpoint = async (options: Partial<WebhookOptions> = {}) => {
  const hints: Hint[] = [];
  const log = aLog();
  const endpoint = await startWebhook({
    port: 0,
    host: '127.0.0.1',
    path: '/webhooks/padel',
    secret: SECRET,
    signatureHeader: 'Signature',
    onHint: (hint) => hints.push(hint),
    log,
    ...options,
  });
  onTestFinished(endpoint.stop);
  const send = (body: string, headers: Readonly<Record<string, string>>, method = 'POST') =>
    fetch(endpoint.url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body }),
    });
  return { ...endpoint, hints, log, send };
};

const signed = (body: string, secret = SECRET): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** A delivery of the service, its body written so that only its own bytes fit the signature. */
const DELIVERY = JSON.stringify(aDeliveryOnWire(), null, 1);

describe('a delivery', () => {
  it.each([
    ['as it was signed', { signature: signed(DELIVERY) }],
    ['with its signature in capitals', { signature: signed(DELIVERY).toUpperCase() }],
    ['with blanks around its signature', { signature: ` ${signed(DELIVERY)} ` }],
    [
      'with the charset of its body',
      { signature: signed(DELIVERY), 'content-type': 'application/json; charset=utf-8' },
    ],
  ])('is taken %s', async (_how, headers) => {
    const { send, hints } = await anEndpoint();
    const response = await send(DELIVERY, headers);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(hints).toEqual([{ event: 'player.updated', kind: 'player', change: 'updated', id: 11 }]);
  });

  it('is taken with the name that its signature’s header has here', async () => {
    const { send, hints } = await anEndpoint({ signatureHeader: 'X-Padel-Signature' });
    const signature = signed(DELIVERY);
    expect((await send(DELIVERY, { signature })).status).toBe(401);
    expect((await send(DELIVERY, { 'x-padel-signature': signature })).status).toBe(204);
    expect(hints).toHaveLength(1);
  });

  it('is taken twice when it is sent twice: a hint does no harm', async () => {
    const { send, hints } = await anEndpoint();
    for (let tries = 0; tries < 2; tries += 1) {
      await send(DELIVERY, { signature: signed(DELIVERY) });
    }
    expect(hints).toHaveLength(2);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['without a signature', {}],
    ['with an empty one', { signature: '' }],
    ['with the signature of another body', { signature: signed(`${DELIVERY} `) }],
    ['with the signature of another secret', { signature: signed(DELIVERY, 'guessed') }],
    ['with a part of its signature', { signature: signed(DELIVERY).slice(0, 32) }],
    ['with its signature and more hexadecimal', { signature: `${signed(DELIVERY)}00` }],
    ['with its signature and words behind it', { signature: `${signed(DELIVERY)}, or so` }],
    ['with its signature after another word', { signature: `sha256=${signed(DELIVERY)}` }],
    ['with words for a signature', { signature: 'z'.repeat(64) }],
    ['with the secret itself', { signature: SECRET }],
  ])('is refused %s', async (_how, headers) => {
    const { send, hints, log } = await anEndpoint();
    const response = await send(DELIVERY, headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: 'The signature does not fit.' });
    expect(hints).toEqual([]);
    expect(log.lines).toEqual(['warn a webhook delivery with a wrong signature was refused']);
  });

  it('of a body that was changed on its way is refused, though it says the same', async () => {
    const { send, hints } = await anEndpoint();
    const compact = JSON.stringify(JSON.parse(DELIVERY));
    expect((await send(compact, { signature: signed(DELIVERY) })).status).toBe(401);
    expect(hints).toEqual([]);
  });

  it.each(['{', '', 'Hello!', '{"event":'])('that is no JSON is refused: "%s"', async (body) => {
    const { send, hints } = await anEndpoint();
    const response = await send(body, { signature: signed(body) });
    expect(response.status).toBe(400);
    expect(hints).toEqual([]);
  });

  it.each([
    ['an event that we do not know', aDeliveryOnWire({ event: 'court.updated' })],
    ['nothing about a record', { event: 'player.updated' }],
    ['another shape', ['player.updated']],
    ['null', null],
  ])('that says %s is accepted, or it would only come again, and logged', async (_what, said) => {
    const { send, hints, log } = await anEndpoint();
    const body = JSON.stringify(said);
    expect((await send(body, { signature: signed(body) })).status).toBe(204);
    expect(hints).toEqual([]);
    expect(log.lines).toEqual(['warn a webhook delivery says nothing that we know']);
  });

  it('that is far too long is not read', async () => {
    const { send, hints } = await anEndpoint();
    const body = JSON.stringify(aDeliveryOnWire({ more: 'x'.repeat(300_000) }));
    expect((await send(body, { signature: signed(body) })).status).toBe(413);
    expect(hints).toEqual([]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])(
    'that is no JSON by its own account is refused: %s',
    async (contentType) => {
      const { send, hints } = await anEndpoint();
      const headers = { signature: signed(DELIVERY), 'content-type': contentType };
      expect((await send(DELIVERY, headers)).status).toBeGreaterThanOrEqual(400);
      expect(hints).toEqual([]);
    },
  );
});

describe('the endpoint', () => {
  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('takes nothing by %s', async (method) => {
    const { send, hints } = await anEndpoint();
    expect((await send(DELIVERY, { signature: signed(DELIVERY) }, method)).status).toBe(404);
    expect(hints).toEqual([]);
  });

  it('takes nothing at another path', async () => {
    const { url } = await anEndpoint();
    const response = await fetch(new URL('/', url), { method: 'POST', body: DELIVERY });
    expect(response.status).toBeGreaterThanOrEqual(400);
  });

  it('says nothing of its secret, whatever is sent', async () => {
    const { send } = await anEndpoint();
    for (const body of [DELIVERY, '{', 'x'.repeat(300_000)]) {
      for (const signature of ['', signed(body), SECRET.toUpperCase()]) {
        const response = await send(body, { signature });
        const said = `${[...response.headers].flat().join(' ')} ${await response.text()}`;
        expect(said).not.toContain(SECRET);
      }
    }
  });

  it('is closed when it stops', async () => {
    const { url, stop } = await anEndpoint();
    await stop();
    await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
  });

  it('cannot listen where another one does', async () => {
    const { url } = await anEndpoint();
    await expect(anEndpoint({ port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
  });
});
