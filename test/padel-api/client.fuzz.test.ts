import fc from 'fast-check';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { createPadelApi, type PadelApi } from '#src/padel-api/client.ts';
import {
  NotFound,
  NotInPlan,
  RequestRefused,
  ServiceBusy,
  ServiceDown,
  TokenRefused,
  UnreadableAnswer,
} from '#src/padel-api/errors.ts';
import { aLog } from '../lib/log.ts';
import { runs } from '../runs.ts';
import { aMatchOnWire } from './bodies.ts';
import { EVERY_METHOD } from './clients.ts';
import { aService, pageOnWire } from './service.ts';

const MEANINGS = [
  ...[NotFound, NotInPlan, RequestRefused, ServiceBusy, ServiceDown, TokenRefused],
  UnreadableAnswer,
];

const STATUSES = [
  ...[200, 200, 200, 201, 204, 301, 302, 400, 401, 402, 403, 404, 418, 422, 429, 500, 503],
];

const printable = fc.string({
  unit: fc.constantFrom(...Array.from(' /:.?#-0123456789abcxyz%')),
  maxLength: 20,
});

interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const aHeader = fc.oneof(
  fc.tuple(fc.constant('location'), fc.oneof(printable, fc.constant('/api/players/2'))),
  fc.tuple(fc.constant('retry-after'), fc.oneof(printable, fc.constantFrom('0', '1', '99'))),
  fc.tuple(fc.constant('x-ratelimit-remaining'), fc.oneof(printable, fc.constantFrom('0', '9'))),
  fc.tuple(fc.constant('content-type'), fc.constantFrom('application/json', 'text/html', '')),
  fc.tuple(fc.constant('date'), printable),
);

const anAnswer: fc.Arbitrary<Said> = fc.record({
  status: fc.constantFrom(...STATUSES),
  headers: fc.array(aHeader, { maxLength: 3 }).map((headers) => Object.fromEntries(headers)),
  body: fc.oneof(
    fc.json(),
    fc.uint8Array({ maxLength: 60 }),
    fc.array(fc.jsonValue(), { maxLength: 3 }).map((rows) => JSON.stringify(pageOnWire(rows))),
    fc.constantFrom('', '{', 'null', JSON.stringify(aMatchOnWire())),
  ),
});

/** The result of every method of a client: a response or an error. */
const outcomesOf = async (api: PadelApi) => {
  const asked = Object.entries(EVERY_METHOD).map(async ([name, ask]) => {
    const error: unknown = await ask(api).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { name, error };
  });
  return await Promise.all(asked);
};

it('every method answers, or says what is wrong in one of the meanings, whatever is said', async () => {
  let said: readonly Said[] = [];
  const service = await aService((response, request, index) => {
    const answer = said[index % said.length];
    if (answer === undefined) request.socket.destroy();
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const whatIsSaid = fc.array(anAnswer, { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(whatIsSaid, async (answers) => {
      said = answers;
      const api = createPadelApi({
        baseUrl: `${service.origin}/api`,
        token: 'token',
        now: Date.now,
        random: () => 0,
        timeoutsMs: { person: 60, live: 60, background: 60, refresh: 60, names: 60 },
        log: aLog(),
      });
      for (const { name, error } of await outcomesOf(api)) {
        if (error === undefined) continue;
        expect(
          MEANINGS.some((meaning) => error instanceof meaning),
          `${name} failed with ${inspect(error)}`,
        ).toBe(true);
      }
      await api.close();
    }),
    { numRuns: runs(20) },
  );
});
