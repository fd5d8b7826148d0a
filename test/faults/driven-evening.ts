import { vi } from 'vitest';
import { requireKnown, requireSeen, requireSettled } from './caught-up.ts';
import { startChild, type Child } from './child.ts';
import type { Verdict } from './judge.ts';
import { BEGIN, END, openWorld, type World, type WorldOptions } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Whatever takes longer than this goes on beside the next step, milliseconds. */
const STEP_WITHIN = 1_000;

const PATIENCE = { timeout: 60_000, interval: 100 };

/**
 * An evening with the bot as a process of its own. The world stands still but for its steps, and
 * between two of them goes as fast as the real one. The bot begins with the clock of the world, and
 * believes no leap of it while it lives.
 */
export interface DrivenEvening {
  readonly world: World;
  readonly now: () => number;
  /** Starts the bot; resolves when it is connected, or has ended. */
  readonly start: () => Promise<void>;
  readonly end: Child['end'];
  /** Lets so many milliseconds pass at once, with all that is played in them. */
  readonly goOn: (milliseconds: number) => Promise<void>;
  /** Gives the bot a while to tell what there is. */
  readonly breathe: () => Promise<void>;
  /** Starts the bot anew when everything is told, and answers what the judge finds then. */
  readonly verdict: () => Promise<Verdict>;
  readonly stop: () => Promise<void>;
}

export const openDrivenEvening = async (
  options: Pick<WorldOptions, 'listeners' | 'databaseUrl'> = {},
): Promise<DrivenEvening> => {
  let ahead = BEGIN - Date.now();
  const now = (): number => Date.now() + ahead;
  const world = await openWorld({
    ...options,
    now,
    // Every process begins to count anew.
    requestsPerMinute: 100_000,
    // Discord forgets a nonce after five minutes; here they pass within a second.
    limits: { nonceMs: DAY },
  });
  let child: Child | undefined;

  const start = async (): Promise<void> => {
    child = startChild(world, ahead);
    await child.isUp;
  };

  const end: Child['end'] = async (signal) => {
    await child?.end(signal);
    child = undefined;
  };

  const requireCaughtUp = async (): Promise<void> => {
    for (const id of world.begunBy(now())) await requireSeen(world.store.db, world.padel, id);
    await requireSettled(world.store.db, now());
  };

  const goOn = async (milliseconds: number): Promise<void> => {
    ahead += milliseconds;
    await world.padel.steer({ advance: milliseconds / 1_000 });
  };

  /** True when something came about; whoever is late is judged in the end. */
  const comesAbout = async (
    check: () => Promise<void>,
    patience: { readonly timeout: number; readonly interval: number },
  ): Promise<boolean> => {
    try {
      await vi.waitFor(check, patience);
      return true;
    } catch {
      return false;
    }
  };

  await start();
  // A match is known before it starts: that is what makes its start news.
  await vi.waitFor(() => requireKnown(world.store.db, world.matchIds), PATIENCE);
  await vi.waitFor(requireCaughtUp, PATIENCE);
  // The first process leaves its compiled code to all others.
  await end('SIGTERM');

  return {
    world,
    now,
    start,
    end,
    goOn,
    breathe: async () => {
      await comesAbout(requireCaughtUp, { timeout: STEP_WITHIN, interval: 30 });
    },
    verdict: async () => {
      await end('SIGTERM');
      // Whoever is told later is told, too.
      await goOn(2 * MINUTE);
      await start();
      const isTold = await comesAbout(async () => {
        const { lost, wrong } = await world.verdict(END);
        if (lost.length + wrong.length > 0) throw new Error('not all is told');
      }, PATIENCE);
      if (isTold) {
        await end('SIGTERM');
        await start();
        await vi.waitFor(requireCaughtUp, PATIENCE);
      }
      return world.verdict(END);
    },
    stop: async () => {
      await end('SIGKILL');
      await world.stop();
    },
  };
};
