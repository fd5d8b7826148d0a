import { RateLimitError, REST } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createLimits } from '#src/discord/rest/limits.ts';
import { sendOutcomeOfError } from '#src/discord/rest/send-outcome.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';

const limitOf = (timeToReset: number, route = '/channels/:id/messages'): RateLimitError =>
  new RateLimitError({
    global: false,
    hash: '',
    limit: 5,
    majorParameter: '1',
    method: 'POST',
    retryAfter: timeToReset,
    route,
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

describe('a rate limit', () => {
  it('of a length that Discord uses is kept', () => {
    const { rest, limits } = knowing();
    for (const length of [500, 5_000, 4 * MINUTE]) {
      expect(limits.resetIfImpossible(limitOf(length), 0)).toBe(false);
    }
    const publishing = limitOf(HOUR, '/channels/:id/messages/:id/crosspost');
    expect(limits.resetIfImpossible(publishing, 0)).toBe(false);
    expect(rest.globalReset).toBe(5 * HOUR);
  });

  it.each([HOUR, 6 * HOUR])(
    'of an impossible length (%i ms) is reset, with all others',
    (length) => {
      const { rest, limits } = knowing();
      expect(limits.resetIfImpossible(limitOf(length), 0)).toBe(true);
      expect(rest.globalReset).toBe(-1);
    },
  );

  it('of an impossible length is reset once for all requests in flight', () => {
    const { limits } = knowing();
    const before = limits.resetCount();
    expect(limits.resetIfImpossible(limitOf(6 * HOUR), before)).toBe(true);
    expect(limits.resetIfImpossible(limitOf(6 * HOUR), before)).toBe(true);
    expect(limits.resetCount()).toBe(before + 1);
  });

  it('of an impossible length is kept when it comes again within a minute', () => {
    const { clock, limits } = knowing();
    expect(limits.resetIfImpossible(limitOf(6 * HOUR), 0)).toBe(true);
    clock.now = 30_000;
    expect(limits.resetIfImpossible(limitOf(6 * HOUR), 1)).toBe(false);
    clock.now = 120_000;
    expect(limits.resetIfImpossible(limitOf(6 * HOUR), 1)).toBe(true);
  });

  it('delays a retry by at most five minutes', () => {
    expect(sendOutcomeOfError(limitOf(4_000))).toEqual({ kind: 'limited', retryAfterMs: 4_000 });
    expect(sendOutcomeOfError(limitOf(6 * HOUR))).toEqual({
      kind: 'limited',
      retryAfterMs: 5 * MINUTE,
    });
  });

  it('is not reset after another error', () => {
    expect(knowing().limits.resetIfImpossible(new Error('the socket was closed'), 0)).toBe(false);
  });
});
