import { isPortTaken } from '../../src/lib/ports.ts';
import { exitCodeOf, UsageError } from '../../src/lib/usage-error.ts';
import { portInUse } from '../port-in-use.ts';
import { readCommandLine, USAGE } from './command-line.ts';
import { startPadelService } from './index.ts';
import { StateFileError } from './state-file.ts';

const run = async (): Promise<void> => {
  const options = readCommandLine(process.argv.slice(2));
  if (options === 'help') {
    console.log(USAGE);
    return;
  }
  const service = await startPadelService(options);
  const stop = (): void => {
    void service.stop();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  const { hostname, port } = new URL(service.apiUrl);
  console.log(
    [
      `Padel data service at ${service.apiUrl}. Point a bot at it with:`,
      `  PADEL_API_URL=${service.apiUrl}`,
      '  PADEL_API_TOKEN=sandbox-pro (or sandbox-free)',
      '  REALTIME_APP_KEY=sandbox',
      `  REALTIME_HOST=${hostname}`,
      `  REALTIME_PORT=${port}`,
      '  REALTIME_TLS=no',
    ].join('\n'),
  );
};

run().catch((error: unknown) => {
  const isExplained = error instanceof UsageError || error instanceof StateFileError;
  const sentence = isExplained ? error.message : error;
  console.error(isPortTaken(error) ? portInUse(error) : sentence);
  process.exitCode = exitCodeOf(error);
});
