import type { Instant } from '#src/domain/terms.ts';

/** Where the world's clock stands: `world` at the real instant `real`, then `speed` times as fast. */
export interface ClockSetting {
  readonly real: Instant;
  readonly world: Instant;
  /** World seconds per real second; 0 stands still. */
  readonly speed: number;
}

/** What the world's clock shows at a real instant. */
export const worldTime = ({ real, world, speed }: ClockSetting, now: Instant): Instant =>
  Math.round(world + Math.max(0, now - real) * speed);

/** The clock of the world. */
export interface WorldClock {
  now: () => Instant;
  readonly speed: number;
  setSpeed: (speed: number) => void;
  /** Lets so many milliseconds of world time pass at once. */
  advance: (milliseconds: number) => void;
  /** Real milliseconds until the clock shows an instant; null when it stands still. */
  realWait: (until: Instant) => number | null;
}

/**
 * Starts the world's clock.
 * @param realNow the real clock, milliseconds
 * @param onChange is told every new setting, before it takes effect
 */
export const createClock = (
  initial: ClockSetting,
  realNow: () => Instant,
  onChange: (setting: ClockSetting) => void,
): WorldClock => {
  let setting = initial;
  const set = (next: ClockSetting): void => {
    onChange(next);
    setting = next;
  };

  return {
    now: () => worldTime(setting, realNow()),
    get speed() {
      return setting.speed;
    },
    setSpeed(speed) {
      const real = realNow();
      set({ real, world: worldTime(setting, real), speed });
    },
    advance(milliseconds) {
      const real = realNow();
      set({ ...setting, real, world: worldTime(setting, real) + Math.round(milliseconds) });
    },
    realWait(until) {
      if (setting.speed === 0) return null;
      return Math.max(0, (until - worldTime(setting, realNow())) / setting.speed);
    },
  };
};
