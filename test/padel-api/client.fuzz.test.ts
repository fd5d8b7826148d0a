import fc from 'fast-check';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import type { PadelApi } from '#src/padel-api/client.ts';
import {
  NotFound,
  NotInPlan,
  ProxyRefused,
  RequestRefused,
  ServiceBusy,
  ServiceDown,
  TokenRefused,
  UnreadableAnswer,
} from '#src/padel-api/errors.ts';
import { runs } from '../runs.ts';
import { aMatchOnWire } from './bodies.ts';
import { aClientOf, EVERY_METHOD } from './clients.ts';
import { aService, pageOnWire, timeoutsOf } from './service.ts';

const KNOWN_ERRORS = [
  ...[NotFound, NotInPlan, ProxyRefused, RequestRefused, ServiceBusy, ServiceDown, TokenRefused],
  UnreadableAnswer,
];

const STATUSES = [
  ...[200, 200, 200, 201, 204, 301, 302, 400, 401, 402, 403, 404, 418, 422, 429, 500, 503],
];

const printable = fc.string({
  unit: fc.constantFrom(...Array.from(' /:.?#-0123456789abcxyz%')),
  maxLength: 20,
});

interface ServiceResponse {
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

const aResponse: fc.Arbitrary<ServiceResponse> = fc.record({
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
  const calls = Object.entries(EVERY_METHOD).map(async ([name, call]) => {
    const error: unknown = await call(api).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { name, error };
  });
  return await Promise.all(calls);
};

it('every method of the client resolves or throws a known error, whatever the service sends', async () => {
  let responses: readonly ServiceResponse[] = [];
  const service = await aService((response, request, index) => {
    const answer = responses[index % responses.length];
    if (answer === undefined) request.socket.destroy();
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const anyResponses = fc.array(aResponse, { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(anyResponses, async (next) => {
      responses = next;
      const baseUrl = `${service.origin}/api`;
      const { api } = aClientOf({ baseUrl, timeoutsMs: timeoutsOf(60), limits: {} });
      for (const { name, error } of await outcomesOf(api)) {
        if (error === undefined) continue;
        expect(
          KNOWN_ERRORS.some((known) => error instanceof known),
          `${name} failed with ${inspect(error)}`,
        ).toBe(true);
      }
      await api.close();
    }),
    { numRuns: runs(20) },
  );
});
