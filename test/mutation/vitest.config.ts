import { defineConfig } from 'vitest/config';
import { keptThread } from './kept-thread.ts';

/** The Vitest configuration of `npm run check -- mutation`. */
export default defineConfig({
  plugins: [
    {
      name: 'kept-thread',
      configureVitest: ({ project }) => {
        // Set here, because Stryker sets a pool of its own.
        project.config.pool = keptThread.name;
        project.config.poolRunner = keptThread;
      },
    },
  ],
  test: {
    env: { MODE: 'mutation' },
    isolate: false,
    setupFiles: ['test/mutation/fresh-modules.js', 'test/left-behind.ts'],
    // Long, because the machine may be busy; Stryker notices an endless loop sooner.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['test/**/*.test.ts'],
  },
});
