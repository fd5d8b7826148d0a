import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aDeliveryOnWire } from '../padel-api/bodies.ts';
import { anEndpoint, PATH, SECRET, signed } from './stage.ts';

/** A delivery of the service, formatted so that only these exact bytes match the signature. */
const DELIVERY = JSON.stringify(aDeliveryOnWire(), null, 1);

const NOTICE = { event: 'player.updated', kind: 'player', change: 'updated', id: 11 };

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const without = (key: string): string => {
  const { [key]: _left, ...rest } = aDeliveryOnWire() as Record<string, unknown>;
  return JSON.stringify(rest);
};

describe('a delivery', () => {
  it.each([
    ['as it was signed', { signature: signed(DELIVERY) }],
    ['with its signature in capitals', { signature: signed(DELIVERY).toUpperCase() }],
    ['with spaces around its signature', { signature: ` ${signed(DELIVERY)} ` }],
    [
      'with the charset of its body',
      { signature: signed(DELIVERY), 'content-type': 'application/json; charset=utf-8' },
    ],
    [
      'that says that it is not compressed',
      { signature: signed(DELIVERY), 'content-encoding': 'identity' },
    ],
  ])('is accepted %s', async (_how, headers) => {
    const { send, notices, stored } = await anEndpoint();
    const response = await send(DELIVERY, headers);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await stored()).toEqual(['player.updated 11']);
    await expect.poll(() => notices).toEqual([NOTICE]);
  });

  it('is accepted with the configured name of the signature header only', async () => {
    const signing = { secrets: [SECRET], header: 'X-Padel-Signature' };
    const { send, stored } = await anEndpoint({ webhook: { path: PATH, signing } });
    const signature = signed(DELIVERY);
    expect((await send(DELIVERY, { signature })).status).toBe(401);
    expect((await send(DELIVERY, { 'x-padel-signature': signature })).status).toBe(204);
    expect(await stored()).toHaveLength(1);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['without a signature', {}],
    ['with an empty one', { signature: '' }],
    ['with the signature of another body', { signature: signed(`${DELIVERY} `) }],
    ['with the signature of another secret', { signature: signed(DELIVERY, 'guessed') }],
    ['with a part of its signature', { signature: signed(DELIVERY).slice(0, 32) }],
    ['with its signature and more hexadecimal', { signature: `${signed(DELIVERY)}00` }],
    ['with its signature and text after it', { signature: `${signed(DELIVERY)}, or so` }],
    ['with its signature after a prefix', { signature: `sha256=${signed(DELIVERY)}` }],
    ['with text for a signature', { signature: 'z'.repeat(64) }],
    ['with the secret itself', { signature: SECRET }],
  ])('is refused %s', async (_how, headers) => {
    const { send, notices, stored, log } = await anEndpoint();
    const response = await send(DELIVERY, headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: 'The signature is wrong.' });
    expect([await stored(), notices]).toEqual([[], []]);
    expect(log.lines).toEqual(['warn webhook delivery refused: wrong signature']);
  });

  it('with a reformatted body is refused', async () => {
    const { send, stored } = await anEndpoint();
    const compact = JSON.stringify(JSON.parse(DELIVERY));
    expect((await send(compact, { signature: signed(DELIVERY) })).status).toBe(401);
    expect(await stored()).toEqual([]);
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['half of an object', '{'],
    ['an empty body', ''],
    ['text', 'Hello!'],
    ['a key without a value', '{"event":'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ['a delivery in UTF-16', new Uint8Array(Buffer.from(DELIVERY, 'utf16le'))],
    ['a zero byte after the body', `${DELIVERY}\0`],
    ['deep nesting that is not closed', '['.repeat(200_000)],
  ])('that is not JSON is refused: %s', async (_what, body) => {
    const { send, stored, log } = await anEndpoint();
    expect((await send(body)).status).toBe(400);
    expect(await stored()).toEqual([]);
    expect(log.lines).toEqual(['warn webhook delivery refused: not JSON']);
  });

  it.each<[string, string]>([
    ['an unknown event', JSON.stringify(aDeliveryOnWire({ event: 'court.updated' }))],
    ['no record', without('data')],
    ['no event', without('event')],
    ['another shape', '["player.updated"]'],
    ['null', 'null'],
    ['a number', '1e999'],
    ['deeply nested arrays', deep(100_000)],
    ['deeply nested objects', `${'{"data":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['a prototype of the body', '{"__proto__":{"event":"player.updated","data":{"id":11}}}'],
    ['a prototype of the record', '{"event":"player.updated","data":{"__proto__":{"id":11}}}'],
    ['an infinite id', '{"event":"player.updated","data":{"id":1e400}}'],
    ['an id beyond the safe integers', '{"event":"player.updated","data":{"id":9007199254740993}}'],
    [
      'a string id beyond the safe integers',
      '{"event":"player.updated","data":{"id":"99999999999999999999"}}',
    ],
    ['a negative id', '{"event":"player.updated","data":{"id":-1}}'],
    ['an event with a zero byte', '{"event":"player.updated\\u0000","data":{"id":11}}'],
    ['two events, the last of them unknown', '{"event":"player.updated","event":"x","data":{}}'],
  ])('with %s is accepted, so that it is not sent again, but only logged', async (_what, body) => {
    const { send, notices, stored, log } = await anEndpoint();
    expect((await send(body)).status).toBe(204);
    expect([await stored(), notices]).toEqual([[], []]);
    expect(log.lines).toEqual(['warn webhook delivery with an unknown event, ignored']);
  });

  it.each<[string, string]>([
    ['a byte order mark', `\uFEFF${DELIVERY}`],
    ['a prototype beside its fields', DELIVERY.replace('{', '{"__proto__":{"event":"x"},')],
    ['a string id', JSON.stringify(aDeliveryOnWire({ data: { id: '11' } }))],
    [
      'deep nesting in its record',
      `{"event":"player.updated","data":{"id":11,"x":${deep(50_000)}}}`,
    ],
    ['its event twice', DELIVERY.replace('{', '{"event":"court.updated",')],
  ])('is stored with %s', async (_what, body) => {
    const { send, stored } = await anEndpoint();
    expect((await send(body)).status).toBe(204);
    expect(await stored()).toEqual(['player.updated 11']);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each([
    ['with its length in the headers', (body: string): string => body],
    [
      'without its length in the headers',
      (body: string): ReadableStream =>
        new ReadableStream({
          start: (stream) => {
            stream.enqueue(Buffer.from(body));
            stream.close();
          },
        }),
    ],
  ])('that is far too long is refused %s', async (_how, wrap) => {
    const { origin, stored, log } = await anEndpoint();
    const body = JSON.stringify(aDeliveryOnWire({ more: 'x'.repeat(300_000) }));
    const request: RequestInit & { readonly duplex: 'half' } = {
      method: 'POST',
      headers: { 'content-type': 'application/json', signature: signed(body) },
      body: wrap(body),
      duplex: 'half',
    };
    const response = await fetch(`${origin}${PATH}`, request);
    expect(response.status).toBe(413);
    expect(await stored()).toEqual([]);
    expect(log.lines).toEqual(['warn webhook delivery refused: too large']);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another JSON type', { 'content-type': 'application/json-seq' }],
    ['no type', { 'content-type': '' }],
    ['compressed', { 'content-encoding': 'gzip' }],
  ])('with another content type or encoding is refused: %s', async (_type, headers) => {
    const { send, stored, log } = await anEndpoint();
    const response = await send(DELIVERY, { signature: signed(DELIVERY), ...headers });
    expect(response.status).toBe(415);
    expect(await stored()).toEqual([]);
    expect(log.lines).toEqual(['warn webhook delivery refused: wrong content type']);
  });
});

describe('a repeated delivery', () => {
  it('is accepted and ignored', async () => {
    const { send, stored, log } = await anEndpoint();
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await send(DELIVERY)).status).toBe(204);
    }
    expect(await stored()).toEqual(['player.updated 11']);
    const again = 'info webhook delivery repeated, ignored';
    expect(log.lines).toEqual(['debug webhook delivery accepted', again]);
  });

  it('is recognised by its record, event and time, whatever its other fields hold', async () => {
    const { send, stored } = await anEndpoint();
    await send(DELIVERY);
    for (const data of [{ id: 11 }, { id: '11', ranking: 3 }]) {
      const copy = JSON.stringify(aDeliveryOnWire({ data, attempt: 2 }));
      expect((await send(copy)).status).toBe(204);
    }
    expect(await stored()).toEqual(['player.updated 11']);
  });

  it('is a new one when its time, record or event differs', async () => {
    const { send, stored } = await anEndpoint();
    const later = { occurred_at: '2026-06-07T12:00:01+00:00' };
    const others = [{}, later, { data: { id: 12 } }, { event: 'player.created' }];
    for (const more of others) await send(JSON.stringify(aDeliveryOnWire(more)));
    expect(await stored()).toEqual([
      'player.updated 11',
      'player.updated 11',
      'player.updated 12',
      'player.created 11',
    ]);
  });

  it('counts as new when it has no time, since all would look the same', async () => {
    const { send, stored, wall } = await anEndpoint();
    const body = without('occurred_at');
    await send(body);
    wall.pass(1);
    await send(body);
    expect(await stored()).toHaveLength(2);
  });
});

describe('webhook secrets', () => {
  const NEWER = 'the-newer-secret';

  it('may be two during a rotation, and a third one is refused', async () => {
    const signing = { secrets: [NEWER, SECRET], header: 'Signature' };
    const { send } = await anEndpoint({ webhook: { path: PATH, signing } });
    const statusWith = async (secret: string): Promise<number> =>
      (await send(DELIVERY, { signature: signed(DELIVERY, secret) })).status;
    expect(await statusWith(NEWER)).toBe(204);
    expect(await statusWith(SECRET)).toBe(204);
    expect(await statusWith('')).toBe(401);
    expect(await statusWith('a third')).toBe(401);
  });

  it('are not needed when the path is secret', async () => {
    const path = '/hooks/9f86d081884c7d659a2feaa0c55ad015';
    const { send, get, stored, log } = await anEndpoint({ webhook: { path, signing: null } });
    expect((await send(DELIVERY, {})).status).toBe(204);
    expect((await send('{', {})).status).toBe(400);
    for (const other of ['/hooks', '/hooks/', path.slice(0, -1), `${path}/`, path.toUpperCase()]) {
      expect((await get(other, 'POST')).status).toBe(404);
    }
    expect(await stored()).toHaveLength(1);
    expect(log.lines.join()).not.toContain(path);
  });

  it('are in no response, whatever is sent', async () => {
    const { send } = await anEndpoint();
    for (const body of [DELIVERY, '{', 'x'.repeat(300_000)]) {
      for (const signature of ['', signed(body), SECRET.toUpperCase()]) {
        const response = await send(body, { signature });
        const shown = `${[...response.headers].flat().join(' ')} ${await response.text()}`;
        expect(shown).not.toContain(SECRET);
      }
    }
  });
});

describe('a delivery that cannot be stored', () => {
  it('gets a 503 with Retry-After, and is accepted when it is sent again', async () => {
    const { db, send, notices, stored, log } = await anEndpoint();
    await sql`pragma query_only = on`.execute(db);
    const response = await send(DELIVERY);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
    expect(log.lines).toContain('error webhook delivery could not be stored, answered 503');
    await sql`pragma query_only = off`.execute(db);
    expect(await stored()).toEqual([]);
    expect((await send(DELIVERY)).status).toBe(204);
    await expect.poll(() => notices).toEqual([NOTICE]);
  });
});

describe('one address', () => {
  const MOST = 2_000;

  it('is refused above its limit until the window ends, with few log lines', async () => {
    const { send, monotonic, log, stored, stop } = await anEndpoint();
    const statuses = new Set<number>();
    for (let sent = 0; sent < MOST; sent += 50) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => send('{}', { signature: 'invalid-signature' })),
      );
      for (const { status } of responses) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([401]));

    monotonic.pass(4_500);
    for (let tries = 0; tries < 2; tries += 1) {
      const refused = await send(DELIVERY);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6']);
    }
    expect(await stored()).toEqual([]);

    monotonic.pass(5_500);
    expect((await send(DELIVERY)).status).toBe(204);
    await stop();
    expect(log.lines).toEqual([
      'warn webhook delivery refused: wrong signature',
      'warn webhook delivery refused: rate limit of its address',
      'debug webhook delivery accepted',
      'warn further incidents of the last minute, counted',
    ]);
  });
});
