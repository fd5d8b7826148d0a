import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Most of them wait for servers and databases more than they compute.
    maxWorkers: availableParallelism() + 1,
    // Two cores and a browser: what is waited for comes about, but not always within a second.
    expect: { poll: { timeout: 10_000 } },
  },
});
