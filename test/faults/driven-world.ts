import { vi } from 'vitest';
import { MINUTE, DAY } from '#src/lib/time.ts';
import { requireBoards, requireKnown, requireSeen, requireSettled } from '../e2e/caught-up.ts';
import type { Verdict } from './judge.ts';
import { LISTENERS } from './listeners.ts';
import { BEGIN, END, openWorld, type World, type WorldOptions } from './world.ts';

/** Whatever takes longer than this goes on beside the next step, milliseconds. */
const STEP_WITHIN = 10_000;

/** What is told later is never told by the next step: nobody waits for all of it. */
const STEP_WITHIN_DELAYS = 1_000;

const PATIENCE = { timeout: 60_000, interval: 100 };

/** A board whose process ended in the middle of it is checked again after a minute. */
const UNTIL_BOARDS = { timeout: 90_000, interval: 100 };

/** The processes of the bot, all at once. */
export interface Bot {
  /** Resolves when they are connected, or have ended. */
  readonly start: () => Promise<void>;
  /** Ends them well. */
  readonly end: () => Promise<void>;
}

/**
 * A world for processes, whose time cannot be held. It stands still but for its steps, and between two
 * of them goes as fast as the real one.
 */
export interface DrivenWorld {
  readonly world: World;
  /** By how many milliseconds its clock is ahead of the real one. */
  readonly ahead: () => number;
  /** Lets so many milliseconds pass at once, with all that is played in them. */
  readonly goOn: (milliseconds: number) => Promise<void>;
  /** Resolves when the bot is ready for the evening. */
  readonly ready: () => Promise<void>;
  /** Gives the bot a while to tell what there is. */
  readonly breathe: () => Promise<void>;
  /**
   * Starts the bot anew when everything is told, and answers what the judge finds then of all that was
   * played until a moment, the end of the evening unless stated.
   */
  readonly verdict: (bot: Bot, until?: number) => Promise<Verdict>;
}

export type DrivenWorldOptions = Omit<WorldOptions, 'now'>;

export const openDrivenWorld = async (options: DrivenWorldOptions): Promise<DrivenWorld> => {
  const { listeners = LISTENERS, begin = BEGIN } = options;
  const isDelayed = listeners.some(({ settings }) => settings.delay !== undefined);
  const stepWithin = isDelayed ? STEP_WITHIN_DELAYS : STEP_WITHIN;
  let ahead = begin - Date.now();
  const now = (): number => Date.now() + ahead;
  const world = await openWorld({
    now,
    // Every process begins to count anew.
    requestsPerMinute: 100_000,
    // Discord forgets a nonce after five minutes, and lets messages of an hour be edited rarely; here
    // both pass within seconds.
    limits: { nonceMs: DAY, oldEditsPerHour: Infinity },
    ...options,
  });

  const requireCaughtUp = async (): Promise<void> => {
    const played = Date.parse(world.padel.getWorld().now);
    for (const id of world.begunBy(played)) await requireSeen(world.store.db, world.padel, id);
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

  return {
    world,
    ahead: () => ahead,
    goOn,
    ready: async () => {
      // A match is known before it starts: that is what makes its start news.
      await vi.waitFor(() => requireKnown(world.store.db, world.matchIds), PATIENCE);
      await vi.waitFor(requireCaughtUp, PATIENCE);
    },
    breathe: async () => {
      await comesAbout(requireCaughtUp, { timeout: stepWithin, interval: 100 });
    },
    verdict: async ({ start, end }, until = END) => {
      await end();
      // Whoever is told later is told, too.
      await goOn(2 * MINUTE);
      await start();
      const isTold = await comesAbout(async () => {
        const { lost, wrong } = await world.verdict(until);
        if (lost.length + wrong.length > 0) throw new Error('not all is told');
        await requireBoards(world.store.db, now());
      }, PATIENCE);
      if (isTold) {
        await end();
        await start();
        await vi.waitFor(requireCaughtUp, PATIENCE);
        await vi.waitFor(() => requireBoards(world.store.db, now()), UNTIL_BOARDS);
      }
      return world.verdict(until);
    },
  };
};
