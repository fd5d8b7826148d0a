import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { createBudget, type Budget, type BudgetOptions } from '#src/padel-api/quota/budget.ts';
import { QuotaSpent } from '#src/padel-api/errors.ts';
import { REQUEST_PRIORITIES, type RequestPriority } from '#src/domain/quota.ts';
import type { CalendarEntry } from '#src/padel-api/quota/calendar.ts';
import type { RequestsOfDay } from '#src/padel-api/quota/request-counts.ts';

const NEVER_ABORTS = new AbortController().signal;

/** The last day of a month: everything left of it may be spent. */
const LAST = Date.parse('2026-06-30T12:00:00Z');
const MIDNIGHT = Date.parse('2026-07-01T00:00:00Z');

const opened: Budget[] = [];

const aBudget = (options: Partial<BudgetOptions>): Budget => {
  const budget = createBudget({
    now: Date.now,
    monotonic: Date.now,
    perMinute: Infinity,
    ...options,
  });
  opened.push(budget);
  return budget;
};

/** Requests that another process counted before. */
const counted = (days: readonly RequestsOfDay[]) => ({
  spending: { before: [], days, note: () => Promise.resolve(null) },
});

/** Sends until it is refused; returns the number sent. */
const sendAll = async (
  budget: Budget,
  priority: RequestPriority,
  most = 10_000,
): Promise<number> => {
  for (let sent = 0; sent < most; sent += 1) {
    try {
      await budget.run(priority, () => Promise.resolve(), NEVER_ABORTS);
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
  it('is nine tenths of the plan’s limit, and rejects further requests at once', async () => {
    const budget = aBudget({ perDay: 1_000 });
    for (const priority of REQUEST_PRIORITIES.toReversed()) await sendAll(budget, priority);
    expect(budget.quota().day).toEqual({ limit: 900, used: 900, left: 0, resetsAt: MIDNIGHT });
    expect(budget.quota().spent).toEqual(
      REQUEST_PRIORITIES.map((priority) => ({ priority, by: 'day', until: MIDNIGHT })),
    );
  });

  it('stops the last priorities first, and reserves a share for the first three', async () => {
    const budget = aBudget({ perDay: 1_112 });
    // 1,000 in all: 150 reserved for people, 200 for live matches, 100 for the background.
    expect(await sendAll(budget, 'names')).toBe(150);
    expect(await sendAll(budget, 'refresh')).toBe(150);
    expect(await sendAll(budget, 'background')).toBe(200);
    expect(await sendAll(budget, 'live')).toBe(350);
    expect(await sendAll(budget, 'person')).toBe(150);
  });

  it('lets people use all but the reserves of live matches and the background', async () => {
    const budget = aBudget({ perDay: 1_112 });
    expect(budget.free('person')).toBe(700);
    expect(await sendAll(budget, 'person')).toBe(700);
    expect([await sendAll(budget, 'live'), await sendAll(budget, 'background')]).toEqual([
      200, 100,
    ]);
  });

  it('resets at midnight of the service’s clock', async () => {
    const budget = aBudget({ perDay: 100, serviceNow: () => Date.now() + HOUR });
    await sendAll(budget, 'person');
    await vi.advanceTimersByTimeAsync(11 * HOUR - 1);
    expect(await sendAll(budget, 'person')).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await sendAll(budget, 'person', 5)).toBe(5);
  });

  it('rejects queued requests when the day is spent while they wait', async () => {
    const budget = aBudget({ perDay: 10, perMinute: 4 });
    const waiting = Array.from({ length: 12 }, () =>
      budget.run('person', () => Promise.resolve(), NEVER_ABORTS),
    );
    const settled = Promise.allSettled(waiting);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(budget.waiting()).toBe(0);
  });

  it('keeps three requests for each match that waits for its result, and refuses those last', async () => {
    let matches = 20;
    const budget = aBudget({ perDay: 1_112, resultsToday: () => matches });
    const others = REQUEST_PRIORITIES.filter((priority) => priority !== 'result');
    for (const priority of others.toReversed()) await sendAll(budget, priority);
    expect(budget.quota().day.left).toBe(60);
    expect(budget.quota().spent.map(({ priority }) => priority)).toEqual(others);
    expect(await sendAll(budget, 'result', 40)).toBe(40);
    // Confirmed matches release what is left.
    matches = 0;
    expect(await sendAll(budget, 'live')).toBeGreaterThan(0);
  });

  it('reads results beyond its share of the month', async () => {
    vi.setSystemTime(Date.parse('2026-06-01T08:00:00Z'));
    const budget = aBudget({ perDay: 1_000, perMonth: 3_000, resultsToday: () => 10 });
    await sendAll(budget, 'person');
    await sendAll(budget, 'live');
    expect(budget.quota().day.limit).toBe(90);
    expect(await sendAll(budget, 'result', 300)).toBe(300);
  });

  it('is unlimited when the plan has no limit', async () => {
    expect(await sendAll(aBudget({}), 'names', 1)).toBe(1);
    expect(aBudget({}).quota().day).toMatchObject({ limit: null, left: null });
  });
});

describe('the budget of a month', () => {
  it('limits the days of a plan without a daily limit', async () => {
    // Of 90, 13 are reserved for people, 9 for the background.
    expect(await sendAll(aBudget({ perMonth: 100 }), 'live')).toBe(68);
  });

  it('counts the requests of earlier processes, and resets in the next month', async () => {
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
    expect(await sendAll(budget, 'live')).toBe(50);
    expect(budget.spent('live')).toEqual({ priority: 'live', by: 'month', until: MIDNIGHT });
    await vi.advanceTimersByTimeAsync(MIDNIGHT - Date.now());
    expect(budget.quota().month).toMatchObject({ used: 0, left: 45_000 });
    expect(await sendAll(budget, 'person', 1)).toBe(1);
  });

  it('reserves requests for a later tournament, and only raises the limit during a day', () => {
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
    expect(budget.quota().day.limit).toBe(3_600);
  });

  it('plans each day by itself: a match day leaves the next day its own share', async () => {
    vi.setSystemTime(Date.parse('2026-06-01T08:00:00Z'));
    const day = { level: 'p1', status: 'live', startDate: '2026-06-01', endDate: '2026-06-01' };
    const budget = aBudget({ perMonth: 50_000, calendar: () => [day] });
    expect(budget.quota().day.limit).toBe(Math.floor((45_000 * 7) / 36));
    await vi.advanceTimersByTimeAsync(DAY);
    expect(budget.quota().day.limit).toBe(Math.floor(45_000 / 29));
  });

  it('reduces today’s limit by late counts of the day before', async () => {
    vi.setSystemTime(Date.parse('2026-06-29T23:59:59Z'));
    const { promise, resolve } = Promise.withResolvers<number>();
    const spending = { before: [], days: [], note: () => promise };
    const budget = aBudget({ perMonth: 1_000, spending });
    const sending = sendAll(budget, 'live', 1);
    expect(budget.quota().day.used).toBe(1);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(budget.quota().day.limit).toBe(899);
    // Other processes sent most of these.
    resolve(700);
    await sending;
    expect(budget.quota().day.limit).toBe(200);
  });

  it('uses the database’s count when it is higher, as other processes count, too', async () => {
    const days: RequestsOfDay[] = [];
    const spending = { before: [], days, note: () => Promise.resolve(700) };
    const budget = aBudget({ perDay: 1_000, spending });
    await sendAll(budget, 'live', 1);
    expect(budget.quota().day.used).toBe(700);
  });
});

describe('a service that sends 429s although our count has requests left', () => {
  /** Sends a request as a probe does, and gets a 429. */
  const refused = async (budget: Budget): Promise<void> => {
    await budget.run('live', () => Promise.resolve(), NEVER_ABORTS);
    budget.exhausted();
  };

  it('is retried each minute, and after the third 429 its quota counts as spent elsewhere', async () => {
    const budget = aBudget({ perDay: 1_000 });
    for (let times = 0; times < 3; times += 1) {
      expect(budget.quota().spent).toEqual([]);
      await refused(budget);
      await vi.advanceTimersByTimeAsync(times < 2 ? MINUTE : 0);
    }
    expect(budget.spent('person')).toEqual({
      ...{ priority: 'person', by: 'elsewhere', until: Date.now() + 10 * MINUTE },
    });
    expect(await sendAll(budget, 'person')).toBe(0);
  });

  it('is probed by one request every ten minutes, until it answers one', async () => {
    const budget = aBudget({ perDay: 1_000 });
    for (let times = 0; times < 3; times += 1) {
      await refused(budget);
      await vi.advanceTimersByTimeAsync(times < 2 ? MINUTE : 0);
    }
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    await refused(budget);
    await vi.advanceTimersByTimeAsync(10 * MINUTE - 1);
    expect(await sendAll(budget, 'person')).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    const probe = await budget.run('person', (sent) => Promise.resolve(sent), NEVER_ABORTS);
    expect(await sendAll(budget, 'live')).toBe(0);
    budget.answered(probe);
    expect(budget.quota().spent).toEqual([]);
    expect(await sendAll(budget, 'live', 3)).toBe(3);
  });

  it('makes queued requests fail at once when its quota counts as spent elsewhere', async () => {
    const budget = aBudget({ perDay: 1_000 });
    for (let times = 0; times < 2; times += 1) {
      await refused(budget);
      await vi.advanceTimersByTimeAsync(MINUTE);
    }
    await budget.run('live', () => Promise.resolve(), NEVER_ABORTS);
    budget.exhausted(SECOND);
    const waiting = budget.run('person', () => Promise.resolve(), NEVER_ABORTS);
    await expect(waiting).rejects.toBeInstanceOf(QuotaSpent);
  });

  it('that refuses many requests at the same time has refused once', async () => {
    const budget = aBudget({ perDay: 1_000 });
    await sendAll(budget, 'live', 3);
    for (let times = 0; times < 3; times += 1) budget.exhausted();
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    await refused(budget);
    expect(budget.quota().spent).toEqual([]);
  });

  it('that asks for one second at a time is not spent within a minute', async () => {
    const budget = aBudget({ perDay: 1_000 });
    await vi.advanceTimersByTimeAsync(MINUTE);
    for (let times = 0; times < 4; times += 1) {
      await budget.run('live', () => Promise.resolve(), NEVER_ABORTS);
      budget.exhausted(SECOND);
      await vi.advanceTimersByTimeAsync(SECOND);
    }
    expect(budget.quota().spent).toEqual([]);
  });

  it('that answers in between is not spent', async () => {
    const budget = aBudget({ perDay: 1_000 });
    for (let times = 0; times < 6; times += 1) {
      await refused(budget);
      await vi.advanceTimersByTimeAsync(MINUTE);
      budget.answered(await budget.run('live', (sent) => Promise.resolve(sent), NEVER_ABORTS));
    }
    expect(budget.quota().spent).toEqual([]);
  });
});
