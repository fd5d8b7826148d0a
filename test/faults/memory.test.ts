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

/** A week; where time is short, seven pieces of the evening. */
const DAYS = 7;
const DAY = IS_SHORT ? 7 * MINUTE : 24 * 60 * MINUTE;

/** A bot of six days may hold so many megabytes more than one of a single day. */
const MORE = 2;

/** The local Discord forgets no message, the world no match: so many megabytes may they gain in a day. */
const WORLD_GAINS = IS_SHORT ? 0.66 : 8;

const MEN: readonly Listener[] = LISTENERS.slice(0, 1).map((listener) => ({
  ...listener,
  target: categoryTarget('men'),
}));

let evening: VirtualEvening;

afterEach(() => evening.stop());

/** What is left when everything that nobody holds is gone, megabytes. */
const heldAfter = (collect: () => void): number => {
  collect();
  return process.memoryUsage().heapUsed / MEGABYTE;
};

it('holds no more memory at the end of a week', async () => {
  setFlagsFromString('--expose-gc');
  // What the flag gives to every new context.
  const collect = runInNewContext('gc') as () => void;
  evening = await openVirtualEvening({ listeners: MEN, isRecorded: false, step: 2_000 });
  const days: number[] = [];

  /** Lets a bot live so many days. What it holds is what is gone when it has stopped, megabytes. */
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
    // So long discord.js holds a connection that it has closed, by timers that nobody can fake.
    await realPause(1_000);
    const world = heldAfter(collect);
    return { bot: (days.at(-1) ?? 0) - world, world };
  };

  const first = await live(1);
  const last = await live(DAYS - 1);
  const memory = { days, bots: [first.bot, last.bot] } as const;
  expect(last.bot, JSON.stringify(memory)).toBeLessThan(first.bot + MORE);
  expect(last.world - first.world, JSON.stringify(memory)).toBeLessThan((DAYS - 1) * WORLD_GAINS);
  // On its first day a bot fills what it keeps ready.
  const [, warm = 0] = days;
  expect((days.at(-1) ?? 0) - warm, JSON.stringify(memory)).toBeLessThan((DAYS - 2) * WORLD_GAINS);
  expect(evening.world.asked.discord).toBeGreaterThan(100);
  await noteMemory(memory);
}, 3_600_000);
