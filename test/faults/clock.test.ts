import { afterEach, expect, it } from 'vitest';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { randomFrom, wholeBetween } from '#sandbox/padel-service/world/random.ts';
import { again, SEED } from './again.ts';
import { noteRow } from './reliability.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';
import { BEGIN, END } from './world.ts';

interface Jump {
  readonly at: number;
  /** How far the clock is ahead of the true time from then on, milliseconds. */
  readonly ahead: number;
}

/** A second before the first point of the match, and while its result is being delivered. */
const AWKWARD: readonly Jump[] = [
  { at: Date.parse('2026-04-30T17:49:39Z'), ahead: 3 * HOUR },
  { at: Date.parse('2026-04-30T18:39:48Z'), ahead: -3 * HOUR },
];

/** How many more jumps there are, at random moments. */
const MORE = 8;

let evening: VirtualEvening;

afterEach(() => evening.stop());

it('posts every alert exactly once while the clock of the machine jumps by hours', async () => {
  const random = randomFrom(SEED, 'clock');
  const more = Array.from({ length: MORE }, () => ({
    at: wholeBetween(random, BEGIN + MINUTE, END),
    ahead: wholeBetween(random, -6 * HOUR, 6 * HOUR),
  }));
  let ahead = 0;
  evening = await openVirtualEvening();
  await evening.start({ ahead: () => ahead });
  const jumps = [...AWKWARD, ...more].sort((a, b) => a.at - b.at);
  for (const jump of jumps) {
    await evening.time.passTo(jump.at);
    ahead = jump.ahead;
  }
  const verdict = await evening.end();
  expect(verdict, again('clock.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  await noteRow('clock', jumps.length, verdict);
}, 900_000);
