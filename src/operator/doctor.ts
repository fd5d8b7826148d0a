import { OPTIONS, readArguments, USAGE } from '../doctor/command-line.ts';
import { examine } from '../doctor/examine.ts';
import { hasNoFailure, jsonOf, lineOf, reportSummary } from '../doctor/finding.ts';
import { argumentsOrExit, configuredOrExit, exitWith } from '../entry.ts';

const { values } = argumentsOrExit(USAGE, { options: OPTIONS });

/** Says what is found as it is found; programs are told at the end. */
const runChecks = async (): Promise<void> => {
  const variables = configuredOrExit('be examined', (each) => each);
  const checks = examine(variables, {
    ...readArguments(values),
    now: Date.now,
    availableMemory: () => process.availableMemory(),
    onWait: (what) => {
      if (!values.json) console.error(`… ${what}`);
    },
  });
  if (!values.json) {
    for (const check of checks) for (const finding of await check) console.log(lineOf(finding));
  }
  const findings = (await Promise.all(checks)).flat();
  console.log(values.json ? jsonOf(findings) : `\n${reportSummary(findings)}`);
  process.exitCode = hasNoFailure(findings) ? 0 : 1;
};

await runChecks().catch(exitWith);
