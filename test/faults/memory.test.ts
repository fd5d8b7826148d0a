import { setTimeout as realPause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { categoryTarget } from '#src/domain/alerts/follows.ts';
import { MINUTE } from '#src/lib/time.ts';
import { IS_SHORT } from './again.ts';
import { LISTENERS, type Listener } from './listeners.ts';
import { noteMemory } from './reliability.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';

const MEGABYTE = 1024 * 1024;

/** A week; in a short run, seven parts of the evening. */
const DAYS = 7;
const DAY = IS_SHORT ? 7 * MINUTE : 24 * 60 * MINUTE;

/** How many megabytes more a bot may hold after six days than after one day. */
const ALLOWED_GROWTH_MB = 2;

/** The local Discord keeps every message and the world every match; megabytes allowed per day. */
const WORLD_GROWTH_MB = IS_SHORT ? 0.66 : 8;

const MEN: readonly Listener[] = LISTENERS.slice(0, 1).map((listener) => ({
  ...listener,
  target: categoryTarget('men'),
}));

let evening: VirtualEvening;

afterEach(() => evening.stop());

/** The used heap after a garbage collection, megabytes. */
const heldAfter = (collect: () => void): number => {
  collect();
  return process.memoryUsage().heapUsed / MEGABYTE;
};

it('holds hardly more memory after six days than after one', async () => {
  setFlagsFromString('--expose-gc');
  // With the flag, every new context has a global `gc`.
  const collect = runInNewContext('gc') as () => void;
  evening = await openVirtualEvening({ listeners: MEN, isRecorded: false, step: 2_000 });
  const days: number[] = [];

  /** Runs a bot for so many days. The memory it held is what its stop frees, megabytes. */
  const live = async (
    daysToLive: number,
  ): Promise<{ readonly bot: number; readonly world: number }> => {
    await evening.start();
    for (let day = 1; day <= daysToLive; day += 1) {
      await evening.time.pass(DAY);
      days.push(heldAfter(collect));
    }
    await evening.stopBot();
    await evening.time.pass(MINUTE);
    // discord.js holds a closed connection for this long, with timers that cannot be faked.
    await realPause(1_000);
    const world = heldAfter(collect);
    return { bot: (days.at(-1) ?? 0) - world, world };
  };

  const first = await live(1);
  const last = await live(DAYS - 1);
  const memory = { days, bots: [first.bot, last.bot] } as const;
  expect(last.bot, JSON.stringify(memory)).toBeLessThan(first.bot + ALLOWED_GROWTH_MB);
  expect(last.world - first.world, JSON.stringify(memory)).toBeLessThan(
    (DAYS - 1) * WORLD_GROWTH_MB,
  );
  // The first day is left out: a new bot fills its caches then.
  const [, warm = 0] = days;
  expect((days.at(-1) ?? 0) - warm, JSON.stringify(memory)).toBeLessThan(
    (DAYS - 2) * WORLD_GROWTH_MB,
  );
  expect(evening.world.asked.discord).toBeGreaterThan(100);
  await noteMemory(memory);
}, 3_600_000);
