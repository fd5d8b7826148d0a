import { describe, expect, it } from 'vitest';
import { createClock, type ClockSetting } from '#sandbox/padel-service/clock.ts';

const start = (speed: number) => {
  let real = 1000;
  const kept: ClockSetting[] = [];
  const clock = createClock(
    { real, world: 50_000, speed },
    () => real,
    (setting) => kept.push(setting),
  );
  return {
    clock,
    kept,
    pass: (milliseconds: number) => {
      real += milliseconds;
    },
  };
};

describe("the world's clock", () => {
  it('runs at its speed and stands still at speed 0', () => {
    const fast = start(20);
    fast.pass(100);
    expect(fast.clock.now()).toBe(52_000);
    const still = start(0);
    still.pass(100);
    expect(still.clock.now()).toBe(50_000);
    expect(still.clock.realMsUntil(60_000)).toBeNull();
  });

  it('continues from the current time when its speed changes or it is advanced', () => {
    const { clock, pass } = start(1);
    pass(500);
    clock.setSpeed(10);
    expect(clock.now()).toBe(50_500);
    pass(100);
    clock.advance(7000);
    expect(clock.now()).toBe(58_500);
    expect(clock.realMsUntil(59_500)).toBe(100);
  });

  it('stores whole milliseconds when it is advanced by a fraction', () => {
    const { clock, kept } = start(3);
    clock.advance(0.25);
    clock.advance(1000.75);
    expect(kept.map(({ world }) => world)).toEqual([50_000, 51_001]);
  });

  it('never runs backwards when the real clock does', () => {
    const { clock, pass } = start(5);
    pass(-400);
    expect(clock.now()).toBe(50_000);
  });
});
