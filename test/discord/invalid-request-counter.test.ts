import { describe, expect, it } from 'vitest';
import { createInvalidRequestCounter } from '#src/discord/rest/invalid-request-counter.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';

const counting = (most: number) => {
  const clock = { now: 0 };
  return { clock, refusals: createInvalidRequestCounter({ now: () => clock.now, most }) };
};

describe('refusals of Discord', () => {
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
    const { refusals } = counting(10);
    refusals.countResponse(status, scope);
    expect(refusals.count()).toBe(expected);
  });

  it('let everything go until there are too many, and then rest until enough are ten minutes old', () => {
    const { clock, refusals } = counting(3);
    for (const at of [0, 20 * SECOND, 5 * MINUTE]) {
      expect(refusals.blockedForMs()).toBe(0);
      clock.now = at;
      refusals.countResponse(403, null);
    }
    expect(refusals.blockedForMs()).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(refusals.blockedForMs()).toBeLessThanOrEqual(5 * MINUTE + 10 * SECOND);
    clock.now += refusals.blockedForMs();
    expect(refusals.blockedForMs()).toBe(0);
    expect(refusals.count()).toBe(2);
  });

  it('rest as long as the newest of far too many', () => {
    const { clock, refusals } = counting(2);
    for (let index = 0; index < 100; index += 1) refusals.countResponse(429, 'user');
    clock.now = MINUTE;
    for (let index = 0; index < 100; index += 1) refusals.countResponse(429, 'user');
    expect(refusals.blockedForMs()).toBeGreaterThanOrEqual(10 * MINUTE);
  });

  it('are forgotten after ten minutes, and take no room however many', () => {
    const { clock, refusals } = counting(5);
    for (let index = 0; index < 10_000; index += 1) {
      clock.now = index * SECOND;
      refusals.countResponse(403, null);
      expect(refusals.count()).toBeLessThanOrEqual(610);
    }
    clock.now += 11 * MINUTE;
    expect(refusals.count()).toBe(0);
    expect(refusals.blockedForMs()).toBe(0);
  });

  it('of the token let everything rest, each time for twice as long, until it is taken', () => {
    const { clock, refusals } = counting(1_000);
    const rests: number[] = [];
    const listenNoMore = refusals.onTokenRefused((rest) => rests.push(rest));
    for (let time = 0; time < 7; time += 1) {
      // Those that were under way together.
      for (let index = 0; index < 48; index += 1) refusals.countTokenResponse(401);
      expect(refusals.blockedForMs()).toBe(rests.at(-1));
      clock.now += refusals.blockedForMs();
      expect(refusals.blockedForMs()).toBe(0);
    }
    expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * SECOND));
    refusals.countTokenResponse(502);
    refusals.countTokenResponse(200);
    refusals.countTokenResponse(401);
    expect(refusals.blockedForMs()).toBe(SECOND);
    listenNoMore();
    clock.now += SECOND;
    refusals.countTokenResponse(401);
    expect(rests).toHaveLength(8);
  });
});
