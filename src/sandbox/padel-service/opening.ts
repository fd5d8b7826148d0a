import type { Instant } from '#src/domain/terms.ts';
import { worldTime, type ClockSetting } from './clock.ts';
import { readState, StateFileError, writeState } from './state-file.ts';
import { dayOf, isoDate, utcDay } from './world/days.ts';
import { openWorld, type PadelWorld } from './world/world.ts';

/** A world and the clock with which it goes on. */
export interface Opening {
  readonly world: PadelWorld;
  readonly setting: ClockSetting;
  /** Keeps a new setting of the clock, before it takes effect. */
  readonly persist: (setting: ClockSetting) => void;
}

const DEFAULTS = { seed: 1, speed: 1 } as const;

const begin = (seed: number, speed: number, real: Instant, path: string | undefined): Opening => {
  const anchor = utcDay(real);
  const world = openWorld(seed, anchor);
  const persist = (clock: ClockSetting): void => {
    if (path === undefined) return;
    writeState(path, { version: 1, seed, anchor: isoDate(anchor), clock });
  };
  const setting = { real, world: world.openingMoment(), speed };
  persist(setting);
  return { world, setting, persist };
};

/**
 * Opens the world of a state file, whose clock went on while nobody looked; without one begins a
 * new world at a lively moment of the real clock's day.
 * @param real the real clock, milliseconds
 * @throws StateFileError when the file is unusable or holds a world of another seed
 */
export const openState = (
  options: {
    readonly seed?: number;
    readonly speed?: number;
    readonly stateFile?: string;
  },
  real: Instant,
): Opening => {
  const { stateFile: path, speed } = options;
  const stored = path === undefined ? null : readState(path);
  if (path === undefined || stored === null) {
    return begin(options.seed ?? DEFAULTS.seed, speed ?? DEFAULTS.speed, real, path);
  }
  const { seed, anchor, clock } = stored;
  if (options.seed !== undefined && options.seed !== seed) {
    throw new StateFileError(
      `${path} holds the world of seed ${seed}, not ${options.seed}. ` +
        `Start with seed ${seed}, or move the file away to begin a new world.`,
    );
  }
  const persist = (setting: ClockSetting): void => {
    writeState(path, { version: 1, seed, anchor, clock: setting });
  };
  const setting = speed === undefined ? clock : { real, world: worldTime(clock, real), speed };
  persist(setting);
  return { world: openWorld(seed, dayOf(anchor)), setting, persist };
};
