import { afterEach, beforeEach, vi } from 'vitest';

/** Fakes these timers in each test that follows; the test advances them. */
export const useFakeTimers = (options: Parameters<typeof vi.useFakeTimers>[0]): void => {
  beforeEach(() => {
    vi.useFakeTimers(options);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
};
