import { configuredOrExit } from '../entry.ts';
import { createLog } from '../log.ts';
import { runOperator } from './run.ts';

const { code, text } = await runOperator(process.argv.slice(2), {
  variables: configuredOrExit('do this', (each) => each),
  now: Date.now,
  log: createLog('silent'),
});
if (code === 0) console.log(text);
else console.error(text);
process.exitCode = code;
