import { onTestFinished, vi } from 'vitest';

const STEP = 500;

/** Fakes timers until the test ends; the result advances them. The network stays real. */
export const aClock = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += STEP) {
      await vi.advanceTimersByTimeAsync(Math.min(STEP, milliseconds - passed));
      await new Promise(setImmediate);
    }
  };
};
