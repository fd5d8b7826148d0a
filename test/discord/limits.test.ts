import { RateLimitError, REST } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createLimits } from '#src/discord/limits.ts';

const HOUR = 60 * 60_000;

const limitOf = (timeToReset: number): RateLimitError =>
  new RateLimitError({
    global: false,
    hash: '',
    limit: 5,
    majorParameter: '1',
    method: 'POST',
    retryAfter: timeToReset,
    route: '/channels/:id/messages',
    scope: 'user',
    sublimitTimeout: 0,
    timeToReset,
    url: '',
  });

const knowing = () => {
  const clock = { now: 0 };
  const rest = new REST();
  rest.globalReset = 5 * HOUR;
  return { clock, rest, limits: createLimits(rest, () => clock.now) };
};

describe('a limit', () => {
  it('of a length that Discord sets is believed', () => {
    const { rest, limits } = knowing();
    for (const length of [500, 5_000, HOUR]) {
      expect(limits.isToBeForgotten(limitOf(length))).toBe(false);
    }
    expect(rest.globalReset).toBe(5 * HOUR);
  });

  it('that cannot be is forgotten, and with it all that discord.js held', () => {
    const { rest, limits } = knowing();
    expect(limits.isToBeForgotten(limitOf(6 * HOUR))).toBe(true);
    expect(rest.globalReset).toBe(-1);
  });

  it('that comes again at once was meant', () => {
    const { clock, limits } = knowing();
    expect(limits.isToBeForgotten(limitOf(6 * HOUR))).toBe(true);
    clock.now = 30_000;
    expect(limits.isToBeForgotten(limitOf(6 * HOUR))).toBe(false);
    clock.now = 120_000;
    expect(limits.isToBeForgotten(limitOf(6 * HOUR))).toBe(true);
  });

  it('is nothing else', () => {
    expect(knowing().limits.isToBeForgotten(new Error('the socket was closed'))).toBe(false);
  });
});
