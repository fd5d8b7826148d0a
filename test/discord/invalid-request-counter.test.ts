import { describe, expect, it } from 'vitest';
import { createInvalidRequestCounter } from '#src/discord/rest/invalid-request-counter.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';

const counting = (most: number) => {
  const clock = { now: 0 };
  return { clock, invalidRequests: createInvalidRequestCounter({ now: () => clock.now, most }) };
};

describe('the invalid request counter', () => {
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
  ])('after a response of %i (%s) counts %i', (status, scope, expected) => {
    const { invalidRequests } = counting(10);
    invalidRequests.countResponse(status, scope);
    expect(invalidRequests.count()).toBe(expected);
  });

  it('blocks all requests at the limit, until enough of those counted are ten minutes old', () => {
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

  it('blocks until the newest of far too many is ten minutes old', () => {
    const { clock, invalidRequests } = counting(2);
    for (let index = 0; index < 100; index += 1) invalidRequests.countResponse(429, 'user');
    clock.now = MINUTE;
    for (let index = 0; index < 100; index += 1) invalidRequests.countResponse(429, 'user');
    expect(invalidRequests.blockedForMs()).toBeGreaterThanOrEqual(10 * MINUTE);
  });

  it('counts only those of the last ten minutes, however many there are', () => {
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

  it('blocks after a refused token, twice as long each time, until the token is accepted', () => {
    const { clock, invalidRequests } = counting(1_000);
    const delays: number[] = [];
    const unsubscribe = invalidRequests.onTokenRefused((delayMs) => delays.push(delayMs));
    for (let time = 0; time < 7; time += 1) {
      // The responses to requests that were in flight together count as one refusal.
      for (let index = 0; index < 48; index += 1) invalidRequests.countTokenResponse(401);
      expect(invalidRequests.blockedForMs()).toBe(delays.at(-1));
      clock.now += invalidRequests.blockedForMs();
      expect(invalidRequests.blockedForMs()).toBe(0);
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * SECOND));
    invalidRequests.countTokenResponse(502);
    invalidRequests.countTokenResponse(200);
    invalidRequests.countTokenResponse(401);
    expect(invalidRequests.blockedForMs()).toBe(SECOND);
    unsubscribe();
    clock.now += SECOND;
    invalidRequests.countTokenResponse(401);
    expect(delays).toHaveLength(8);
  });
});
