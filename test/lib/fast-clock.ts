import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { pause } from '#src/lib/pause.ts';

/** Before any test replaces them. */
const { setInterval, clearInterval } = globalThis;
const { setTimeout: promised } = timersPromises;

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

interface FastClockOptions {
  /** How much time passes each millisecond. */
  readonly speed?: number;
  /** What tells the time passes as fast as the timers do. */
  readonly clocks?: readonly ('Date' | 'performance')[];
}

/**
 * Lets the time of a test pass faster, from now until it ends, for libraries, too. It stands while this process
 * is busy: what is quick stays so on a slow machine.
 */
export const aFastClock = ({ speed = 10, clocks = [] }: FastClockOptions = {}): void => {
  vi.useFakeTimers({ toFake: [...TIMERS, ...clocks] });
  // Vitest leaves these alone, and discord.js waits by them.
  const promise = (wait: unknown): void => {
    Object.assign(timersPromises, { setTimeout: wait });
    syncBuiltinESMExports();
  };
  promise(async (delayMs: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) => {
    await pause(delayMs, signal);
    return value;
  });
  const passing = setInterval(() => {
    vi.advanceTimersByTime(speed);
  }, 1);
  onTestFinished(() => {
    clearInterval(passing);
    vi.useRealTimers();
    promise(promised);
  });
};
