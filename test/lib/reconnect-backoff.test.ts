import { expect, it } from 'vitest';
import { createReconnectBackoff } from '#src/lib/reconnect-backoff.ts';

const aBackoff = (random = () => 1) => {
  const clock = { at: 0 };
  const options = { first: 1_000, longest: 60_000, monotonic: () => clock.at, random };
  return { clock, backoff: createReconnectBackoff(options) };
};

it('doubles with each connection that does not last, up to the longest delay', () => {
  const { clock, backoff } = aBackoff();
  const delays = Array.from({ length: 9 }, () => {
    backoff.connected();
    clock.at += 59_999;
    return backoff.next();
  });
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000));
});

it('begins anew after a connection that stood for a minute', () => {
  const { clock, backoff } = aBackoff();
  for (let nth = 0; nth < 5; nth += 1) backoff.next();
  backoff.connected();
  clock.at += 60_000;
  expect(backoff.next()).toBe(1_000);
});

it('spreads those who lost a server together', () => {
  expect(aBackoff(() => 0).backoff.next()).toBe(500);
  expect(aBackoff(() => 0.5).backoff.next()).toBe(750);
});
