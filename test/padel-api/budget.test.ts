import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { createBudget, type Budget } from '#src/padel-api/quota/budget.ts';
import type { RequestPriority } from '#src/domain/quota.ts';
import type { SentRequest } from '#src/padel-api/quota/sliding-window-log.ts';

/** The limiter adds this to a minute, since a request takes time to arrive. */
const TRAVEL = 1_000;
/** How long the service's count is valid. */
const PROBE = 5_000;
const PRIORITIES = [
  'person',
  'live',
  'background',
  'refresh',
  'names',
] as const satisfies readonly RequestPriority[];
const NEVER_ABORTS = new AbortController().signal;

let budget: Budget;
let sent: string[];

/** Makes `count` requests and records those sent under a name. */
const makeRequests = (priority: RequestPriority, count: number, name: string = priority): void => {
  for (let index = 0; index < count; index += 1) {
    const request = () => {
      sent.push(name);
      return Promise.resolve();
    };
    // `stop` rejects what is still queued at the end of a test.
    budget.run(priority, request, NEVER_ABORTS).catch(() => undefined);
  }
};

/** Makes one request and returns it. */
const sendOne = (priority: RequestPriority = 'person'): Promise<SentRequest> =>
  budget.run(priority, (one) => Promise.resolve(one), NEVER_ABORTS);

const sentBy = (name: string): number => sent.filter((each) => each === name).length;

beforeEach(() => {
  vi.useFakeTimers({ now: 10 * MINUTE });
  sent = [];
  budget = createBudget({ perMinute: 60, now: Date.now });
});

afterEach(() => {
  budget.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the budget', () => {
  it.each([
    ['person', 42],
    ['live', 24],
    ['background', 18],
    ['refresh', 12],
  ] as const)('gives the %s priority no more than its share: %i', async (priority, share) => {
    makeRequests(priority, 100);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(sentBy(priority)).toBe(share);
  });

  it('keeps the rest of the minute for people, however busy the others are', async () => {
    makeRequests('background', 100);
    makeRequests('live', 100);
    await vi.advanceTimersByTimeAsync(0);
    makeRequests('person', 100);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect([sentBy('background'), sentBy('live'), sentBy('person')]).toEqual([18, 24, 18]);
  });

  it('lets refreshes take nothing that is reserved for live matches and the background', async () => {
    const priorities = ['person', 'live', 'background', 'refresh'] as const;
    for (const priority of priorities.toReversed()) makeRequests(priority, 100);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(priorities.map(sentBy)).toEqual([6, 24, 18, 12]);
    await vi.advanceTimersByTimeAsync(1 + TRAVEL);
    // With all of them queued, refreshes come last.
    expect(priorities.map(sentBy)).toEqual([6 + 42, 24 + 12, 18 + 6, 12]);
  });

  it('paces requests for names at one per six seconds, and counts them with those of people', async () => {
    makeRequests('names', 100);
    expect(sentBy('names')).toBe(1);
    await vi.advanceTimersByTimeAsync(6_000 - 1);
    expect(sentBy('names')).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sentBy('names')).toBe(2);
    await vi.advanceTimersByTimeAsync(MINUTE - 6_000 - 1);
    expect(sentBy('names')).toBe(10);
    makeRequests('person', 42);
    // Names count as refreshes, too; both share seven tenths with people.
    expect(sentBy('person')).toBe(32);
  });

  it('gives refreshes and names one share, in which refreshes go first', async () => {
    budget.exhausted();
    makeRequests('names', 20);
    makeRequests('refresh', 8);
    await vi.advanceTimersByTimeAsync(2 * MINUTE - 1);
    expect([sentBy('refresh'), sentBy('names')]).toEqual([8, 4]);
  });

  it('sends a request as soon as its share allows, even when another has waited longer', async () => {
    makeRequests('live', 24);
    await vi.advanceTimersByTimeAsync(20_000);
    makeRequests('background', 18);
    makeRequests('background', 1, 'late');
    makeRequests('live', 1, 'next');
    await vi.advanceTimersByTimeAsync(MINUTE + TRAVEL - 20_000);
    expect([sentBy('next'), sentBy('late')]).toEqual([1, 0]);
  });

  it('serves people first, then live matches, when every priority is queued', async () => {
    budget.exhausted();
    for (const priority of PRIORITIES.toReversed())
      makeRequests(priority, priority === 'names' ? 1 : 2);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(sent).toEqual([
      ...PRIORITIES.slice(0, -1).flatMap((priority) => [priority, priority]),
      'names',
    ]);
  });

  it('takes its size from perMinute', async () => {
    budget = createBudget({ now: Date.now, perMinute: 10 });
    makeRequests('background', 20);
    makeRequests('person', 20);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect([sentBy('background'), sentBy('person')]).toEqual([3, 5]);
  });

  it('gives the background one request of a budget of one', async () => {
    budget = createBudget({ now: Date.now, perMinute: 1 });
    makeRequests('background', 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(sentBy('background')).toBe(1);
  });
});

describe('the free requests of a priority', () => {
  it('are its share of the minute, minus the requests sent in it', async () => {
    expect(PRIORITIES.map(budget.free)).toEqual([42, 24, 18, 12, 12]);
    makeRequests('person', 5);
    makeRequests('live', 2);
    expect(PRIORITIES.map(budget.free)).toEqual([37, 22, 18, 12, 12]);
    await vi.advanceTimersByTimeAsync(MINUTE + TRAVEL);
    expect(PRIORITIES.map(budget.free)).toEqual([42, 24, 18, 12, 12]);
  });

  it('are none for people who have used up their share, while others may send', () => {
    makeRequests('person', 42);
    expect(budget.free('person')).toBe(0);
    expect(budget.free('live')).toBe(12);
  });

  it('are at most what the service has left, and none while it refuses', async () => {
    budget.correct(7, await sendOne());
    expect(budget.free('person')).toBe(7);
    budget.exhausted();
    expect(budget.free('person')).toBe(0);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(budget.free('person')).toBe(41);
  });

  it('leave out what refreshes and names have used of the common shares', async () => {
    makeRequests('refresh', 12);
    makeRequests('person', 42);
    expect(sentBy('person')).toBe(30);
    expect([budget.free('background'), budget.free('live')]).toEqual([6, 12]);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    makeRequests('names', 1);
    makeRequests('live', 24);
    makeRequests('person', 29);
    expect([budget.free('person'), budget.free('background')]).toEqual([0, 6]);
  });

  it('are none while only single probes are sent', async () => {
    budget.exhausted(5 * MINUTE);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect([budget.turnIn('person'), budget.free('person')]).toEqual([0, 0]);
  });

  it('leave out what earlier processes sent, even in a priority of another release', async () => {
    budget = createBudget({
      perMinute: 60,
      now: Date.now,
      spending: {
        before: [
          { priority: 'of a later release', requests: 20, agoMs: 30_000 },
          { priority: 'live', requests: 20, agoMs: 50_000 },
          { priority: 'person', requests: 10, agoMs: 40_000 },
        ],
        days: [],
        note: () => Promise.resolve(null),
      },
    });
    expect(PRIORITIES.map(budget.free)).toEqual([10, 4, 10, 10, 10]);
    makeRequests('live', 24);
    expect(budget.turnIn('live')).toBe(MINUTE + TRAVEL - 50_000);
    await vi.advanceTimersByTimeAsync(MINUTE + TRAVEL - 50_000);
    expect(sentBy('live')).toBe(24);
    expect(budget.free('person')).toBe(6);
  });

  it('are never negative', async () => {
    const first = await sendOne();
    await vi.advanceTimersByTimeAsync(1);
    makeRequests('person', 5);
    budget.correct(2, first);
    expect(budget.free('person')).toBe(0);
  });
});

describe('the next turn of a priority', () => {
  it('is now while its share is not used up', () => {
    makeRequests('person', 41);
    expect(budget.turnIn('person')).toBe(0);
  });

  it('comes when its oldest request leaves the window, independent of other priorities', async () => {
    makeRequests('person', 42);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(budget.turnIn('person')).toBe(MINUTE + TRAVEL - 20_000);
    expect(budget.turnIn('live')).toBe(0);
  });

  it('comes with the next clock minute after a 429', async () => {
    await vi.advanceTimersByTimeAsync(50_000);
    budget.exhausted();
    expect(budget.turnIn('person')).toBe(10_000);
  });
});

describe('the quota of the minute', () => {
  it('counts the requests of the last minute and resets with the service’s minute', async () => {
    await vi.advanceTimersByTimeAsync(20_000);
    makeRequests('person', 5);
    const minute = { limit: 60, used: 5, left: 55, resetsAt: 11 * MINUTE };
    expect(budget.quota().minute).toEqual(minute);
    await vi.advanceTimersByTimeAsync(MINUTE + TRAVEL);
    const next = { limit: 60, used: 0, left: 60, resetsAt: 12 * MINUTE };
    expect(budget.quota().minute).toEqual(next);
  });
});

describe('the service’s own count', () => {
  it('blocks every priority when nothing is left, until one probe is sent', async () => {
    const one = await sendOne();
    budget.correct(0, one);
    for (const priority of PRIORITIES) makeRequests(priority, 5);
    await vi.advanceTimersByTimeAsync(PROBE - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(['person']);
  });

  it('is probed by one request every five seconds while no response comes', async () => {
    budget.correct(0, await sendOne());
    makeRequests('person', 20);
    await vi.advanceTimersByTimeAsync(4 * PROBE);
    expect(sent).toHaveLength(4);
  });

  it('releases queued requests once it reports something left', async () => {
    budget.correct(0, await sendOne());
    const probe = sendOne();
    makeRequests('person', 20);
    await vi.advanceTimersByTimeAsync(PROBE);
    expect(sent).toEqual([]);
    budget.correct(59, await probe);
    expect(sent).toHaveLength(20);
  });

  it('limits requests when another process uses the same minute', async () => {
    budget.correct(5, await sendOne());
    makeRequests('person', 10);
    await vi.advanceTimersByTimeAsync(PROBE - 1);
    expect(sent).toHaveLength(5);
  });

  it('is reduced by the requests sent after the one that it answered', async () => {
    const first = await sendOne();
    await vi.advanceTimersByTimeAsync(1);
    makeRequests('person', 4);
    budget.correct(10, first);
    makeRequests('live', 20);
    expect(sentBy('live')).toBe(6);
  });

  describe('in its first response', () => {
    it('counts requests from before this process for one minute', async () => {
      budget.correct(20, await sendOne(), 60);
      await vi.advanceTimersByTimeAsync(2 * PROBE);
      for (const priority of ['live', 'background'] as const) makeRequests(priority, 42);
      expect(sent).toHaveLength(20);
      await vi.advanceTimersByTimeAsync(MINUTE - 2 * PROBE + TRAVEL - 1);
      expect(sent).toHaveLength(20);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent.length).toBeGreaterThan(20);
    });

    it('counts nothing from before when all requests are ours', async () => {
      const first = await sendOne();
      await vi.advanceTimersByTimeAsync(10);
      for (let nth = 0; nth < 3; nth += 1) await sendOne();
      // Three requests were sent after it.
      budget.correct(59, first, 60);
      await vi.advanceTimersByTimeAsync(PROBE);
      expect(budget.free('live')).toBe(24);
      expect(budget.free('person')).toBe(38);
    });

    it('counts requests that are sent while it is in flight as ours', async () => {
      const first = await sendOne();
      await vi.advanceTimersByTimeAsync(1);
      makeRequests('live', 1);
      budget.correct(20, first, 60);
      await vi.advanceTimersByTimeAsync(PROBE);
      expect(budget.free('background')).toBe(18);
      makeRequests('live', 23);
      expect(sentBy('live')).toBe(20);
    });

    it('differs from later counts, which are valid for five seconds only', async () => {
      budget.correct(59, await sendOne(), 60);
      await vi.advanceTimersByTimeAsync(1);
      budget.correct(3, await sendOne(), 60);
      await vi.advanceTimersByTimeAsync(PROBE);
      makeRequests('live', 24);
      expect(sent).toHaveLength(24);
    });
  });

  it('comes from the latest response, not from one that was overtaken', async () => {
    const first = await sendOne();
    await vi.advanceTimersByTimeAsync(1);
    const second = await sendOne();
    budget.correct(2, second);
    budget.correct(9, first);
    makeRequests('live', 10);
    await vi.advanceTimersByTimeAsync(PROBE - 1);
    expect(sentBy('live')).toBe(2);
  });

  it('of the previous minute does not block the next one', async () => {
    await vi.advanceTimersByTimeAsync(MINUTE - 100);
    const late = await sendOne();
    await vi.advanceTimersByTimeAsync(200);
    // The last response of a minute arrived in the next one.
    budget.correct(0, late);
    const probe = sendOne();
    makeRequests('person', 30);
    await vi.advanceTimersByTimeAsync(PROBE);
    budget.correct(58, await probe);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(30);
  });
});

describe('a wall clock that jumps by an hour', () => {
  let setBack = 0;

  beforeEach(() => {
    setBack = 0;
    budget = createBudget({ perMinute: 60, now: () => Date.now() - setBack });
  });

  it('blocks no request when set back: earlier requests leave the window on time', async () => {
    makeRequests('person', 42);
    setBack = HOUR;
    makeRequests('person', 42, 'late');
    await vi.advanceTimersByTimeAsync(MINUTE + TRAVEL);
    expect(sentBy('late')).toBe(42);
  });

  it('does not prolong a 429 when set back', async () => {
    budget.exhausted();
    setBack = HOUR;
    for (const priority of PRIORITIES) makeRequests(priority, 1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(sent).toHaveLength(PRIORITIES.length);
  });

  it('does not prolong the service’s count when set back', async () => {
    budget.correct(0, await sendOne());
    setBack = HOUR;
    makeRequests('person', 1);
    await vi.advanceTimersByTimeAsync(PROBE);
    expect(sentBy('person')).toBe(1);
  });

  it('frees no share early when set forward', async () => {
    makeRequests('person', 42);
    setBack = -HOUR;
    makeRequests('person', 42, 'late');
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(sentBy('late')).toBe(0);
  });
});

describe('a 429 of the service', () => {
  it('blocks every priority until the next minute starts', async () => {
    await vi.advanceTimersByTimeAsync(20_000);
    budget.exhausted();
    for (const priority of PRIORITIES) makeRequests(priority, 1);
    await vi.advanceTimersByTimeAsync(39_999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(PRIORITIES);
  });

  it.each([0, 500, 5_000, 90_000])(
    'blocks requests for the %i ms that the service asks for',
    async (wait) => {
      budget.exhausted(wait);
      for (const priority of PRIORITIES) makeRequests(priority, 1);
      if (wait > 0) {
        await vi.advanceTimersByTimeAsync(wait - 1);
        expect(sent).toEqual([]);
      }
      await vi.advanceTimersByTimeAsync(1);
      expect(sent).toHaveLength(PRIORITIES.length);
    },
  );

  it('is not shortened by a later one that asks for less', async () => {
    budget.exhausted(50_000);
    budget.exhausted(1_000);
    makeRequests('person', 1);
    await vi.advanceTimersByTimeAsync(49_999);
    expect(sent).toEqual([]);
  });

  it('blocks no longer when it is repeated', async () => {
    budget.exhausted();
    await vi.advanceTimersByTimeAsync(30_000);
    budget.exhausted();
    makeRequests('person', 1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sentBy('person')).toBe(1);
  });

  it.each([86_400_000, 999_999_999_000])(
    'that asks for %i ms blocks for five minutes, then lets one probe at a time through',
    async (wait) => {
      const timers = vi.fn(setTimeout);
      vi.stubGlobal('setTimeout', timers);
      budget.exhausted(wait);
      for (const priority of PRIORITIES) makeRequests(priority, 4);
      await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
      expect(sent).toEqual([]);
      expect(Math.max(...timers.mock.calls.map(([, delay]) => delay ?? 0))).toBe(5 * MINUTE);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent).toEqual(['person']);
      await vi.advanceTimersByTimeAsync(PROBE - 1);
      expect(sent).toEqual(['person']);
      expect(budget.free('person')).toBe(0);
    },
  );

  it('ends with the first response to a request that was sent after it', async () => {
    const before = await sendOne();
    await vi.advanceTimersByTimeAsync(1_000);
    budget.exhausted(86_400_000);
    const since = Date.now();
    budget.answered(before);
    expect(budget.rateLimitedSince()).toBe(since);
    const probe = sendOne();
    makeRequests('live', 3);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(sent).toEqual([]);
    budget.answered(await probe);
    expect(budget.rateLimitedSince()).toBeNull();
    expect(sent).toEqual(['live', 'live', 'live']);
  });

  it('that a probe repeats blocks for five more minutes and keeps its start time', async () => {
    budget.exhausted(86_400_000);
    const since = Date.now();
    makeRequests('live', 3);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    budget.exhausted(86_400_000);
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
    expect(sent).toEqual(['live']);
    expect(budget.rateLimitedSince()).toBe(since);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(['live', 'live']);
  });
});

describe('a queued request', () => {
  it.each(PRIORITIES)(
    'in the %s priority is rejected when its signal aborts, and never sent',
    async (priority) => {
      budget.exhausted();
      const giveUp = new AbortController();
      const request = vi.fn(() => Promise.resolve());
      const waiting = budget.run(priority, request, giveUp.signal);
      const ended = expect(waiting).rejects.toThrow('too late');
      await vi.advanceTimersByTimeAsync(10);
      giveUp.abort(new Error('too late'));
      await ended;
      await vi.advanceTimersByTimeAsync(2 * MINUTE);
      expect(request).not.toHaveBeenCalled();
    },
  );

  it('is rejected when the budget stops, as is any later one', async () => {
    budget.exhausted();
    const waiting = budget.run('live', () => Promise.resolve(), NEVER_ABORTS);
    const ended = expect(waiting).rejects.toThrow('the budget has stopped');
    await vi.advanceTimersByTimeAsync(10);
    budget.stop();
    await ended;
    expect(vi.getTimerCount()).toBe(0);
    const late = budget.run('live', () => Promise.resolve(), NEVER_ABORTS);
    await expect(late).rejects.toThrow('the budget has stopped');
  });

  it('counts as waiting until it is sent or aborted', async () => {
    const giveUp = new AbortController();
    budget.exhausted();
    makeRequests('live', 2);
    const waiting = budget.run('person', () => Promise.resolve(), giveUp.signal);
    expect(budget.waiting()).toBe(3);
    giveUp.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
    expect(budget.waiting()).toBe(2);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(budget.waiting()).toBe(0);
  });

  it('is never sent when its signal was aborted before', async () => {
    const request = vi.fn(() => Promise.resolve());
    const waiting = budget.run('person', request, AbortSignal.abort(new Error('too late')));
    await expect(waiting).rejects.toThrow('too late');
    expect(request).not.toHaveBeenCalled();
  });

  it('is no longer rejected by its signal once it is sent', async () => {
    const giveUp = new AbortController();
    const { promise, resolve } = Promise.withResolvers<string>();
    const running = budget.run('person', () => promise, giveUp.signal);
    await vi.advanceTimersByTimeAsync(0);
    giveUp.abort(new Error('too late'));
    resolve('answer');
    await expect(running).resolves.toBe('answer');
  });

  it('that fails does not affect the next one', async () => {
    const failing = budget.run('live', () => Promise.reject(new Error('no')), NEVER_ABORTS);
    await expect(failing).rejects.toThrow('no');
    await expect(budget.run('live', () => Promise.resolve(1), NEVER_ABORTS)).resolves.toBe(1);
  });
});
