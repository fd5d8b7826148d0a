import { startApp, type App } from '#src/app.ts';
import type { Config } from '#src/config.ts';
import { createSteadyClock } from '#src/lib/clocks.ts';
import type { Logger } from '#src/lib/logger.ts';
import { MINUTE } from '#src/lib/time.ts';
import { createLog } from '#src/log.ts';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import type { Verdict } from './judge.ts';
import { startVirtualTime, type VirtualTime } from './virtual-time.ts';
import { BEGIN, END, openWorld, type World, type WorldOptions } from './world.ts';

/** How long a fault may delay alerts after its end: the longest backoff, and the recovery. */
const RECOVERY = 25 * MINUTE;

/** Long enough for the next attempt, with which a duplicate would come. */
const NEXT_ATTEMPT = 2 * MINUTE;

export interface StartOptions {
  /** How many milliseconds the clock of the bot's machine is ahead of all others. */
  readonly ahead?: () => number;
  readonly config?: Config;
}

/** An evening in virtual time, with the bot in this process. */
export interface VirtualEvening {
  readonly world: World;
  readonly time: VirtualTime;
  readonly start: (options?: StartOptions) => Promise<App>;
  readonly stopBot: () => Promise<void>;
  /** Plays to the end of the evening, waits for late alerts, and returns the judge's verdict. */
  readonly end: (at?: number) => Promise<Verdict>;
  readonly stop: () => Promise<void>;
}

export interface VirtualEveningOptions extends Omit<WorldOptions, 'now'> {
  /** The step in which time passes, milliseconds. */
  readonly step?: number;
}

export const openVirtualEvening = async (
  options: VirtualEveningOptions = {},
  log: Logger = createLog('silent'),
): Promise<VirtualEvening> => {
  const time = startVirtualTime(BEGIN, options.step);
  const world = await openWorld({ now: () => Date.now(), ...options });
  time.waitFor(world.inFlight);
  await world.padel.steer({ speed: 1 });
  let app: App | undefined;

  const stopBot = async (): Promise<void> => {
    const stopping = app;
    app = undefined;
    if (stopping !== undefined) await time.done(stopping.stop());
  };

  return {
    world,
    time,
    start: async ({ ahead = () => 0, config = world.config } = {}) => {
      app = await time.done(
        startApp({
          config,
          log,
          now: createSteadyClock({
            wall: () => Date.now() + ahead(),
            monotonic: () => performance.now(),
          }),
          random: randomFrom(1, 'bot'),
        }),
      );
      return app;
    },
    stopBot,
    end: async (at = END) => {
      if (Date.now() < at) await time.passTo(at);
      try {
        await time.until(async () => {
          const { lost, wrong } = await world.verdict(at);
          if (lost.length + wrong.length > 0) throw new Error('not everything is delivered');
        }, RECOVERY);
      } catch {
        // The verdict says what is missing.
      }
      await time.pass(NEXT_ATTEMPT);
      return world.verdict(at);
    },
    stop: async () => {
      await stopBot();
      time.stop();
      await world.stop();
    },
  };
};
