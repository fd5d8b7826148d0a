import type { Instant } from '../../src/domain/terms.ts';

/** The world's clock shows `world` at the real instant `real`, then runs `speed` times as fast. */
export interface ClockSetting {
  readonly real: Instant;
  readonly world: Instant;
  /** World seconds per real second; 0 stops the clock. */
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
  /** Advances the clock by this many milliseconds of world time at once. */
  advance: (milliseconds: number) => void;
  /** Real milliseconds until the clock shows an instant; null when it is stopped. */
  realMsUntil: (until: Instant) => number | null;
}

/**
 * Starts the world's clock.
 * @param realNow the real clock, milliseconds
 * @param onChange receives every new setting before it takes effect
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
    realMsUntil(until) {
      if (setting.speed === 0) return null;
      return Math.max(0, (until - worldTime(setting, realNow())) / setting.speed);
    },
  };
};
