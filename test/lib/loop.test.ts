import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLoop, type Loop, type LoopOptions } from '#src/lib/loop.ts';

let loop: Loop | undefined;

beforeEach(() => vi.useFakeTimers());

afterEach(async () => {
  await loop?.stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const aLoop = (run: LoopOptions['run'], more: Partial<LoopOptions> = {}) => {
  const watched = vi.fn(run);
  const onError = vi.fn();
  loop = startLoop({ run: watched, onError, ...more });
  return { run: watched, onError, loop };
};

/** A run that lasts until the test ends it. */
const pendingRun = () => {
  const ends: (() => void)[] = [];
  const run = () =>
    new Promise<null>((resolve) =>
      ends.push(() => {
        resolve(null);
      }),
    );
  return { run, end: () => ends.shift()?.() };
};

const soon = () => vi.advanceTimersByTimeAsync(0);

describe('a loop', () => {
  it('retries with growing delays and jitter while it fails, and starts over after a success', async () => {
    let isFailing = true;
    const { run } = aLoop(
      () => (isFailing ? Promise.reject(new Error('down')) : Promise.resolve(50)),
      { retryDelayMs: 100, maxRetryDelayMs: 400, random: () => 1 },
    );
    const waits: number[] = [];
    for (let failures = 0; failures < 4; failures += 1) {
      const before = Date.now();
      await vi.advanceTimersToNextTimerAsync();
      waits.push(Date.now() - before);
    }
    expect(waits).toEqual([120, 240, 480, 480]);
    isFailing = false;
    await vi.advanceTimersByTimeAsync(480);
    const runs = run.mock.calls.length;
    isFailing = true;
    await vi.advanceTimersByTimeAsync(50 + 120);
    expect(run).toHaveBeenCalledTimes(runs + 2);
  });

  it('runs at once, and again after the delay that the run returns', async () => {
    const { run } = aLoop(() => Promise.resolve(500));
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(499);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('waits until it is woken when the run returns null', async () => {
    const { run, loop: started } = aLoop(() => Promise.resolve(null));
    await vi.advanceTimersByTimeAsync(10 * 24 * 60 * 60_000);
    expect(run).toHaveBeenCalledTimes(1);
    started.wake();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('runs once when it is woken early, and starts its delay again', async () => {
    const { run, loop: started } = aLoop(() => Promise.resolve(500));
    await soon();
    started.wake();
    await soon();
    expect(run).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(499);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('never runs concurrently, and runs once more after any number of wakes during a run', async () => {
    const { run: work, end } = pendingRun();
    const { run, loop: started } = aLoop(work);
    for (let wakes = 0; wakes < 5; wakes += 1) started.wake();
    await soon();
    expect(run).toHaveBeenCalledTimes(1);
    end();
    await soon();
    expect(run).toHaveBeenCalledTimes(2);
    end();
    await soon();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['runs again at once after a negative delay', -5, 0],
    ['waits for the longest time of a timer after a longer delay', 1e12, 2 ** 31 - 1],
  ])('%s', async (_reason, delayMs, after) => {
    let next: number | null = delayMs;
    const { run } = aLoop(() => {
      const answer = next;
      next = null;
      return Promise.resolve(answer);
    });
    await soon();
    if (after > 0) {
      await vi.advanceTimersByTimeAsync(after - 1);
      expect(run).toHaveBeenCalledTimes(1);
    }
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('a run that fails', () => {
  const failing = () => Promise.reject(new Error('no'));

  it('is reported, and retried after a delay', async () => {
    const { run, onError } = aLoop(failing, { retryDelayMs: 300 });
    await vi.advanceTimersByTimeAsync(299);
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no'));
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('may also throw synchronously', async () => {
    const { onError } = aLoop(() => {
      throw new Error('no');
    });
    await soon();
    expect(onError).toHaveBeenCalledOnce();
  });

  it('is retried at once when the loop is woken', async () => {
    const { run, loop: started } = aLoop(failing, { retryDelayMs: 300 });
    await soon();
    started.wake();
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('stopping a loop', () => {
  it('aborts the current run, and waits for its end', async () => {
    const { run: work, end } = pendingRun();
    const { run, loop: started } = aLoop(work);
    const stopped = vi.fn();
    const stopping = started.stop().then(stopped);
    expect(run.mock.calls[0]?.[0].aborted).toBe(true);
    await soon();
    expect(stopped).not.toHaveBeenCalled();
    end();
    await stopping;
  });

  it('ends the delay, and no wake starts another run', async () => {
    const { run, loop: started } = aLoop(() => Promise.resolve(500));
    await soon();
    await started.stop();
    started.wake();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('drops wakes that came during the current run', async () => {
    const { run: work, end } = pendingRun();
    const { run, loop: started } = aLoop(work);
    started.wake();
    const stopping = started.stop();
    end();
    await stopping;
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('does not report the failure of a run that it aborted', async () => {
    const { onError, loop: started } = aLoop(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'));
          });
        }),
    );
    await started.stop();
    expect(onError).not.toHaveBeenCalled();
  });
});
