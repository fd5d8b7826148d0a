import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { pause } from '#src/lib/pause.ts';

/** Saved before any test replaces them. */
const { setInterval, clearInterval } = globalThis;
const { setTimeout: promised } = timersPromises;

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

interface FastClockOptions {
  /** How much time passes each millisecond. */
  readonly speed?: number;
  /** These clocks advance as fast as the timers do. */
  readonly clocks?: readonly ('Date' | 'performance')[];
}

/**
 * Makes timers run faster until the test ends, in libraries, too. Time stands still while this
 * process is busy, so that a slow machine changes nothing.
 */
export const aFastClock = ({ speed = 10, clocks = [] }: FastClockOptions = {}): void => {
  vi.useFakeTimers({ toFake: [...TIMERS, ...clocks] });
  // Vitest does not fake these, and discord.js waits by them.
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
