import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environmentOf } from '../e2e/process.ts';
import type { World } from './world.ts';

/** The real process of the bot. */
export interface Child {
  /** Resolves when it is connected to Discord, with false when it has ended before. */
  readonly isUp: Promise<boolean>;
  /** `SIGKILL` ends it at once: it is told nothing. Resolves when it is gone. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
}

/** @param ahead by how many milliseconds its clock is ahead of the real one */
export const startChild = (world: World, ahead: number): Child => {
  const child = spawn(
    process.execPath,
    ['--import', './test/e2e/shifted-clock.ts', 'src/main.ts'],
    {
      env: {
        ...environmentOf(world.config),
        CLOCK_AHEAD: String(ahead),
        // Compiled once, not two hundred times; written by the first that ends well.
        NODE_COMPILE_CACHE: join(world.folder, 'compiled'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const gone = new Promise<false>((resolve) => {
    child.once('exit', () => {
      resolve(false);
    });
  });
  const connected = new Promise<true>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (said: string) => {
      if (said.includes('is connected to Discord')) resolve(true);
    });
  });
  return {
    isUp: Promise.race([connected, gone]),
    end: async (signal) => {
      child.kill(signal);
      await gone;
    },
  };
};
