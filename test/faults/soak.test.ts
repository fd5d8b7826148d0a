import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { again, IS_SHORT } from './again.ts';
import { openDrivenEvening, type DrivenEvening } from './driven-evening.ts';
import { LISTENERS, TOURNAMENT } from './listeners.ts';
import { IS_WRITING, noteRow, noteSoak } from './reliability.ts';
import { soak, type SoakOptions } from './soak.ts';

/** World seconds for each real one. */
const SPEED = 30;

/** Before the first of the day's twenty matches; in a short run, before the ends of five. */
const BEGIN = Date.parse(`2026-04-29T${IS_SHORT ? '15:25:00' : '13:47:30'}Z`);

const OPTIONS: SoakOptions = IS_SHORT
  ? {
      lastsMs: 40 * SECOND,
      faultMs: 3_000,
      healedMs: 1_000,
      livesMs: { least: 4_000, most: 16_000 },
    }
  : {
      lastsMs: 20 * MINUTE,
      faultMs: 12 * SECOND,
      healedMs: 6 * SECOND,
      livesMs: { least: 5 * SECOND, most: 50 * SECOND },
    };

/** How long the world goes on after the last fault, milliseconds. */
const QUIET_MS = IS_SHORT ? 10 * SECOND : 30 * SECOND;

/** Every channel follows the whole tournament; in a short run with a delay of seconds at most. */
const EVERYWHERE = LISTENERS.map(({ settings, ...listener }) => ({
  ...listener,
  settings: IS_SHORT && settings.delay !== undefined ? { ...settings, delay: 5 } : settings,
  target: TOURNAMENT,
  follows: () => true,
}));

let evening: DrivenEvening;

afterEach(() => evening.stop());

// Runs only in reliability mode: each fault, and the kills, also have a test of their own.
it.runIf(IS_WRITING)(
  'posts every alert exactly once while every kind of fault happens in turn',
  async () => {
    evening = await openDrivenEvening({
      listeners: EVERYWHERE,
      begin: BEGIN,
      playsFrom: '2026-04-28',
      hasWebhook: true,
      // The service and the local Discord have their real limits; only the quota per minute grows
      // with the speed.
      requestsPerMinute: SPEED * 60,
      limits: {},
    });
    const { world, webhookUrl } = evening;
    await world.padel.steer({ speed: SPEED });
    const figures = await soak(evening, OPTIONS);
    await pause(QUIET_MS);
    await world.padel.steer({ speed: 0 });
    const until = Date.parse(world.padel.getWorld().now);
    const verdict = await evening.verdict(until);
    console.log(JSON.stringify({ ...figures, ...verdict }, null, 2));
    expect(verdict, again('soak.test.ts --mode reliability')).toMatchObject({
      lost: [],
      twice: [],
      wrong: [],
    });
    // The bot's own health check must find nothing wrong, either.
    await vi.waitFor(async () => {
      const response = await fetch(new URL('/health', webhookUrl ?? ''));
      // All but the clock: the bot runs on the world's clock, which is not Discord's.
      const fine = { ok: true };
      expect(await response.json()).toMatchObject({
        parts: { feed: fine, database: fine, discord: fine, alerts: fine, padel_api: fine },
      });
    }, MINUTE);
    await noteRow('soak', figures.kills + figures.faults, verdict);
    await noteSoak(figures);
  },
  2_400_000,
);
