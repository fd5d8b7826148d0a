import type { Config } from '#src/config.ts';
import { freePort } from '../free-port.ts';
import { startChild, type Child } from './child.ts';
import { openDrivenWorld, type DrivenWorld, type DrivenWorldOptions } from './driven-world.ts';
import type { Verdict } from './judge.ts';
import { deliverTo, webhookConfig, WEBHOOK_PATH } from './webhook-storm.ts';

/**
 * An evening with the bot as a process of its own. The process takes the clock of the world when it
 * starts, and does not notice later leaps of that clock.
 */
export interface DrivenEvening extends Pick<DrivenWorld, 'world' | 'goOn' | 'breathe'> {
  /** Starts the bot, and resolves when it is connected or has exited. */
  readonly start: () => Promise<void>;
  readonly end: Child['end'];
  /** The process that was started last; undefined when `end` has ended it. */
  readonly current: () => Child | undefined;
  /** Where the bot receives webhooks; null when it receives none. */
  readonly webhookUrl: string | null;
  /**
   * Restarts the bot once everything is delivered, and returns the judge's verdict on all that was
   * played until a moment, by default the end of the evening.
   */
  readonly verdict: (until?: number) => Promise<Verdict>;
  readonly stop: () => Promise<void>;
}

export interface DrivenEveningOptions extends DrivenWorldOptions {
  /** Whether the data service sends webhooks to the bot. */
  readonly hasWebhook?: boolean;
}

export const openDrivenEvening = async ({
  hasWebhook = false,
  ...options
}: DrivenEveningOptions = {}): Promise<DrivenEvening> => {
  const { world, ahead, goOn, ready, breathe, verdict } = await openDrivenWorld(options);
  const port = await freePort();
  const config: Config = hasWebhook
    ? { ...world.config, http: webhookConfig(world, port) }
    : world.config;
  const webhookUrl = hasWebhook ? `http://127.0.0.1:${port}${WEBHOOK_PATH}` : null;
  if (webhookUrl !== null) await deliverTo(world, webhookUrl);
  let child: Child | undefined;

  const start = async (): Promise<void> => {
    child = startChild({ config, ahead: ahead() });
    await child.isUp;
  };

  const end: Child['end'] = async (signal) => {
    await child?.end(signal);
    child = undefined;
  };

  await start();
  await ready();
  // The first process fills the compile cache for all later ones.
  await end('SIGTERM');

  return {
    world,
    start,
    end,
    current: () => child,
    webhookUrl,
    goOn,
    breathe,
    verdict: (until) => verdict({ start, end: () => end('SIGTERM') }, until),
    stop: async () => {
      await end('SIGKILL');
      await world.stop();
    },
  };
};
