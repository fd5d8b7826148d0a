import { defineConfig } from 'vitest/config';
import { keptThread } from './kept-thread.ts';

/** What `npm run mutation` asks whether it notices a change: examples, on SQLite; properties would take hours. */
export default defineConfig({
  plugins: [
    {
      name: 'kept-thread',
      configureVitest: ({ project }) => {
        // Stryker names a pool of its own.
        project.config.pool = keptThread.name;
        project.config.poolRunner = keptThread;
      },
    },
  ],
  test: {
    env: { MODE: 'mutation' },
    isolate: false,
    setupFiles: ['test/mutation/fresh-modules.js', 'test/left-behind.ts'],
    // A machine may be busy; what never ends is noticed sooner by Stryker.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['domain', 'render', 'store', 'alerts'].map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: [
      'test/**/*.property.test.ts',
      ...['copy-database', 'file-lock', 'lost-connection', 'migrations', 'restore'].map(
        (name) => `test/store/${name}.test.ts`,
      ),
    ],
  },
});
