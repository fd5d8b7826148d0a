import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { createBudget, type Budget } from '#src/padel-api/quota/budget.ts';
import { REQUEST_PRIORITIES, type RequestPriority } from '#src/domain/quota.ts';
import { COUNTS_FOR_MS, type RequestsOfDay } from '#src/padel-api/quota/request-counts.ts';
import { useFakeTimers } from '../../lib/fake-timers.ts';
import { runs } from '../../runs.ts';

/** Two days before the end of a month. */
const BEGIN = Date.parse('2026-02-27T05:00:00Z');
const NEVER_ABORTS = new AbortController().signal;

interface Limits {
  readonly perMinute: number;
  readonly perDay: number;
  readonly perMonth: number;
}

type Step =
  | { readonly kind: 'ask'; readonly priority: RequestPriority; readonly requests: number }
  | { readonly kind: 'pass'; readonly milliseconds: number }
  /** The process ends, and another one continues. */
  | { readonly kind: 'restart' };

interface Sent {
  readonly at: number;
  readonly priority: RequestPriority;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The stored counts; a process reads them at its start. */
const aDatabase = () => {
  const days = new Map<string, RequestsOfDay>();
  return {
    days: (): readonly RequestsOfDay[] => [...days.values()],
    note: (priority: RequestPriority, day: string): Promise<number> => {
      const key = `${day} ${priority}`;
      const requests = (days.get(key)?.requests ?? 0) + 1;
      days.set(key, { day, priority, requests });
      return Promise.resolve(requests);
    },
  };
};

/** Everything that is sent while processes take these steps in order. */
const play = async (limits: Limits, steps: readonly Step[]) => {
  const database = aDatabase();
  const sent: Sent[] = [];
  /** The days on which a person was refused, and when first. */
  const refused = new Map<string, number>();
  const start = (): Budget => {
    const before = sent
      .map(({ at, priority }) => ({ priority, requests: 1, agoMs: Date.now() - at }))
      .filter(({ agoMs }) => agoMs < COUNTS_FOR_MS);
    const spending = { before, days: database.days(), note: database.note };
    return createBudget({ ...limits, now: Date.now, monotonic: Date.now, spending });
  };
  let budget = start();
  const makeRequest = (priority: RequestPriority): void => {
    const request = () => Promise.resolve(sent.push({ at: Date.now(), priority }));
    budget.run(priority, request, NEVER_ABORTS).catch(() => undefined);
    if (priority !== 'person' || budget.spent('person') === null) return;
    refused.set(dayOf(Date.now()), refused.get(dayOf(Date.now())) ?? Date.now());
    expect(budget.spent('refresh')).not.toBeNull();
    expect(budget.spent('names')).not.toBeNull();
  };
  for (const step of steps) {
    if (step.kind === 'ask') for (let n = 0; n < step.requests; n += 1) makeRequest(step.priority);
    if (step.kind === 'restart') {
      budget.stop();
      budget = start();
    }
    await vi.advanceTimersByTimeAsync(step.kind === 'pass' ? step.milliseconds : 0);
  }
  budget.stop();
  return { sent, refused };
};

const busiest = (sent: readonly Sent[], of: (at: number) => string): number => {
  const counts = new Map<string, number>();
  for (const { at } of sent) counts.set(of(at), (counts.get(of(at)) ?? 0) + 1);
  return Math.max(0, ...counts.values());
};

const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      priority: fc.constantFrom(...REQUEST_PRIORITIES),
      requests: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      milliseconds: fc.oneof(fc.nat({ max: 2 * MINUTE }), fc.nat({ max: 20 * HOUR })),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

const someLimits: fc.Arbitrary<Limits> = fc.record({
  perMinute: fc.integer({ min: 5, max: 40 }),
  perDay: fc.integer({ min: 2, max: 150 }),
  perMonth: fc.integer({ min: 2, max: 250 }),
});

useFakeTimers({ now: BEGIN });

it('no minute, day or month exceeds its limit, across any requests and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(someLimits, fc.array(aStep, { maxLength: 40 }), async (limits, steps) => {
      vi.setSystemTime(BEGIN);
      const { sent } = await play(limits, steps);
      const inMinuteFrom = (from: number): number =>
        sent.filter(({ at }) => at >= from && at < from + MINUTE).length;
      expect(Math.max(0, ...sent.map(({ at }) => inMinuteFrom(at)))).toBeLessThanOrEqual(
        limits.perMinute,
      );
      expect(busiest(sent, dayOf)).toBeLessThanOrEqual(limits.perDay);
      expect(busiest(sent, (at) => dayOf(at).slice(0, 7))).toBeLessThanOrEqual(limits.perMonth);
    }),
    { numRuns: runs(30) },
  );
});

it('once a person is refused, only the reserves of live and background are left of the day', async () => {
  await fc.assert(
    fc.asyncProperty(someLimits, fc.array(aStep, { maxLength: 40 }), async (limits, steps) => {
      vi.setSystemTime(BEGIN);
      const { sent, refused } = await play(limits, steps);
      for (const [day, from] of refused) {
        const later = sent.filter(({ at }) => at > from && dayOf(at) === day);
        const by = (priority: RequestPriority): number =>
          later.filter((each) => each.priority === priority).length;
        expect([by('person'), by('refresh'), by('names')]).toEqual([0, 0, 0]);
        expect(by('background')).toBeLessThanOrEqual(limits.perDay * 0.1);
        expect(by('live')).toBeLessThanOrEqual(limits.perDay * 0.2);
      }
    }),
    { numRuns: runs(30) },
  );
});

it('whatever the others ask for, three requests of the day are left for each possible result', async () => {
  const others = REQUEST_PRIORITIES.filter((priority) => priority !== 'result');
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 50, max: 300 }),
      fc.integer({ min: 1, max: 12 }),
      fc.shuffledSubarray(others, { minLength: others.length }),
      async (perDay, matches, order) => {
        vi.setSystemTime(BEGIN);
        const budget = createBudget({
          monotonic: Date.now,
          ...{ perMinute: Infinity, perDay, resultsToday: () => matches, now: Date.now },
        });
        const spend = async (priority: RequestPriority): Promise<number> => {
          let sent = 0;
          while (budget.spent(priority) === null) {
            await budget.run(priority, () => Promise.resolve(), NEVER_ABORTS);
            sent += 1;
          }
          return sent;
        };
        for (const priority of order) await spend(priority);
        expect(await spend('result')).toBeGreaterThanOrEqual(3 * matches);
        expect(budget.quota().day.used).toBeLessThanOrEqual(perDay);
        budget.stop();
      },
    ),
    { numRuns: runs(30) },
  );
});
