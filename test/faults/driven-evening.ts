import { startChild, type Child } from './child.ts';
import { openDrivenWorld, type DrivenWorld, type DrivenWorldOptions } from './driven-world.ts';
import type { Verdict } from './judge.ts';

/**
 * An evening with the bot as a process of its own, which begins with the clock of the world, and
 * believes no leap of it while it lives.
 */
export interface DrivenEvening extends Pick<DrivenWorld, 'world' | 'goOn' | 'breathe'> {
  /** Starts the bot; resolves when it is connected, or has ended. */
  readonly start: () => Promise<void>;
  readonly end: Child['end'];
  /** Starts the bot anew when everything is told, and answers what the judge finds then. */
  readonly verdict: () => Promise<Verdict>;
  readonly stop: () => Promise<void>;
}

export const openDrivenEvening = async (
  options: DrivenWorldOptions = {},
): Promise<DrivenEvening> => {
  const { world, ahead, goOn, ready, breathe, verdict } = await openDrivenWorld(options);
  const { config, folder } = world;
  let child: Child | undefined;

  const start = async (): Promise<void> => {
    child = startChild({ config, folder, ahead: ahead() });
    await child.isUp;
  };

  const end: Child['end'] = async (signal) => {
    await child?.end(signal);
    child = undefined;
  };

  await start();
  await ready();
  // The first process leaves its compiled code to all others.
  await end('SIGTERM');

  return {
    world,
    start,
    end,
    goOn,
    breathe,
    verdict: () => verdict({ start, end: () => end('SIGTERM') }),
    stop: async () => {
      await end('SIGKILL');
      await world.stop();
    },
  };
};
