import { isPortTaken } from '../../src/lib/ports.ts';
import { UsageError } from '../usage-error.ts';
import { readCommandLine, USAGE } from './command-line.ts';
import { startPadelService } from './index.ts';
import { StateFileError } from './state-file.ts';

const run = async (): Promise<void> => {
  const options = readCommandLine(process.argv.slice(2));
  if (options === 'help') {
    console.log(USAGE);
    return;
  }
  const service = await startPadelService(options).catch((error: unknown) => {
    if (!isPortTaken(error)) throw error;
    throw new UsageError(
      `Port ${options.port} is in use. Choose another one with --port, or --port 0 for any.`,
    );
  });
  const stop = (): void => {
    void service.stop();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  console.log(
    `Padel data service at ${service.apiUrl}, tokens sandbox-pro and sandbox-free, ` +
      `realtime key sandbox on the same port.`,
  );
};

run().catch((error: unknown) => {
  const isExplained = error instanceof UsageError || error instanceof StateFileError;
  console.error(isExplained ? error.message : error);
  process.exitCode = 1;
});
