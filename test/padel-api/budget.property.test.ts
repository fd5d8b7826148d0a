import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { createBudget } from '#src/padel-api/quota/budget.ts';
import { REQUEST_PRIORITIES, type RequestPriority } from '#src/domain/quota.ts';
import { useFakeTimers } from '../lib/fake-timers.ts';
import { runs } from '../runs.ts';

interface Start {
  readonly priority: RequestPriority;
  readonly at: number;
  /** Its index within its priority, from 0. */
  readonly number: number;
}

/** Requests at an instant: milliseconds from the start. */
interface Demand {
  readonly at: number;
  readonly priority: RequestPriority;
  readonly requests: number;
}

/** The starts within `span`, each with its instant. */
const startsOf = async (demands: readonly Demand[], span: number): Promise<readonly Start[]> => {
  const begin = Date.now();
  const budget = createBudget({ perMinute: 60, now: Date.now });
  const starts: Start[] = [];
  const requested = { person: 0, result: 0, live: 0, background: 0, refresh: 0, names: 0 };
  const makeRequest = (priority: RequestPriority): void => {
    const number = requested[priority];
    requested[priority] += 1;
    const request = () => {
      starts.push({ priority, at: Date.now() - begin, number });
      return Promise.resolve();
    };
    // One signal each: a shared one would scan all its listeners for each that is added or removed.
    budget.run(priority, request, new AbortController().signal).catch(() => undefined);
  };
  for (const { at, priority, requests } of demands.toSorted((a, b) => a.at - b.at)) {
    await vi.advanceTimersByTimeAsync(Math.max(0, begin + at - Date.now()));
    for (let count = 0; count < requests; count += 1) makeRequest(priority);
  }
  await vi.advanceTimersByTimeAsync(begin + span - Date.now());
  budget.stop();
  return starts;
};

/** The largest number of starts in any window of a minute. */
const busiestMinute = (starts: readonly Start[]): number =>
  Math.max(
    0,
    ...starts.map(
      ({ at }) => starts.filter((each) => each.at >= at && each.at < at + MINUTE).length,
    ),
  );

const startedIn = (starts: readonly Start[], priority: RequestPriority, from: number): number =>
  starts.filter(
    (each) => each.priority === priority && each.at >= from && each.at < from + MINUTE + 1_000,
  ).length;

const aDemand: fc.Arbitrary<Demand> = fc.record({
  at: fc.nat({ max: 3 * MINUTE }),
  priority: fc.constantFrom(...REQUEST_PRIORITIES),
  requests: fc.integer({ min: 1, max: 90 }),
});

useFakeTimers({ now: 10 * MINUTE });

describe('the budget under any demand', () => {
  it('starts no more than sixty requests in any minute', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aDemand, { maxLength: 15 }), async (demands) => {
        const starts = await startsOf(demands, 6 * MINUTE);
        expect(busiestMinute(starts)).toBeLessThanOrEqual(60);
      }),
      { numRuns: runs(30) },
    );
  });

  it('starts every request in the end, in FIFO order within each priority', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aDemand, { maxLength: 6 }), async (demands) => {
        const requested = demands.reduce((sum, { requests }) => sum + requests, 0);
        const starts = await startsOf(demands, 90 * MINUTE);
        expect(starts).toHaveLength(requested);
        for (const priority of REQUEST_PRIORITIES) {
          const own = starts.filter((start) => start.priority === priority);
          expect(own.map(({ number }) => number)).toEqual(own.map((_start, index) => index));
        }
      }),
      { numRuns: runs(15) },
    );
  });

  it('starts requests at once when a single priority stays within its share', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<[RequestPriority, number]>(
          ['person', 42],
          ['result', 6],
          ['live', 24],
          ['background', 18],
          ['refresh', 12],
          // The sync of all names is evenly paced.
          ['names', 1],
        ),
        fc.nat({ max: 2 * MINUTE }),
        async ([priority, requests], at) => {
          const starts = await startsOf([{ at, priority, requests }], at + 1);
          expect(starts).toHaveLength(requests);
        },
      ),
      { numRuns: runs(15) },
    );
  });
});

describe('the budget with a thousand requests queued in each priority', () => {
  const CROWD = 1_000;
  const others = fc.array(aDemand, { maxLength: 8 });

  const WITHOUT_RESULTS = REQUEST_PRIORITIES.filter((priority) => priority !== 'result');

  it.each<[RequestPriority, number, readonly RequestPriority[]]>([
    ['result', 6, REQUEST_PRIORITIES],
    ['live', 6, REQUEST_PRIORITIES],
    ['live', 12, WITHOUT_RESULTS],
    ['background', 6, REQUEST_PRIORITIES],
  ])(
    'gives the %s priority at least %i requests in every minute',
    async (priority, least, crowd) => {
      await fc.assert(
        fc.asyncProperty(others, fc.nat({ max: MINUTE }), async (demands, at) => {
          const asked = demands.filter((demand) => crowd.includes(demand.priority));
          const waiting = crowd.map((each) => ({
            at,
            priority: each,
            requests: CROWD,
          }));
          const starts = await startsOf([...asked, ...waiting], 5 * MINUTE);
          for (let from = at; from < 4 * MINUTE - 1_000; from += 500) {
            expect(startedIn(starts, priority, from)).toBeGreaterThanOrEqual(least);
          }
        }),
        { numRuns: runs(5) },
      );
    },
  );

  it.each<RequestPriority>(['live', 'background'])(
    'gives people seven tenths of a minute beside the %s priority',
    async (priority) => {
      const crowd = (['person', priority] as const).map((each) => ({
        at: 0,
        priority: each,
        requests: CROWD,
      }));
      const starts = await startsOf(crowd, 4 * MINUTE);
      expect(startedIn(starts, 'person', MINUTE)).toBe(42);
    },
  );
});
