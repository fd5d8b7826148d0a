import { describe, expect, it, vi } from 'vitest';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { createBudget, type Budget } from '#src/padel-api/quota/budget.ts';
import { REQUEST_PRIORITIES, type RequestPriority } from '#src/domain/quota.ts';
import { useFakeTimers } from '../lib/fake-timers.ts';

const MINUTES = 10;
const NEVER_ABORTS = new AbortController().signal;

/** A service whose minutes start `ahead` of ours, with sixty requests in each. */
const aLimitedService = (ahead: number) => {
  const minutes = new Map<number, number>();
  let refused = 0;
  return {
    arrives: () => {
      const minute = Math.floor((Date.now() + ahead) / MINUTE);
      const count = (minutes.get(minute) ?? 0) + 1;
      minutes.set(minute, count);
      if (count > 60) refused += 1;
      return { remaining: Math.max(0, 60 - count), isRefused: count > 60 };
    },
    /** The requests of each minute that had any. */
    minutes: () => [...minutes.values()],
    refused: () => refused,
  };
};

/** Round trip in milliseconds: varied, but the same in each run. */
const travelOf = (index: number): number => 30 + ((index * 137) % 370);

/** Sequential requests in each priority, more than the limit. */
const keepRequesting = (
  budget: Budget,
  service: ReturnType<typeof aLimitedService>,
): (() => void) => {
  let index = 0;
  const makeRequests = async (priority: RequestPriority): Promise<void> => {
    index += 1;
    const travel = travelOf(index);
    await budget.run(
      priority,
      async (sent) => {
        await new Promise((resolve) => setTimeout(resolve, travel));
        const { remaining, isRefused } = service.arrives();
        await new Promise((resolve) => setTimeout(resolve, travel));
        if (isRefused) budget.exhausted();
        budget.correct(remaining, sent);
      },
      NEVER_ABORTS,
    );
    await makeRequests(priority);
  };
  // Several at a time: their responses overtake one another.
  for (const priority of REQUEST_PRIORITIES) {
    for (let senders = 0; senders < 20; senders += 1)
      void makeRequests(priority).catch(() => undefined);
  }
  return () => {
    budget.stop();
  };
};

useFakeTimers({ now: 100 * MINUTE });

describe('the budget of a service with another clock', () => {
  it.each([0, 30, 50, 59, -30, -50, -59].map((seconds) => [seconds]))(
    'sends at most 60 requests in any minute, and over 50 on average: service %i s ahead',
    async (seconds) => {
      const service = aLimitedService(seconds * SECOND);
      const stop = keepRequesting(createBudget({ perMinute: 60, now: Date.now }), service);
      await vi.advanceTimersByTimeAsync(MINUTES * MINUTE);
      stop();
      expect(Math.max(...service.minutes())).toBeLessThanOrEqual(60);
      expect(service.refused()).toBe(0);
      const all = service.minutes().reduce((sum, requests) => sum + requests, 0);
      expect(all / MINUTES).toBeGreaterThan(50);
    },
  );

  it.each([0, 30, 50, 59, -30, -50, -59].map((seconds) => [seconds]))(
    'has at most 60 requests refused when the first minute is already spent: %i s ahead',
    async (seconds) => {
      const service = aLimitedService(seconds * SECOND);
      for (let before = 0; before < 60; before += 1) service.arrives();
      const stop = keepRequesting(createBudget({ perMinute: 60, now: Date.now }), service);
      await vi.advanceTimersByTimeAsync(MINUTES * MINUTE);
      stop();
      // The first burst is sent before the first response.
      expect(service.refused()).toBeLessThanOrEqual(60);
      const after = service.minutes().slice(1);
      expect(Math.max(...after)).toBeLessThanOrEqual(60);
      expect(after.reduce((sum, requests) => sum + requests, 0) / MINUTES).toBeGreaterThan(40);
    },
  );
});
