/** `npm run mutation`: changes the code in small ways and expects a test to fail each time. */
export default {
  mutate: [
    'src/domain/**/*.ts',
    'src/store/outbox/*.ts',
    'src/alerts/**/*.ts',
    'src/padel-api/quota/*.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: false,
  concurrency: 2,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false },
  jsonReporter: { fileName: '.ci/out/mutation/report.json' },
  incremental: true,
  incrementalFile: '.ci/out/mutation/incremental.json',
  tempDirName: '.ci/out/mutation/tmp',
  ignorePatterns: ['/docs', '/bench', '.ci'],
};
