import { Routes } from 'discord.js';
import { expect, it } from 'vitest';
import { watchClock } from '#src/discord/rest/clock-watch.ts';
import { HOUR } from '#src/lib/time.ts';
import { aRest } from './bot.ts';
import { aRestServer } from './rest-server.ts';

const NOON = Date.parse('2026-06-10T12:00:00Z');

it("compares the machine's clock with each response, and shows a step at once", async () => {
  const server = await aRestServer();
  const { rest } = aRest({ apiUrl: server.apiUrl, token: 'a.b.c' });
  let [wall, passed] = [NOON, 0];
  const ahead = watchClock(rest, { wall: () => wall, monotonic: () => passed });
  expect(ahead()).toBe(null);
  const asked = rest.get(Routes.user());
  (await server.next()).answer(200, {}, { date: new Date(NOON).toUTCString() });
  await asked;
  expect(ahead()).toBe(0);
  wall += HOUR;
  passed += HOUR;
  expect(ahead()).toBe(0);
  wall -= 3 * HOUR;
  expect(ahead()).toBe(-3 * HOUR);
});
