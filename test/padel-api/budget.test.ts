import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { createBudget, type Budget } from '#src/padel-api/quota/budget.ts';
import type { RequestPriority } from '#src/padel-api/quota/request-priority.ts';
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
const NOBODY_GIVES_UP = new AbortController().signal;

let budget: Budget;
let sent: string[];

/** Makes `count` requests and records those sent under a name. */
const ask = (priority: RequestPriority, count: number, name: string = priority): void => {
  for (let index = 0; index < count; index += 1) {
    const request = () => {
      sent.push(name);
      return Promise.resolve();
    };
    // `stop` rejects what is still queued at the end of a test.
    budget.run(priority, request, NOBODY_GIVES_UP).catch(() => undefined);
  }
};

/** Makes one request and returns it. */
const sendOne = (priority: RequestPriority = 'person'): Promise<SentRequest> =>
  budget.run(priority, (one) => Promise.resolve(one), NOBODY_GIVES_UP);

const sentBy = (name: string): number => sent.filter((each) => each === name).length;

beforeEach(() => {
  vi.useFakeTimers({ now: 10 * MINUTE });
  sent = [];
  budget = createBudget({ now: Date.now });
});

afterEach(() => {
  budget.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the budget', () => {
  it('lets sixty requests go in any minute, and no more', async () => {
    for (const priority of PRIORITIES) ask(priority, 100);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(sent).toHaveLength(60);
    await vi.advanceTimersByTimeAsync(MINUTE + TRAVEL);
    expect(sent).toHaveLength(120);
  });

  it('counts any sixty seconds, not those of the clock', async () => {
    await vi.advanceTimersByTimeAsync(50_000);
    ask('person', 42);
    await vi.advanceTimersByTimeAsync(15_000);
    ask('person', 42, 'late');
    await vi.advanceTimersByTimeAsync(45_999);
    expect(sentBy('late')).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(sentBy('late')).toBe(42);
  });

  it('is not doubled by a burst after a trickle', async () => {
    ask('person', 1);
    await vi.advanceTimersByTimeAsync(59_000);
    ask('person', 41);
    await vi.advanceTimersByTimeAsync(500);
    ask('person', 42, 'burst');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sentBy('person')).toBe(42);
    expect(sentBy('burst')).toBe(1);
  });

  it.each([
    ['person', 42],
    ['live', 24],
    ['background', 18],
    ['refresh', 12],
  ] as const)('gives the %s priority no more than its share: %i', async (priority, share) => {
    ask(priority, 100);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(sentBy(priority)).toBe(share);
  });

  it('keeps the rest of the minute for people, however busy the others are', async () => {
    ask('background', 100);
    ask('live', 100);
    await vi.advanceTimersByTimeAsync(0);
    ask('person', 100);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect([sentBy('background'), sentBy('live'), sentBy('person')]).toEqual([18, 24, 18]);
  });

  it('lets a refresh take nothing of what is kept for the live matches and the background', async () => {
    const priorities = ['person', 'live', 'background', 'refresh'] as const;
    for (const priority of priorities.toReversed()) ask(priority, 100);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(priorities.map(sentBy)).toEqual([6, 24, 18, 12]);
    await vi.advanceTimersByTimeAsync(1 + TRAVEL);
    // With all of them queued, it is the last.
    expect(priorities.map(sentBy)).toEqual([6 + 42, 24 + 12, 18 + 6, 12]);
  });

  it('lets the names through evenly, one in six seconds, and takes no turn of others for them', async () => {
    ask('names', 100);
    expect(sentBy('names')).toBe(1);
    await vi.advanceTimersByTimeAsync(6_000 - 1);
    expect(sentBy('names')).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sentBy('names')).toBe(2);
    await vi.advanceTimersByTimeAsync(MINUTE - 6_000 - 1);
    expect(sentBy('names')).toBe(10);
    ask('person', 42);
    // Names count as refreshes, too; both share seven tenths with people.
    expect(sentBy('person')).toBe(32);
  });

  it('gives refreshes and names one share, in which a refresh goes first', async () => {
    budget.exhausted();
    ask('names', 20);
    ask('refresh', 8);
    await vi.advanceTimersByTimeAsync(2 * MINUTE - 1);
    expect([sentBy('refresh'), sentBy('names')]).toEqual([8, 4]);
  });

  it('sends each as soon as its own share lets it, whoever else waits for longer', async () => {
    ask('live', 24);
    await vi.advanceTimersByTimeAsync(20_000);
    ask('background', 18);
    ask('background', 1, 'late');
    ask('live', 1, 'next');
    await vi.advanceTimersByTimeAsync(MINUTE + TRAVEL - 20_000);
    expect([sentBy('next'), sentBy('late')]).toEqual([1, 0]);
  });

  it('serves people first, then live matches, when everybody waits', async () => {
    budget.exhausted();
    for (const priority of PRIORITIES.toReversed()) ask(priority, priority === 'names' ? 1 : 2);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(sent).toEqual([
      ...PRIORITIES.slice(0, -1).flatMap((priority) => [priority, priority]),
      'names',
    ]);
  });

  it('has the size that it is told', async () => {
    budget = createBudget({ now: Date.now, perMinute: 10 });
    ask('background', 20);
    ask('person', 20);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect([sentBy('background'), sentBy('person')]).toEqual([3, 5]);
  });

  it('gives every priority at least one request of the smallest budget', async () => {
    budget = createBudget({ now: Date.now, perMinute: 1 });
    ask('background', 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(sentBy('background')).toBe(1);
  });
});

describe('what is free', () => {
  it('is a priority’s share of the minute, less what was sent in it', async () => {
    expect(PRIORITIES.map(budget.free)).toEqual([42, 24, 18, 12, 12]);
    ask('person', 5);
    ask('live', 2);
    expect(PRIORITIES.map(budget.free)).toEqual([37, 22, 18, 12, 12]);
    await vi.advanceTimersByTimeAsync(MINUTE + TRAVEL);
    expect(PRIORITIES.map(budget.free)).toEqual([42, 24, 18, 12, 12]);
  });

  it('is nothing for people who have used up their share, though others may send', () => {
    ask('person', 42);
    expect(budget.free('person')).toBe(0);
    expect(budget.free('live')).toBe(12);
  });

  it('is no more than the service has left, and nothing while it refuses', async () => {
    budget.correct(7, await sendOne());
    expect(budget.free('person')).toBe(7);
    budget.exhausted();
    expect(budget.free('person')).toBe(0);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(budget.free('person')).toBe(41);
  });

  it('is what a burst of refreshes or names has left, of the parts that they share', async () => {
    ask('refresh', 12);
    ask('person', 42);
    expect(sentBy('person')).toBe(30);
    expect([budget.free('background'), budget.free('live')]).toEqual([6, 12]);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    ask('names', 1);
    ask('live', 24);
    ask('person', 29);
    expect([budget.free('person'), budget.free('background')]).toEqual([0, 6]);
  });

  it('is nothing while the service is asked by single requests', async () => {
    budget.exhausted(5 * MINUTE);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect([budget.turnIn('person'), budget.free('person')]).toEqual([0, 0]);
  });

  it('is what processes before have left of the minute, also those of another release', async () => {
    budget = createBudget({
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
    ask('live', 24);
    expect(budget.turnIn('live')).toBe(MINUTE + TRAVEL - 50_000);
    await vi.advanceTimersByTimeAsync(MINUTE + TRAVEL - 50_000);
    expect(sentBy('live')).toBe(24);
    expect(budget.free('person')).toBe(6);
  });

  it('is never less than nothing', async () => {
    const first = await sendOne();
    await vi.advanceTimersByTimeAsync(1);
    ask('person', 5);
    budget.correct(2, first);
    expect(budget.free('person')).toBe(0);
  });
});

describe('the next turn of a priority', () => {
  it('is now as long as it has something left', () => {
    ask('person', 41);
    expect(budget.turnIn('person')).toBe(0);
  });

  it('comes when the oldest of its requests leaves the minute, and not with another priority’s', async () => {
    ask('person', 42);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(budget.turnIn('person')).toBe(MINUTE + TRAVEL - 20_000);
    expect(budget.turnIn('live')).toBe(0);
  });

  it('comes with the next minute after a refusal', async () => {
    await vi.advanceTimersByTimeAsync(50_000);
    budget.exhausted();
    expect(budget.turnIn('person')).toBe(10_000);
  });
});

describe('the quota of the minute', () => {
  it('is what was sent in the last one, and ends with the service’s', async () => {
    await vi.advanceTimersByTimeAsync(20_000);
    ask('person', 5);
    const minute = { limit: 60, used: 5, left: 55, resetsAt: 11 * MINUTE };
    expect(budget.quota().minute).toEqual(minute);
    await vi.advanceTimersByTimeAsync(MINUTE + TRAVEL);
    const next = { limit: 60, used: 0, left: 60, resetsAt: 12 * MINUTE };
    expect(budget.quota().minute).toEqual(next);
  });
});

describe('the service’s own count', () => {
  it('holds every priority when nothing is left, until one request has found out more', async () => {
    const one = await sendOne();
    budget.correct(0, one);
    for (const priority of PRIORITIES) ask(priority, 5);
    await vi.advanceTimersByTimeAsync(PROBE - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(['person']);
  });

  it('is asked for every five seconds by one request while no answer comes', async () => {
    budget.correct(0, await sendOne());
    ask('person', 20);
    await vi.advanceTimersByTimeAsync(4 * PROBE);
    expect(sent).toHaveLength(4);
  });

  it('lets everybody go on once it says that there is something left', async () => {
    budget.correct(0, await sendOne());
    const probe = sendOne();
    ask('person', 20);
    await vi.advanceTimersByTimeAsync(PROBE);
    expect(sent).toEqual([]);
    budget.correct(59, await probe);
    expect(sent).toHaveLength(20);
  });

  it('is the truth when another process takes from the same minute', async () => {
    budget.correct(5, await sendOne());
    ask('person', 10);
    await vi.advanceTimersByTimeAsync(PROBE - 1);
    expect(sent).toHaveLength(5);
  });

  it('is one of the moment at which it answered: what was sent since is not in it', async () => {
    const first = await sendOne();
    await vi.advanceTimersByTimeAsync(1);
    ask('person', 4);
    budget.correct(10, first);
    ask('live', 20);
    expect(sentBy('live')).toBe(6);
  });

  describe('in its first answer', () => {
    it('tells what was sent before this process began: for a minute, that counts, too', async () => {
      budget.correct(20, await sendOne(), 60);
      await vi.advanceTimersByTimeAsync(2 * PROBE);
      for (const priority of ['live', 'background'] as const) ask(priority, 42);
      expect(sent).toHaveLength(20);
      await vi.advanceTimersByTimeAsync(MINUTE - 2 * PROBE + TRAVEL - 1);
      expect(sent).toHaveLength(20);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent.length).toBeGreaterThan(20);
    });

    it('tells nothing of before when all of it is ours', async () => {
      const first = await sendOne();
      await vi.advanceTimersByTimeAsync(10);
      for (let nth = 0; nth < 3; nth += 1) await sendOne();
      // Three were sent after it.
      budget.correct(59, first, 60);
      await vi.advanceTimersByTimeAsync(PROBE);
      expect(budget.free('live')).toBe(24);
      expect(budget.free('person')).toBe(38);
    });

    it('counts what is sent while it is on its way as ours', async () => {
      const first = await sendOne();
      await vi.advanceTimersByTimeAsync(1);
      ask('live', 1);
      budget.correct(20, first, 60);
      await vi.advanceTimersByTimeAsync(PROBE);
      expect(budget.free('background')).toBe(18);
      ask('live', 23);
      expect(sentBy('live')).toBe(20);
    });

    it('and only there: later, what others take is theirs for as long as it is believed', async () => {
      budget.correct(59, await sendOne(), 60);
      await vi.advanceTimersByTimeAsync(1);
      budget.correct(3, await sendOne(), 60);
      await vi.advanceTimersByTimeAsync(PROBE);
      ask('live', 24);
      expect(sent).toHaveLength(24);
    });
  });

  it('is told by the last answer, not by one that was overtaken', async () => {
    const first = await sendOne();
    await vi.advanceTimersByTimeAsync(1);
    const second = await sendOne();
    budget.correct(2, second);
    budget.correct(9, first);
    ask('live', 10);
    await vi.advanceTimersByTimeAsync(PROBE - 1);
    expect(sentBy('live')).toBe(2);
  });

  it('of a minute that has passed does not lock the next one', async () => {
    await vi.advanceTimersByTimeAsync(MINUTE - 100);
    const late = await sendOne();
    await vi.advanceTimersByTimeAsync(200);
    // The last response of a minute arrived in the next one.
    budget.correct(0, late);
    const probe = sendOne();
    ask('person', 30);
    await vi.advanceTimersByTimeAsync(PROBE);
    budget.correct(58, await probe);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(30);
  });

  it('of one minute is none of the next', async () => {
    budget.correct(0, await sendOne());
    const next = sendOne();
    await vi.advanceTimersByTimeAsync(MINUTE);
    budget.correct(59, await next);
    ask('person', 20);
    expect(sentBy('person')).toBe(20);
  });

  it('of long ago says nothing', async () => {
    budget.correct(3, await sendOne());
    await vi.advanceTimersByTimeAsync(PROBE);
    ask('person', 30);
    expect(sentBy('person')).toBe(30);
  });
});

describe('a wall clock that is set back an hour', () => {
  let setBack = 0;

  beforeEach(() => {
    setBack = 0;
    budget = createBudget({ now: () => Date.now() - setBack });
  });

  it('stops nobody: what was sent before leaves the minute in its time', async () => {
    ask('person', 42);
    setBack = HOUR;
    ask('person', 42, 'late');
    await vi.advanceTimersByTimeAsync(MINUTE + TRAVEL);
    expect(sentBy('late')).toBe(42);
  });

  it('makes no refusal longer', async () => {
    budget.exhausted();
    setBack = HOUR;
    for (const priority of PRIORITIES) ask(priority, 1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(sent).toHaveLength(PRIORITIES.length);
  });

  it('makes no count of the service hold longer', async () => {
    budget.correct(0, await sendOne());
    setBack = HOUR;
    ask('person', 1);
    await vi.advanceTimersByTimeAsync(PROBE);
    expect(sentBy('person')).toBe(1);
  });

  it('lets nobody through twice', async () => {
    ask('person', 42);
    setBack = -HOUR;
    ask('person', 42, 'late');
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(sentBy('late')).toBe(0);
  });
});

describe('a refusal of the service', () => {
  it('holds every priority until the next minute begins', async () => {
    await vi.advanceTimersByTimeAsync(20_000);
    budget.exhausted();
    for (const priority of PRIORITIES) ask(priority, 1);
    await vi.advanceTimersByTimeAsync(39_999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(PRIORITIES);
  });

  it.each([0, 500, 5_000, 90_000])(
    'holds for the %i ms that the service asks for',
    async (wait) => {
      budget.exhausted(wait);
      for (const priority of PRIORITIES) ask(priority, 1);
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
    ask('person', 1);
    await vi.advanceTimersByTimeAsync(49_999);
    expect(sent).toEqual([]);
  });

  it('said twice holds no longer than once', async () => {
    budget.exhausted();
    await vi.advanceTimersByTimeAsync(30_000);
    budget.exhausted();
    ask('person', 1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sentBy('person')).toBe(1);
  });

  it.each([86_400_000, 999_999_999_000])(
    'that asks for %i ms is believed for five minutes; then one request at a time probes',
    async (wait) => {
      const timers = vi.fn(setTimeout);
      vi.stubGlobal('setTimeout', timers);
      budget.exhausted(wait);
      for (const priority of PRIORITIES) ask(priority, 4);
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

  it('is over with the first answer to a request that was sent after it', async () => {
    const before = await sendOne();
    await vi.advanceTimersByTimeAsync(1_000);
    budget.exhausted(86_400_000);
    const since = Date.now();
    budget.answered(before);
    expect(budget.rateLimitedSince()).toBe(since);
    const probe = sendOne();
    ask('live', 3);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(sent).toEqual([]);
    budget.answered(await probe);
    expect(budget.rateLimitedSince()).toBeNull();
    expect(sent).toEqual(['live', 'live', 'live']);
  });

  it('that is repeated by the probe holds for five minutes more, and is as old as the first', async () => {
    budget.exhausted(86_400_000);
    const since = Date.now();
    ask('live', 3);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    budget.exhausted(86_400_000);
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
    expect(sent).toEqual(['live']);
    expect(budget.rateLimitedSince()).toBe(since);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(['live', 'live']);
  });
});

describe('a request that waits', () => {
  it.each(PRIORITIES)(
    'in the %s priority is given up when its signal says so, and never sent',
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

  it('ends when the budget stops', async () => {
    budget.exhausted();
    const waiting = budget.run('live', () => Promise.resolve(), NOBODY_GIVES_UP);
    const ended = expect(waiting).rejects.toThrow('the budget has stopped');
    await vi.advanceTimersByTimeAsync(10);
    budget.stop();
    await ended;
    expect(vi.getTimerCount()).toBe(0);
    const late = budget.run('live', () => Promise.resolve(), NOBODY_GIVES_UP);
    await expect(late).rejects.toThrow('the budget has stopped');
  });

  it('is counted among those that wait, until it is sent or given up', async () => {
    const giveUp = new AbortController();
    budget.exhausted();
    ask('live', 2);
    const waiting = budget.run('person', () => Promise.resolve(), giveUp.signal);
    expect(budget.waiting()).toBe(3);
    giveUp.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
    expect(budget.waiting()).toBe(2);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(budget.waiting()).toBe(0);
  });

  it('takes no turn when it was given up before it asked', async () => {
    const request = vi.fn(() => Promise.resolve());
    const waiting = budget.run('person', request, AbortSignal.abort(new Error('too late')));
    await expect(waiting).rejects.toThrow('too late');
    expect(request).not.toHaveBeenCalled();
  });

  it('is not given up once it is sent: that is for the request itself', async () => {
    const giveUp = new AbortController();
    const { promise, resolve } = Promise.withResolvers<string>();
    const running = budget.run('person', () => promise, giveUp.signal);
    await vi.advanceTimersByTimeAsync(0);
    giveUp.abort(new Error('too late'));
    resolve('answer');
    await expect(running).resolves.toBe('answer');
  });

  it('is never sent after the budget has stopped', async () => {
    budget.exhausted();
    for (const priority of PRIORITIES) ask(priority, 3);
    budget.stop();
    for (const priority of PRIORITIES) ask(priority, 3);
    await vi.advanceTimersByTimeAsync(3 * MINUTE);
    expect(sent).toEqual([]);
  });

  it('that fails, fails alone', async () => {
    const failing = budget.run('live', () => Promise.reject(new Error('no')), NOBODY_GIVES_UP);
    await expect(failing).rejects.toThrow('no');
    await expect(budget.run('live', () => Promise.resolve(1), NOBODY_GIVES_UP)).resolves.toBe(1);
  });
});
