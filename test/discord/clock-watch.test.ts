import { expect, it, onTestFinished } from 'vitest';
import { createClockWatch } from '#src/discord/rest/clock-watch.ts';
import { createInvalidRequestCounter } from '#src/discord/rest/invalid-request-counter.ts';
import { createRest } from '#src/discord/rest/rest.ts';
import { HOUR } from '#src/lib/time.ts';
import { aRestServer } from './rest-server.ts';

const NOON = Date.parse('2026-06-10T12:00:00Z');

it("compares the machine's clock with each response, and shows a step at once", async () => {
  const server = await aRestServer();
  let [wall, passed] = [NOON, 0];
  const { onDate, aheadMs: ahead } = createClockWatch({
    wall: () => wall,
    monotonic: () => passed,
  });
  const invalidRequests = createInvalidRequestCounter();
  const rest = createRest({ apiUrl: server.apiUrl, token: 'a.b.c', invalidRequests, onDate });
  onTestFinished(rest.close);
  expect(ahead()).toBe(null);
  const asked = rest.get('/users/@me');
  (await server.next()).answer(200, {}, { date: new Date(NOON).toUTCString() });
  await asked;
  expect(ahead()).toBe(0);
  wall += HOUR;
  passed += HOUR;
  expect(ahead()).toBe(0);
  wall -= 3 * HOUR;
  expect(ahead()).toBe(-3 * HOUR);
});
