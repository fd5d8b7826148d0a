import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigError, processVariables } from './config.ts';

const HINT = `
Put them in a file .env beside package.json (.env.example shows how), or into the environment.
To see Bandeja at work without any account, run: npm run demo`;

/** The configuration that `read` finds in the environment; otherwise says what is wrong, and ends. */
export const configuredOrExit = <T>(read: (variables: NodeJS.ProcessEnv) => T): T => {
  try {
    return read(processVariables());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.problems.map((problem) => `  ${problem}`).join('\n');
    console.error(`Bandeja cannot start:\n${problems}\n${HINT}`);
    process.exit(1);
  }
};

/** The arguments of the process; where they make no sense, says how they are written, and ends. */
export const argumentsOrExit = <T extends ParseArgsConfig>(usage: string, config: T) => {
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n  ${usage}`);
    process.exit(1);
  }
};

/** Ends the process with a sentence; the cause of the error is for the log. */
export const exitWith = (error: unknown): never => {
  console.error(`Bandeja: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
};

/** Runs `stop` on the first Ctrl+C or SIGTERM, and gives up waiting on the second. */
export const stopOnSignal = (stop: () => Promise<void>): void => {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      stop().then(() => process.exit(0), exitWith);
    });
  }
};
