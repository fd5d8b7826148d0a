import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { createBudget, type Budget, type BudgetOptions } from '#src/padel-api/quota/budget.ts';
import { QuotaSpent } from '#src/padel-api/errors.ts';
import { REQUEST_PRIORITIES, type RequestPriority } from '#src/padel-api/quota/request-priority.ts';
import type { CalendarEntry } from '#src/padel-api/quota/calendar.ts';
import type { RequestsOfDay } from '#src/padel-api/quota/request-counts.ts';

const NOBODY_GIVES_UP = new AbortController().signal;

/** The last day of a month: everything left of it may be spent. */
const LAST = Date.parse('2026-06-30T12:00:00Z');
const MIDNIGHT = Date.parse('2026-07-01T00:00:00Z');

const opened: Budget[] = [];

const aBudget = (options: Partial<BudgetOptions>): Budget => {
  const budget = createBudget({ now: Date.now, perMinute: Infinity, ...options });
  opened.push(budget);
  return budget;
};

/** Requests that another process counted before. */
const counted = (days: readonly RequestsOfDay[]) => ({
  spending: { before: [], days, note: () => Promise.resolve(null) },
});

/** Sends until it is refused; returns the number sent. */
const askAll = async (
  budget: Budget,
  priority: RequestPriority,
  most = 10_000,
): Promise<number> => {
  for (let sent = 0; sent < most; sent += 1) {
    try {
      await budget.run(priority, () => Promise.resolve(), NOBODY_GIVES_UP);
    } catch (error) {
      expect(error).toBeInstanceOf(QuotaSpent);
      return sent;
    }
  }
  return most;
};

beforeEach(() => {
  vi.useFakeTimers({ now: LAST });
});

afterEach(() => {
  for (const budget of opened.splice(0)) budget.stop();
  vi.useRealTimers();
});

describe('the budget of a day', () => {
  it('is nine tenths of what the plan allows, and refuses at once what is more', async () => {
    const budget = aBudget({ perDay: 1_000 });
    for (const priority of REQUEST_PRIORITIES.toReversed()) await askAll(budget, priority);
    expect(budget.quota().day).toEqual({ limit: 900, used: 900, left: 0, resetsAt: MIDNIGHT });
    expect(budget.quota().spent).toEqual({ by: 'day', until: MIDNIGHT });
  });

  it('stops the last priorities first, and keeps a part for the first three', async () => {
    const budget = aBudget({ perDay: 1_112 });
    // 1,000 in all: 150 reserved for people, 200 for live matches, 100 for the background.
    expect(await askAll(budget, 'names')).toBe(150);
    expect(await askAll(budget, 'refresh')).toBe(150);
    expect(await askAll(budget, 'background')).toBe(200);
    expect(await askAll(budget, 'live')).toBe(350);
    expect(await askAll(budget, 'person')).toBe(150);
  });

  it('lets members take everything but what live matches and the background have for themselves', async () => {
    const budget = aBudget({ perDay: 1_112 });
    expect(budget.free('person')).toBe(700);
    expect(await askAll(budget, 'person')).toBe(700);
    expect([await askAll(budget, 'live'), await askAll(budget, 'background')]).toEqual([200, 100]);
  });

  it('begins anew at midnight of the service’s clock', async () => {
    const budget = aBudget({ perDay: 100, serviceNow: () => Date.now() + HOUR });
    await askAll(budget, 'person');
    await vi.advanceTimersByTimeAsync(11 * HOUR - 1);
    expect(await askAll(budget, 'person')).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await askAll(budget, 'person', 5)).toBe(5);
  });

  it('refuses what waits for the minute when the day is spent meanwhile', async () => {
    const budget = aBudget({ perDay: 10, perMinute: 4 });
    const waiting = Array.from({ length: 12 }, () =>
      budget.run('person', () => Promise.resolve(), NOBODY_GIVES_UP),
    );
    const settled = Promise.allSettled(waiting);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(budget.waiting()).toBe(0);
  });

  it('is none without a limit', async () => {
    expect(await askAll(aBudget({}), 'names', 1)).toBe(1);
    expect(aBudget({}).quota().day).toMatchObject({ limit: null, left: null });
  });
});

describe('the budget of a month', () => {
  it('limits the days of a plan without a daily limit', async () => {
    // Of 90, 13 are reserved for people, 9 for the background.
    expect(await askAll(aBudget({ perMonth: 100 }), 'live')).toBe(68);
  });

  it('counts what was sent before this process began, and goes on with the next month', async () => {
    const budget = aBudget({
      perDay: 4_000,
      perMonth: 50_000,
      ...counted([
        { day: '2026-05-31', priority: 'live', requests: 4_000 },
        { day: '2026-06-03', priority: 'live', requests: 44_000 },
        { day: '2026-06-30', priority: 'person', requests: 300 },
        { day: '2026-06-30', priority: 'of a later release', requests: 650 },
      ]),
    });
    expect(budget.quota().month).toMatchObject({ limit: 45_000, used: 44_950, left: 50 });
    expect(await askAll(budget, 'live')).toBe(50);
    expect(budget.quota().spent).toEqual({ by: 'month', until: MIDNIGHT });
    await vi.advanceTimersByTimeAsync(MIDNIGHT - Date.now());
    expect(budget.quota().month).toMatchObject({ used: 0, left: 45_000 });
    expect(await askAll(budget, 'person', 1)).toBe(1);
  });

  it('keeps its share for a tournament at its end, and takes up more as that is learnt', () => {
    vi.setSystemTime(Date.parse('2026-06-01T08:00:00Z'));
    const calendar: CalendarEntry[][] = [[]];
    const budget = aBudget({
      perDay: 4_000,
      perMonth: 50_000,
      calendar: () => calendar[0] ?? [],
    });
    expect(budget.quota().day.limit).toBe(1_500);
    const final = {
      level: 'major',
      status: 'pending',
      startDate: '2026-06-22',
      endDate: '2026-06-28',
    };
    const later = aBudget({ perDay: 4_000, perMonth: 50_000, calendar: () => [final] });
    expect(later.quota().day.limit).toBe(Math.floor((45_000 - 7 * 3_600) / 23));
    // The limit does not shrink during a day.
    calendar[0] = [final];
    expect(budget.quota().day.limit).toBe(1_500);
    const before = { ...final, level: 'fip_gold', startDate: '2026-06-01', endDate: '2026-06-01' };
    calendar[0] = [before];
    expect(budget.quota().day.limit).toBe(Math.floor((45_000 * 2) / 31));
  });

  it('plans each day anew: a day of matches leaves the next one its own share', async () => {
    vi.setSystemTime(Date.parse('2026-06-01T08:00:00Z'));
    const day = { level: 'p1', status: 'live', startDate: '2026-06-01', endDate: '2026-06-01' };
    const budget = aBudget({ perMonth: 50_000, calendar: () => [day] });
    expect(budget.quota().day.limit).toBe(Math.floor((45_000 * 6) / 35));
    await vi.advanceTimersByTimeAsync(DAY);
    expect(budget.quota().day.limit).toBe(Math.floor(45_000 / 29));
  });

  it('takes from today what the day before turns out to have spent', async () => {
    vi.setSystemTime(Date.parse('2026-06-29T23:59:59Z'));
    const { promise, resolve } = Promise.withResolvers<number>();
    const spending = { before: [], days: [], note: () => promise };
    const budget = aBudget({ perMonth: 1_000, spending });
    const sending = askAll(budget, 'live', 1);
    expect(budget.quota().day.used).toBe(1);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(budget.quota().day.limit).toBe(899);
    // Other processes sent most of these.
    resolve(700);
    await sending;
    expect(budget.quota().day.limit).toBe(200);
  });

  it('takes the count of the database where that has more: other processes count, too', async () => {
    const days: RequestsOfDay[] = [];
    const spending = { before: [], days, note: () => Promise.resolve(700) };
    const budget = aBudget({ perDay: 1_000, spending });
    await askAll(budget, 'live', 1);
    expect(budget.quota().day.used).toBe(700);
  });
});

describe('a service that refuses although our count has requests left', () => {
  /** Sends what a probe would, and is refused. */
  const refused = async (budget: Budget): Promise<void> => {
    await budget.run('live', () => Promise.resolve(), NOBODY_GIVES_UP);
    budget.exhausted();
  };

  it('is waited for a minute at a time at first; then its quota is spent elsewhere', async () => {
    const budget = aBudget({ perDay: 1_000 });
    for (let times = 0; times < 3; times += 1) {
      expect(budget.quota().spent).toBeNull();
      await refused(budget);
      await vi.advanceTimersByTimeAsync(times < 2 ? MINUTE : 0);
    }
    expect(budget.quota().spent).toEqual({ by: 'elsewhere', until: Date.now() + 10 * MINUTE });
    expect(await askAll(budget, 'person')).toBe(0);
  });

  it('is probed each ten minutes by one request, and taken at its word when it answers', async () => {
    const budget = aBudget({ perDay: 1_000 });
    for (let times = 0; times < 3; times += 1) {
      await refused(budget);
      await vi.advanceTimersByTimeAsync(times < 2 ? MINUTE : 0);
    }
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    await refused(budget);
    await vi.advanceTimersByTimeAsync(10 * MINUTE - 1);
    expect(await askAll(budget, 'person')).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    const probe = await budget.run('person', (sent) => Promise.resolve(sent), NOBODY_GIVES_UP);
    expect(await askAll(budget, 'live')).toBe(0);
    budget.answered(probe);
    expect(budget.quota().spent).toBeNull();
    expect(await askAll(budget, 'live', 3)).toBe(3);
  });

  it('refuses at once what waits when its quota turns out to be spent elsewhere', async () => {
    const budget = aBudget({ perDay: 1_000 });
    for (let times = 0; times < 2; times += 1) {
      await refused(budget);
      await vi.advanceTimersByTimeAsync(MINUTE);
    }
    await budget.run('live', () => Promise.resolve(), NOBODY_GIVES_UP);
    budget.exhausted(SECOND);
    const waiting = budget.run('person', () => Promise.resolve(), NOBODY_GIVES_UP);
    await expect(waiting).rejects.toBeInstanceOf(QuotaSpent);
  });

  it('that refuses many requests at once has refused once', async () => {
    const budget = aBudget({ perDay: 1_000 });
    await askAll(budget, 'live', 3);
    for (let times = 0; times < 3; times += 1) budget.exhausted();
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    await refused(budget);
    expect(budget.quota().spent).toBeNull();
  });

  it('that asks for a second at a time is not spent within a minute', async () => {
    const budget = aBudget({ perDay: 1_000 });
    await vi.advanceTimersByTimeAsync(MINUTE);
    for (let times = 0; times < 4; times += 1) {
      await budget.run('live', () => Promise.resolve(), NOBODY_GIVES_UP);
      budget.exhausted(SECOND);
      await vi.advanceTimersByTimeAsync(SECOND);
    }
    expect(budget.quota().spent).toBeNull();
  });

  it('that answers between is not spent', async () => {
    const budget = aBudget({ perDay: 1_000 });
    for (let times = 0; times < 6; times += 1) {
      await refused(budget);
      await vi.advanceTimersByTimeAsync(MINUTE);
      budget.answered(await budget.run('live', (sent) => Promise.resolve(sent), NOBODY_GIVES_UP));
    }
    expect(budget.quota().spent).toBeNull();
  });
});
