import { afterEach, describe, expect, it, vi } from 'vitest';
import { createShutdown } from '#src/lib/shutdown.ts';
import { aLog } from './log.ts';

const aShutdown = () => {
  const log = aLog();
  const closed: string[] = [];
  const shutdown = createShutdown(log);
  const open = (name: string, close: () => Promise<void> | void = () => undefined): void => {
    shutdown.add(name, async () => {
      await close();
      closed.push(name);
    });
  };
  return { log, closed, shutdown, open };
};

describe('a shutdown', () => {
  it('closes everything, last opened first, one after the other', async () => {
    const { shutdown, open, closed, log } = aShutdown();
    open('database');
    open('service', () => Promise.resolve());
    open('discord');
    await shutdown.run();
    expect(closed).toEqual(['discord', 'service', 'database']);
    expect(log.lines).toEqual([]);
  });

  it('closes what is opened after its start, even after its end', async () => {
    const { shutdown, open, closed } = aShutdown();
    open('database', () => {
      open('opened meanwhile');
    });
    await shutdown.run();
    expect(closed).toEqual(['database', 'opened meanwhile']);
    open('opened after');
    shutdown.addBeside('beside it', () => void closed.push('beside it'), 'opened after');
    await expect.poll(() => closed.slice(2)).toEqual(['opened after', 'beside it']);
  });

  it('closes everything once, even when it runs again', async () => {
    const { shutdown, open, closed } = aShutdown();
    open('database');
    await shutdown.run();
    await shutdown.run();
    expect(closed).toEqual(['database']);
  });

  it('keeps its order when it runs twice at the same time, and both runs wait for the end', async () => {
    const { shutdown, open, closed } = aShutdown();
    let end: () => void = () => undefined;
    open('database');
    open(
      'service',
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    const both = [shutdown.run(), shutdown.run()];
    await Promise.resolve();
    expect(closed).toEqual([]);
    end();
    await both[1];
    expect(closed).toEqual(['service', 'database']);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
  ])('continues when a step %s, and logs it', async (_how, fail) => {
    const { shutdown, open, closed, log } = aShutdown();
    open('database');
    shutdown.add('service', fail);
    await shutdown.run();
    expect(closed).toEqual(['database']);
    expect(log.lines).toEqual(['warn shutdown step failed']);
  });

  it('closes a step in parallel with the one beside which it was added', async () => {
    const { shutdown, open, closed } = aShutdown();
    const ends: (() => void)[] = [];
    open('database');
    open('sender', () => new Promise((resolve) => ends.push(resolve)));
    open('discord');
    shutdown.addBeside(
      'alerts',
      () => {
        closed.push('alerts');
        ends[0]?.();
      },
      'sender',
    );
    await shutdown.run();
    expect(closed).toEqual(['discord', 'alerts', 'sender', 'database']);
  });

  it('throws when there is no step of that name to close beside', () => {
    const { shutdown } = aShutdown();
    expect(() => {
      shutdown.addBeside('alerts', () => undefined, 'sender');
    }).toThrow('there is no sender that alerts could close beside');
  });
});

describe('the shutdown timeouts', () => {
  const hangs = (): Promise<void> => new Promise(() => undefined);

  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  const aTimedShutdown = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const begun = performance.now();
    const stage = aShutdown();
    const elapsed = () => Math.round(performance.now() - begun);
    return { ...stage, elapsed };
  };

  it('skip a step that hangs, and log it', async () => {
    const { shutdown, open, closed, log } = aTimedShutdown();
    open('database');
    open('service', hangs);
    const end = shutdown.run();
    await vi.advanceTimersByTimeAsync(3_499);
    expect(closed).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await end;
    expect(closed).toEqual(['database']);
    expect(log.lines).toEqual(['warn shutdown step timed out']);
  });

  it.each([1, 3, 12])('end everything within eight seconds: %d hanging', async (count) => {
    const { shutdown, open, log, elapsed } = aTimedShutdown();
    let isDatabaseClosing = false;
    open('database', () => {
      isDatabaseClosing = true;
      return hangs();
    });
    for (let part = 0; part < count; part += 1) {
      open(`part ${part}`, hangs);
      shutdown.addBeside(`beside ${part}`, hangs, `part ${part}`);
    }
    const ended = shutdown.run().then(elapsed);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(isDatabaseClosing).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await ended).toBe(8_000);
    expect(log.lines).toHaveLength(2 * count + 1);
  });

  it('leave slow steps enough time to end', async () => {
    const { shutdown, open, closed, log } = aTimedShutdown();
    const slow = (milliseconds: number) => () =>
      new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
    open('database', slow(900));
    open('service', slow(1_500));
    open('sender', slow(3_400));
    const end = shutdown.run();
    await vi.advanceTimersByTimeAsync(8_000);
    await end;
    expect(closed).toEqual(['sender', 'service', 'database']);
    expect(log.lines).toEqual([]);
  });
});
