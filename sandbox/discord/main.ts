import { isPortTaken } from '../../src/lib/ports.ts';
import { exitCodeOf, UsageError } from '../../src/lib/usage-error.ts';
import { portInUse } from '../port-in-use.ts';
import { parseArguments, USAGE } from './arguments.ts';
import { startLocalDiscord } from './index.ts';

/** Prints the error and ends the process. */
const fail = (sentence: string, error?: unknown): never => {
  console.error(sentence);
  process.exit(exitCodeOf(error));
};

const readArguments = () => {
  try {
    return parseArguments(process.argv.slice(2));
  } catch (error) {
    if (error instanceof UsageError) return fail(`${error.message} See --help.`, error);
    throw error;
  }
};

const given = readArguments();
if (given === 'help') {
  console.log(USAGE);
  process.exit(0);
}

try {
  const local = await startLocalDiscord({
    ...given,
    log: (line) => {
      console.error(line);
    },
  });
  console.log(`A Discord of your own is at ${local.url} (open it in a browser).`);
  console.log('Point a bot at it with:');
  console.log(`  DISCORD_API_URL=${local.apiUrl}`);
  console.log(`  DISCORD_TOKEN=${local.token}`);
  const stop = () => {
    void local.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  if (isPortTaken(error)) {
    fail(portInUse(error));
  }
  const words = error instanceof Error ? error.message : String(error);
  const isOfFiles = error instanceof Error && 'path' in error;
  fail(isOfFiles ? `The state cannot be kept in ${given.stateFile ?? 'memory'}: ${words}` : words);
}
