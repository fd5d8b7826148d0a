import { describe, expect, it } from 'vitest';
import { createInvalidRequestCounter } from '#src/discord/rest/invalid-request-counter.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';

const counting = (most: number) => {
  const clock = { now: 0 };
  return { clock, invalidRequests: createInvalidRequestCounter({ now: () => clock.now, most }) };
};

describe('invalidRequests of Discord', () => {
  it.each([
    [200, null, 0],
    [404, null, 0],
    [502, null, 0],
    [401, null, 1],
    [403, null, 1],
    [429, 'user', 1],
    [429, 'global', 1],
    [429, null, 1],
    [429, 'shared', 0],
  ])('an answer of %i (%s) counts %i', (status, scope, expected) => {
    const { invalidRequests } = counting(10);
    invalidRequests.countResponse(status, scope);
    expect(invalidRequests.count()).toBe(expected);
  });

  it('let everything go until there are too many, and then rest until enough are ten minutes old', () => {
    const { clock, invalidRequests } = counting(3);
    for (const at of [0, 20 * SECOND, 5 * MINUTE]) {
      expect(invalidRequests.blockedForMs()).toBe(0);
      clock.now = at;
      invalidRequests.countResponse(403, null);
    }
    expect(invalidRequests.blockedForMs()).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(invalidRequests.blockedForMs()).toBeLessThanOrEqual(5 * MINUTE + 10 * SECOND);
    clock.now += invalidRequests.blockedForMs();
    expect(invalidRequests.blockedForMs()).toBe(0);
    expect(invalidRequests.count()).toBe(2);
  });

  it('rest as long as the newest of far too many', () => {
    const { clock, invalidRequests } = counting(2);
    for (let index = 0; index < 100; index += 1) invalidRequests.countResponse(429, 'user');
    clock.now = MINUTE;
    for (let index = 0; index < 100; index += 1) invalidRequests.countResponse(429, 'user');
    expect(invalidRequests.blockedForMs()).toBeGreaterThanOrEqual(10 * MINUTE);
  });

  it('are forgotten after ten minutes, and take no room however many', () => {
    const { clock, invalidRequests } = counting(5);
    for (let index = 0; index < 10_000; index += 1) {
      clock.now = index * SECOND;
      invalidRequests.countResponse(403, null);
      expect(invalidRequests.count()).toBeLessThanOrEqual(610);
    }
    clock.now += 11 * MINUTE;
    expect(invalidRequests.count()).toBe(0);
    expect(invalidRequests.blockedForMs()).toBe(0);
  });

  it('of the token let everything rest, each time for twice as long, until it is taken', () => {
    const { clock, invalidRequests } = counting(1_000);
    const rests: number[] = [];
    const listenNoMore = invalidRequests.onTokenRefused((rest) => rests.push(rest));
    for (let time = 0; time < 7; time += 1) {
      // Those that were under way together.
      for (let index = 0; index < 48; index += 1) invalidRequests.countTokenResponse(401);
      expect(invalidRequests.blockedForMs()).toBe(rests.at(-1));
      clock.now += invalidRequests.blockedForMs();
      expect(invalidRequests.blockedForMs()).toBe(0);
    }
    expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * SECOND));
    invalidRequests.countTokenResponse(502);
    invalidRequests.countTokenResponse(200);
    invalidRequests.countTokenResponse(401);
    expect(invalidRequests.blockedForMs()).toBe(SECOND);
    listenNoMore();
    clock.now += SECOND;
    invalidRequests.countTokenResponse(401);
    expect(rests).toHaveLength(8);
  });
});
