import { Stryker } from '@stryker-mutator/core';
import { PARTS, type Part } from './parts.ts';

/**
 * `npm run check -- mutation`: makes small changes to the code, and expects a test to fail each time. An
 * argument selects the parts whose name contains it. The reports are in .ci/out/mutation.
 */
const [, , word = ''] = process.argv;

const tried = async ({ name, mutate, tests }: Part) => {
  const results = await new Stryker({
    configFile: 'test/mutation/stryker.config.js',
    mutate: [...mutate],
    testFiles: [...tests],
    jsonReporter: { fileName: `.ci/out/mutation/${name.replace('/', '-')}.json` },
  }).runMutationTest();
  const count = (status: (typeof results)[number]['status']): number =>
    results.filter((each) => each.status === status).length;
  const [failed, endless] = [count('Killed'), count('Timeout')];
  const [missed, unexecuted] = [count('Survived'), count('NoCoverage')];
  const changes = failed + endless + missed + unexecuted;
  const score = `${((100 * (failed + endless)) / changes).toFixed(1)} %`;
  return { name, changes, failed, endless, missed, unexecuted, score };
};

const rows = [];
for (const part of PARTS.filter(({ name }) => name.includes(word))) rows.push(await tried(part));
console.table(rows);
