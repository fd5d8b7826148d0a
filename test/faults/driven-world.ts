import { vi } from 'vitest';
import { MINUTE, DAY } from '#src/lib/time.ts';
import { requireBoards, requireKnown, requireSeen, requireSettled } from '../e2e/caught-up.ts';
import type { Verdict } from './judge.ts';
import { LISTENERS } from './listeners.ts';
import { BEGIN, END, openWorld, type World, type WorldOptions } from './world.ts';

/** How long one step waits for the bot to catch up; the rest overlaps the next step. */
const STEP_TIMEOUT_MS = 10_000;

/** The same when a channel has a delay: its alerts are never due by then, so waiting is useless. */
const STEP_TIMEOUT_WITH_DELAYS_MS = 1_000;

const WAIT_OPTIONS = { timeout: 60_000, interval: 100 };

/** A board whose process exited in the middle of an update is checked again after a minute. */
const BOARD_WAIT_OPTIONS = { timeout: 90_000, interval: 100 };

/** All processes of the bot. */
export interface Bot {
  /** Resolves when they are connected, or have exited. */
  readonly start: () => Promise<void>;
  /** Shuts them down gracefully. */
  readonly end: () => Promise<void>;
}

/**
 * A world for real processes, whose clocks cannot be faked. The matches advance only in steps;
 * between two steps the clock of the world runs as fast as the real one.
 */
export interface DrivenWorld {
  readonly world: World;
  /** How many milliseconds its clock is ahead of the real one. */
  readonly ahead: () => number;
  /** Moves the clock and the matches forward by so many milliseconds at once. */
  readonly goOn: (milliseconds: number) => Promise<void>;
  /** Resolves when the bot knows the matches and has caught up with them. */
  readonly ready: () => Promise<void>;
  /** Gives the bot some time to deliver what is due. */
  readonly breathe: () => Promise<void>;
  /**
   * Restarts the bot once everything is delivered, and returns the judge's verdict on all that was
   * played until a moment, by default the end of the evening.
   */
  readonly verdict: (bot: Bot, until?: number) => Promise<Verdict>;
}

export type DrivenWorldOptions = Omit<WorldOptions, 'now'>;

export const openDrivenWorld = async (options: DrivenWorldOptions): Promise<DrivenWorld> => {
  const { listeners = LISTENERS, begin = BEGIN } = options;
  const isDelayed = listeners.some(({ settings }) => settings.delay !== undefined);
  const stepTimeoutMs = isDelayed ? STEP_TIMEOUT_WITH_DELAYS_MS : STEP_TIMEOUT_MS;
  let ahead = begin - Date.now();
  const now = (): number => Date.now() + ahead;
  const world = await openWorld({
    now,
    // A killed process loses its count of the current minute, so the service must not limit it.
    requestsPerMinute: 100_000,
    // Discord forgets a nonce after five minutes, and limits edits of messages older than an hour;
    // here both ages are reached within seconds.
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

  /** True when the check passes in time; what comes later is left to the final verdict. */
  const comesAbout = async (
    check: () => Promise<void>,
    waitOptions: { readonly timeout: number; readonly interval: number },
  ): Promise<boolean> => {
    try {
      await vi.waitFor(check, waitOptions);
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
      // The bot announces the start only of a match that it knew before.
      await vi.waitFor(() => requireKnown(world.store.db, world.matchIds), WAIT_OPTIONS);
      await vi.waitFor(requireCaughtUp, WAIT_OPTIONS);
    },
    breathe: async () => {
      await comesAbout(requireCaughtUp, { timeout: stepTimeoutMs, interval: 100 });
    },
    verdict: async ({ start, end }, until = END) => {
      await end();
      // Makes the alerts of channels with a delay due, too.
      await goOn(2 * MINUTE);
      await start();
      const isDelivered = await comesAbout(async () => {
        const { lost, wrong } = await world.verdict(until);
        if (lost.length + wrong.length > 0) throw new Error('not everything is delivered');
        await requireBoards(world.store.db, now());
      }, WAIT_OPTIONS);
      if (isDelivered) {
        await end();
        await start();
        await vi.waitFor(requireCaughtUp, WAIT_OPTIONS);
        await vi.waitFor(() => requireBoards(world.store.db, now()), BOARD_WAIT_OPTIONS);
      }
      return world.verdict(until);
    },
  };
};
