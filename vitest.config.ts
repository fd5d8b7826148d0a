import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import './test/compile-cache.ts';
import SlowFirst from './test/slow-first.ts';

/** Tests that start processes, install packages or change a database server: `npm run check -- process`. */
const PROCESSES = [
  'data-moves',
  'doctor/command-line',
  'doctor/postgres',
  'operations/help',
  'operations/image',
  'operations/role',
  'operations/rules',
  'operations/stop',
  'operations/unit',
  'processes/sharding',
  'stand-by',
  'start',
  'store/file-lock',
].map((name) => `test/**/${name}.test.ts`);

/**
 * Tests of seconds each: whole worlds and databases, every picture, random input: `npm run check -- long`.
 */
const LONG = [
  'alerts/moments',
  'app/odd-answers',
  'alerts/truth/*',
  'commands/catch-up.property',
  'commands/reference',
  'doctor/doctor',
  'domain/sandbox-draws',
  'gallery/gallery',
  'padel-api/{client.fuzz,fuzz}',
  'padel-api/budget.property',
  'padel-api/sandbox/*',
  'padel-api/schedule-first',
  'processes/cluster',
  'app/painter',
  'render/{form-picture,two-sides-pictures}',
  'store/copy-database',
  'store/{merges,unannounced-rounds}',
  'http/hostile.property',
  'http/whole',
].map((name) => `test/${name}.test.ts`);

/** Tests that need no server, file or process of their own. */
const PURE = ['domain', 'render', 'i18n', 'lib'].map((folder) => `test/${folder}/**/*.test.ts`);

/** Most tests wait for servers and databases now and then. */
const WORKERS = availableParallelism() + 1;

/** Processes start in seconds, on a busy machine in many. */
const PATIENT = { testTimeout: 240_000, hookTimeout: 240_000 } as const;

export default defineConfig(({ mode }) => ({
  test: {
    // A test that runs out of time goes on beside the next ones, and fails them: a busy machine may need minutes.
    // What is tried many times as often takes longer.
    testTimeout: mode === 'reliability' ? 600_000 : 120_000,
    hookTimeout: 120_000,
    maxWorkers: WORKERS,
    sequence: { sequencer: SlowFirst },
    // Two cores and a browser: what is waited for comes about, but not always within a second.
    expect: { poll: { timeout: 10_000 } },
    globalSetup: ['test/temporary-folder.ts', 'test/store/postgres-of-run.ts'],
    // Node runs the TypeScript of tests, too: it is faster, and as the bot is run.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: PURE,
          exclude: LONG,
          // They share no state but what they put back: a worker runs one file after the other.
          isolate: false,
          setupFiles: 'test/left-behind.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'bot',
          isolate: false,
          setupFiles: 'test/left-behind.ts',
          include: ['test/**/*.test.ts'],
          exclude: [...PURE, ...PROCESSES, ...LONG, 'test/{e2e,faults}/**'],
        },
      },
      {
        extends: true,
        test: { name: 'long', isolate: false, setupFiles: 'test/left-behind.ts', include: LONG },
      },
      {
        extends: true,
        test: { name: 'process', include: PROCESSES, ...PATIENT },
      },
      {
        extends: true,
        test: {
          name: 'sandbox',
          isolate: false,
          setupFiles: 'test/left-behind.ts',
          include: ['sandbox/test/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          ...PATIENT,
          ...(mode === 'reliability' ? { testTimeout: 600_000 } : {}),
          // A worker works the world of the tests out once.
          isolate: false,
          setupFiles: 'test/left-behind.ts',
          include: ['test/{e2e,faults}/**/*.test.ts'],
          // These wait most: for processes to end and to begin, and for each other's leases.
          maxWorkers: WORKERS + 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}));
