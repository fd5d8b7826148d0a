import { defineConfig } from 'vitest/config';
import { keptThread } from './kept-thread.ts';

/** How the tests run that `npm run mutation` asks. */
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
    include: ['test/**/*.test.ts'],
  },
});
