import { expect, it } from 'vitest';
import { createBackoff, createReconnectBackoff } from '#src/lib/backoff.ts';

it('the backoff of a name grows with each failure up to its maximum, apart from other names', () => {
  let now = 0;
  const backoff = createBackoff<string>({ firstMs: 1_000, maxMs: 3_000, now: () => now });
  expect(backoff.remainingMs('a')).toBe(0);
  expect([backoff.fail('a'), backoff.remainingMs('a')]).toEqual([1_000, 1_000]);
  now = 999;
  expect(backoff.remainingMs('a')).toBe(1);
  now = 1_000;
  expect([backoff.remainingMs('a'), backoff.remainingMs('b')]).toEqual([0, 0]);
  expect([backoff.fail('a'), backoff.fail('a'), backoff.fail('b')]).toEqual([2_000, 3_000, 1_000]);
  expect(backoff.size()).toBe(2);
  backoff.reset('a');
  expect([backoff.size(), backoff.remainingMs('a'), backoff.fail('a')]).toEqual([1, 0, 1_000]);
});

const aBackoff = (random = () => 1) => {
  const clock = { at: 0 };
  const options = { firstMs: 1_000, maxMs: 60_000, monotonic: () => clock.at, random };
  return { clock, backoff: createReconnectBackoff(options) };
};

it('the reconnect backoff doubles after each short connection, up to its maximum', () => {
  const { clock, backoff } = aBackoff();
  const delays = Array.from({ length: 9 }, () => {
    backoff.connected();
    clock.at += 59_999;
    return backoff.nextDelayMs();
  });
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000));
});

it('the reconnect backoff starts over after a connection of one minute', () => {
  const { clock, backoff } = aBackoff();
  for (let nth = 0; nth < 5; nth += 1) backoff.nextDelayMs();
  backoff.connected();
  clock.at += 60_000;
  expect(backoff.nextDelayMs()).toBe(1_000);
});

it('the reconnect backoff has jitter, so that clients do not return at the same time', () => {
  expect(aBackoff(() => 0).backoff.nextDelayMs()).toBe(500);
  expect(aBackoff(() => 0.5).backoff.nextDelayMs()).toBe(750);
});
