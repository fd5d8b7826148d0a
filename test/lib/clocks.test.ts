import { describe, expect, it } from 'vitest';
import { ageInWords, createSteadyClock } from '#src/lib/clocks.ts';
import { MINUTE, HOUR, SECOND } from '#src/lib/time.ts';

const NOON = Date.UTC(2026, 5, 7, 12);

/** A machine that has been up for an hour when the process starts. */
const aMachine = () => {
  const machine = { wall: NOON, monotonic: HOUR };
  const now = createSteadyClock({
    wall: () => machine.wall,
    monotonic: () => machine.monotonic,
  });
  return {
    now,
    pass: (time: number): number => {
      machine.wall += time;
      machine.monotonic += time;
      return now();
    },
    set: (by: number): number => {
      machine.wall += by;
      return now();
    },
  };
};

describe('a steady clock', () => {
  it('follows the wall clock while nobody sets it', () => {
    const { now, pass } = aMachine();
    expect(now()).toBe(NOON);
    expect(pass(3 * HOUR)).toBe(NOON + 3 * HOUR);
  });

  it('never goes back, however long the wall clock is behind', () => {
    const { set, pass } = aMachine();
    expect(set(-3 * HOUR)).toBe(NOON);
    for (let passed = MINUTE; passed <= HOUR; passed += MINUTE) {
      expect(pass(MINUTE)).toBe(NOON + passed);
    }
  });

  it('does not follow a wall clock that jumps ahead and back', () => {
    const { set, pass } = aMachine();
    expect(set(3 * HOUR)).toBe(NOON);
    expect(pass(9 * MINUTE)).toBe(NOON + 9 * MINUTE);
    set(-3 * HOUR);
    expect(pass(9 * MINUTE)).toBe(NOON + 18 * MINUTE);
  });

  it('follows a wall clock that stays ahead, as after sleep', () => {
    const { set, pass } = aMachine();
    set(8 * HOUR);
    for (let passed = 1; passed < 10; passed += 1) pass(MINUTE);
    expect(pass(MINUTE)).toBe(NOON + 8 * HOUR + 10 * MINUTE);
    expect(pass(MINUTE)).toBe(NOON + 8 * HOUR + 11 * MINUTE);
  });

  it('ignores small corrections of the wall clock', () => {
    const { set, pass } = aMachine();
    set(MINUTE / 2);
    for (let passed = 0; passed < 60; passed += 1) pass(MINUTE);
    expect(pass(0)).toBe(NOON + HOUR);
  });
});

it.each([
  [12 * SECOND, '12 s ago'],
  [0, '0 s ago'],
  [-2 * SECOND, '0 s ago'],
  [3 * MINUTE, '3 min ago'],
  [19 * HOUR, '19 h ago'],
  [-19 * HOUR, "19 h ahead of this machine's clock"],
])('an age of %i ms reads "%s", never as a negative one', (age, words) => {
  expect(ageInWords(NOON - age, NOON)).toBe(words);
});
