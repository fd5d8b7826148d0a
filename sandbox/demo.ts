import { isPortTaken } from '../src/lib/ports.ts';
import { UsageError } from '../src/lib/usage-error.ts';
import { join } from 'node:path';
import { exitWith, stopOnSignal } from '../src/entry.ts';
import { createLog } from '../src/log.ts';
import { readArguments, USAGE } from './demo/command-line.ts';
import { takeFirstSteps } from './demo/first-steps.ts';
import { openDemoFolder } from './demo/folder.ts';
import type { World } from './discord/shown-state.ts';
import { terminalLine } from './demo/terminal.ts';
import { startDemo } from './demo/world.ts';
import { portInUse } from './port-in-use.ts';

const whatIsOn = ({ liveMatches }: World): string =>
  liveMatches > 0
    ? 'A match is live in #padel-alerts.'
    : 'No match is on: jump to the next one in the panel.';

const run = async (): Promise<void> => {
  const given = readArguments(process.argv.slice(2));
  if (given === 'help') {
    console.log(USAGE);
    return;
  }
  const { port, padelPort, speed, fresh, profile, teamEvent } = given;
  const today = new Date().toISOString().slice(0, 10);
  const root = given.folder ?? join(import.meta.dirname, '../data/demo');
  const folder = openDemoFolder(root, today, fresh);
  const demo = await startDemo({
    folder: folder.path,
    port,
    padelPort,
    speed,
    profile,
    opening: teamEvent ? 'team-event' : 'close',
    isOnWorldClock: true,
    log: createLog('error', { write: (line) => void process.stderr.write(terminalLine(line)) }),
  });
  stopOnSignal(demo.stop);
  await demo.startBot();
  if (!folder.isSetUp()) {
    await takeFirstSteps(demo);
    folder.markSetUp();
  }
  console.log(
    [
      `Bandeja is running. Open ${demo.discord.url}`,
      `  ${whatIsOn(demo.padel.getWorld())} Try /live, /h2h or /follow in #general.`,
      `  Behind it: a padel data service at ${demo.padel.apiUrl} (${demo.padel.getWorld().profile}), ${demo.padel.getWorld().speed} times as fast as life.`,
      `  Ctrl+C stops it; the next start goes on where it was (--fresh restarts from nothing).`,
    ].join('\n'),
  );
};

run().catch((error: unknown) => {
  if (isPortTaken(error)) exitWith(new Error(portInUse(error, '--port or --padel-port')));
  exitWith(error instanceof UsageError ? new UsageError(`${error.message} See --help.`) : error);
});
