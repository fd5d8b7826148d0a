import fc from 'fast-check';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { runs } from '../runs.ts';
import { anEndpoint, SECRET, signed } from './stage.ts';

/** What is sent, and the expected result. */
interface Attack {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  readonly isKept: boolean;
}

/** A correctly signed request. */
const genuine = (body: Attack['body'], status: number, isKept = false): Attack => ({
  body,
  headers: { signature: signed(body) },
  status,
  isKept,
});

const NUMBERS = ['1e999', '-1', '1.5', '9007199254740993', '1e308', '-0.0001', 'true', '""', '[]'];
const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'event',
  'data',
  'id',
  '\u0000',
  '\uFEFF',
  '',
];
const EVENTS = ['match.updated', 'player.deleted', 'tournament.created'];

const nested = (open: string, close: string, depth: number): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

const aNest = fc
  .tuple(
    fc.constantFrom<[string, string]>(['[', ']'], ['{"data":', '}'], ['{"__proto__":', '}']),
    fc.integer({ min: 1, max: 5_000 }),
  )
  .map(([[open, close], depth]) => nested(open, close, depth));

const hexadecimal = fc.string({
  unit: fc.constantFrom(...Array.from('0123456789abcdefABCDEF')),
  minLength: 60,
  maxLength: 68,
});

const someText = fc.string({ unit: 'binary', maxLength: 200 });

/** Never a webhook: the shape, the event or the id is wrong. */
const nonsense = fc.oneof(
  aNest,
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc
    .tuple(fc.constantFrom(...EVENTS), fc.constantFrom(...NUMBERS))
    .map(([event, id]) => `{"event":"${event}","data":{"id":${id}}}`),
  fc
    .tuple(someText, fc.nat())
    .map(([event, id]) => JSON.stringify({ event: `${event}?`, data: { id } })),
  fc
    .tuple(fc.constantFrom(...KEYS), fc.constantFrom(...KEYS), fc.jsonValue())
    .map(
      ([outer, inner, value]) =>
        `{${JSON.stringify(outer)}:{${JSON.stringify(inner)}:${JSON.stringify(value)}}}`,
    ),
);

const isJson = (body: Uint8Array): boolean => {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return true;
  } catch {
    return false;
  }
};

/** Odd requests of honest senders, each with its own time. */
const odd = fc
  .tuple(
    fc.constantFrom(...EVENTS),
    fc.nat(),
    fc.uuid(),
    fc.oneof(aNest, fc.constant('1')),
    fc.constantFrom('', '\uFEFF', ' \n\t'),
    fc.constantFrom(...KEYS.slice(0, 3)),
  )
  .map(([event, id, at, more, before, key]) =>
    genuine(
      `${before}{"${key}":{"event":"x"},"event":"x","event":"${event}","occurred_at":"${at}","data":{"id":${id},"more":${more}}}`,
      204,
      true,
    ),
  );

const anAttack: fc.Arbitrary<Attack> = fc.oneof(
  { weight: 1, arbitrary: odd },
  { weight: 3, arbitrary: nonsense.map((body) => genuine(body, 204)) },
  {
    weight: 3,
    arbitrary: fc
      .uint8Array({ maxLength: 300 })
      .map((bytes) => new Uint8Array(bytes))
      .map((bytes) => genuine(bytes, isJson(bytes) ? 204 : 400)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(odd, fc.nat())
      .map(([{ body }, cut]) => genuine(String(body).slice(0, -1 - (cut % 20)), 400)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(odd, fc.oneof(hexadecimal, fc.constant(SECRET)))
      .map(([attack, signature]) => ({
        ...attack,
        headers: { signature },
        status: 401,
        isKept: false,
      })),
  },
);

const BATCH_SIZE = 50;
const BATCHES = runs(40);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heap = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

it('hostile bodies crash nothing, are not stored and leak no memory', async () => {
  const { send, stored, notices, log, db, monotonic, get } = await anEndpoint();
  let before = 0;
  let batches = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anAttack, { minLength: BATCH_SIZE, maxLength: BATCH_SIZE }),
      async (attacks) => {
        // A new rate limit window for the address, and a new read of each record.
        monotonic.pass(10_000);
        await db.deleteFrom('inbox').execute();
        const statuses = await Promise.all(
          attacks.map(async ({ body, headers }) => (await send(body, headers)).status),
        );
        expect(statuses).toEqual(attacks.map(({ status }) => status));
        const honest = new Set(attacks.filter(({ isKept }) => isKept).map(({ body }) => body));
        expect(await stored()).toHaveLength(honest.size);
        expect(notices.length).toBeLessThanOrEqual(honest.size);
        notices.length = 0;
        batches += 1;
        // Warm-up.
        if (batches === 20) before = heap();
      },
    ),
    { numRuns: BATCHES },
  );
  expect((heap() - before) / 2 ** 20).toBeLessThan(10);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(log.lines.filter((line) => !line.startsWith('debug')).length).toBeLessThan(50);
  expect((await get('/health')).status).toBe(200);
});
