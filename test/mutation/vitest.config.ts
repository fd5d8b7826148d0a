import { defineConfig } from 'vitest/config';

/** What `npm run mutation` asks whether it notices a change: examples, on SQLite; properties would take hours. */
export default defineConfig({
  test: {
    env: { MODE: 'mutation' },
    isolate: false,
    setupFiles: 'test/left-behind.ts',
    // A machine may be busy; what never ends is noticed sooner by Stryker.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['domain', 'store', 'alerts'].map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: [
      'test/**/*.property.test.ts',
      ...['copy-database', 'file-lock', 'lost-connection', 'migrations', 'restore'].map(
        (name) => `test/store/${name}.test.ts`,
      ),
    ],
  },
});
