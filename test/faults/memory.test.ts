import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { categoryTarget } from '#src/domain/follows.ts';
import { IS_SHORT } from './again.ts';
import { LISTENERS, type Listener } from './listeners.ts';
import { noteMemory } from './reliability.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';

const MINUTE = 60_000;
const MEGABYTE = 1024 * 1024;

/** A week; where time is short, seven pieces of the evening. */
const DAYS = 7;
const DAY = IS_SHORT ? 7 * MINUTE : 24 * 60 * MINUTE;

/** Caches fill at first; what they hold then is what they hold. */
const WARM_AFTER = 2;

/** The largest day may be so much larger than the first warm one. */
const FLAT = 1.1;

const MEN: readonly Listener[] = LISTENERS.slice(0, 1).map((listener) => ({
  ...listener,
  target: categoryTarget('men'),
}));

let evening: VirtualEvening;

afterEach(() => evening.stop());

/** What is left when everything that nobody holds is gone, bytes. */
const heldAfter = (collect: () => void): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

it('holds no more memory at the end of a week', async () => {
  setFlagsFromString('--expose-gc');
  // What the flag gives to every new context.
  const collect = runInNewContext('gc') as () => void;
  evening = await openVirtualEvening({ listeners: MEN, isRecorded: false, step: 2_000 });
  await evening.start();
  const held: number[] = [];
  for (let day = 1; day <= DAYS; day += 1) {
    await evening.time.pass(DAY);
    held.push(heldAfter(collect));
  }
  const warm = held.slice(WARM_AFTER);
  expect(Math.max(...warm) / (warm[0] ?? 0), held.join(', ')).toBeLessThan(FLAT);
  expect(evening.world.asked.discord).toBeGreaterThan(100);
  await noteMemory(held.map((bytes) => bytes / MEGABYTE));
}, 3_600_000);
