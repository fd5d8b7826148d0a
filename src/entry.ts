import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigError, processVariables } from './config.ts';
import { unknownVariables } from './config/unknown-variables.ts';
import { errorCode } from './lib/error-code.ts';
import { exitCodeOf, orUsageError } from './lib/usage-error.ts';
import { troubleOf } from './store/trouble.ts';

const HINT = `
The variables stand in the environment, or in a file .env beside package.json (see .env.example).
To try Bandeja without an account, run: npm run demo`;

/**
 * The configuration that `read` finds in the environment; on a fault it prints the fault and exits.
 * @param task what cannot be done without it: `start`
 */
export const configuredOrExit = <T>(task: string, read: (variables: NodeJS.ProcessEnv) => T): T => {
  let variables: NodeJS.ProcessEnv = {};
  try {
    variables = processVariables();
    return read(variables);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.problems.map((problem) => `  ${problem}`).join('\n');
    const others = unknownVariables(variables).map((each) => `\n! ${each}\n`);
    console.error(`Bandeja cannot ${task}:\n${problems}\n${others.join('')}${HINT}`);
    process.exit(1);
  }
};

/** The arguments of the process. Prints the usage and exits for `--help` or invalid arguments. */
export const argumentsOrExit = <T extends ParseArgsConfig>(usage: string, config: T) => {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return orUsageError(() => parseArgs(config));
  } catch (error) {
    console.error(`${sentenceOf(error)}\n\n  ${usage}`);
    process.exit(exitCodeOf(error));
  }
};

/**
 * An error as a sentence. Of foreign errors only the code is shown, since messages may hold secrets;
 * those of the system name a file or an address.
 */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const code = errorCode(error);
  if (troubleOf(error).kind === 'full') return `the disk is full (${code}): free some space`;
  if (code === null || 'syscall' in error) return error.message;
  return `${'code' in error ? 'this could not be done' : error.message} (${code})`;
};

/**
 * Prints a sentence and exits the process, with 2 for a wrong command line; the log has the rest of the error.
 * @param next what to do when the cause is outside the program
 */
export const exitWith = (error: unknown, next?: string): never => {
  const isOutside = error instanceof Error && ('code' in error || error.cause !== undefined);
  const advice = isOutside && next !== undefined ? `. ${next}` : '';
  console.error(`Bandeja: ${sentenceOf(error)}${advice}`);
  process.exit(exitCodeOf(error));
};

/** Runs `stop` on the first Ctrl+C or SIGTERM; the second one exits at once. */
export const stopOnSignal = (stop: (signal: NodeJS.Signals) => Promise<void>): void => {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => exitWith(error),
      );
    });
  }
};
