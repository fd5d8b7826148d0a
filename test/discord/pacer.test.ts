import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPacer, DISCORD_GLOBAL, type Pacer } from '#src/discord/rest/pacer.ts';
import { SECOND } from '#src/lib/time.ts';
import { runs } from '../runs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const aPacer = (options: Partial<Parameters<typeof createPacer>[0]> = {}) =>
  createPacer({ ...DISCORD_GLOBAL, now: () => performance.now(), ...options });

const ONE_A_SECOND = { requests: 1, windowMs: SECOND };

/** When each request gets its permit, if each arrives so many milliseconds after the last. */
const timesOf = async (gaps: readonly number[]): Promise<number[]> => {
  const pacer = aPacer();
  const times: number[] = [];
  for (const gap of gaps) {
    // Each advance lets the real event loop turn: a busy machine takes long for it.
    if (gap > 0) await vi.advanceTimersByTimeAsync(gap);
    void pacer.acquire(() => 0).then(() => times.push(performance.now()));
  }
  await vi.advanceTimersByTimeAsync(60 * SECOND);
  pacer.stop();
  return times;
};

/** A request that waits for its permit. */
const waitingFor = (pacer: Pacer) => {
  const request = { isGiven: false };
  void pacer.acquire(() => 0).then(() => (request.isGiven = true));
  return request;
};

describe('the pacer', () => {
  it('never gives more than 50 permits within any second', async () => {
    // A few requests and then a burst is what a fixed window gets wrong.
    const gap = fc.oneof(
      { weight: 6, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 1_200, noNaN: true }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(gap, { minLength: 51, maxLength: 260 }), async (gaps) => {
        const times = await timesOf(gaps);
        expect(times).toHaveLength(gaps.length);
        times.slice(50).forEach((time, index) => {
          expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(SECOND);
        });
      }),
      { numRuns: runs(20) },
    );
  });

  it('wastes little of the limit: 500 requests take less than ten windows', async () => {
    const begun = performance.now();
    const times = await timesOf(Array.from({ length: 500 }, () => 0));
    expect((times.at(-1) ?? Infinity) - begun).toBeLessThanOrEqual(9.8 * DISCORD_GLOBAL.windowMs);
  });

  it('gives permits in groups while all are in use, even after single sends', async () => {
    const pacer = aPacer();
    const times: number[] = [];
    for (let index = 0; index < 200; index += 1) {
      void pacer
        .acquire(() => 0)
        .then(({ sent }) => {
          times.push(performance.now());
          setTimeout(sent, index % 5);
        });
    }
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    pacer.stop();
    expect(new Set(times.slice(50)).size).toBe(30);
  });

  it('lets an urgent request wait less than 300 ms, however many others wait', async () => {
    const pacer = aPacer();
    const others = Array.from({ length: 1_000 }, () => pacer.acquire(() => 1));
    void Promise.allSettled(others);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    const waits: number[] = [];
    for (let index = 0; index < 100; index += 1) {
      const asked = performance.now();
      void pacer.acquire(() => 0).then(() => waits.push(performance.now() - asked));
      await vi.advanceTimersByTimeAsync(97);
    }
    expect(waits.length).toBeGreaterThan(97);
    expect(Math.max(...waits)).toBeLessThan(300);
    pacer.stop();
  });

  it('serves the lower priority number first, and the longest waiting within one', async () => {
    const pacer = aPacer(ONE_A_SECOND);
    const served: string[] = [];
    const ask = (name: string, priority: number): void => {
      void pacer.acquire(() => priority).then(() => served.push(name));
    };
    ask('first', 3);
    ask('card', 3);
    ask('set', 1);
    ask('result', 0);
    ask('other set', 1);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(served).toEqual(['first', 'result', 'set', 'other set', 'card']);
  });

  it('rejects all waiting and later requests when it stops', async () => {
    const pacer = aPacer(ONE_A_SECOND);
    await pacer.acquire(() => 0);
    const waiting = pacer.acquire(() => 0);
    pacer.stop();
    await expect(waiting).rejects.toThrow('stopped');
    await expect(pacer.acquire(() => 0)).rejects.toThrow('stopped');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts a permit from when its request is sent, not from when it was given', async () => {
    const pacer = aPacer(ONE_A_SECOND);
    const { sent: left } = await pacer.acquire(() => 0);
    await vi.advanceTimersByTimeAsync(300);
    left();
    const next = waitingFor(pacer);
    await vi.advanceTimersByTimeAsync(SECOND - 1);
    expect(next.isGiven).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(next.isGiven).toBe(true);
    pacer.stop();
  });

  it('gives no permit while it is paused', async () => {
    const pacer = aPacer();
    pacer.pauseFor(2 * SECOND);
    expect(pacer.blockedForMs()).toBe(2 * SECOND);
    const next = waitingFor(pacer);
    await vi.advanceTimersByTimeAsync(2 * SECOND - 1);
    expect(next.isGiven).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(next.isGiven).toBe(true);
    pacer.stop();
  });

  it('gives no permit while requests are blocked', async () => {
    const block = { until: 5 * SECOND + performance.now() };
    const pacer = aPacer({ blockedForMs: () => Math.max(0, block.until - performance.now()) });
    const next = waitingFor(pacer);
    await vi.advanceTimersByTimeAsync(5 * SECOND - 1);
    expect(next.isGiven).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(next.isGiven).toBe(true);
    pacer.stop();
  });

  it('goes on within a second when the block ends early', async () => {
    let blockedForMs = 30 * SECOND;
    const pacer = aPacer({ blockedForMs: () => blockedForMs });
    const next = waitingFor(pacer);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(next.isGiven).toBe(false);
    blockedForMs = 0;
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(next.isGiven).toBe(true);
    pacer.stop();
  });

  it('gives 50 permits at once after an idle time, every time', async () => {
    const pacer = aPacer();
    for (let burst = 0; burst < 3; burst += 1) {
      const begun = performance.now();
      const waits: number[] = [];
      for (let index = 0; index < 50; index += 1) {
        void pacer.acquire(() => 0).then(() => waits.push(performance.now() - begun));
      }
      await vi.advanceTimersByTimeAsync(10 * SECOND);
      expect(waits).toEqual(Array<number>(50).fill(0));
    }
    pacer.stop();
  });

  it('gives a released permit to the next request', async () => {
    const pacer = aPacer(ONE_A_SECOND);
    const { release } = await pacer.acquire(() => 0);
    const next = waitingFor(pacer);
    await vi.advanceTimersByTimeAsync(10);
    expect(next.isGiven).toBe(false);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(next.isGiven).toBe(true);
    pacer.stop();
  });
});
