/** How `npm run check -- mutation` (main.ts) runs Stryker. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  warnings: { slow: false },
  concurrency: 2,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: {
    allowColor: false,
    logTests: false,
    allowEmojis: false,
    reportScoreTable: false,
  },
  tempDirName: '.ci/out/mutation/tmp',
  ignorePatterns: ['/docs', '/bench', '.ci'],
};
