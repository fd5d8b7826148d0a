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

/** Before the first match of a day with twenty of them; short, before the ends of five. */
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

/** How long the world goes on when nothing is wrong any more. */
const PEACE = IS_SHORT ? 10 * SECOND : 30 * SECOND;

/** Every channel is told of the whole tournament; while time is short, at most seconds later. */
const EVERYWHERE = LISTENERS.map(({ settings, ...listener }) => ({
  ...listener,
  settings: IS_SHORT && settings.delay !== undefined ? { ...settings, delay: 5 } : settings,
  target: TOURNAMENT,
  follows: () => true,
}));

let evening: DrivenEvening;

afterEach(() => evening.stop());

// Each fault has a test of its own, and so have kills: this is for the whole run.
it.runIf(IS_WRITING)(
  'tells everything once, though all goes wrong by turns',
  async () => {
    evening = await openDrivenEvening({
      listeners: EVERYWHERE,
      begin: BEGIN,
      playsFrom: '2026-04-28',
      hasWebhook: true,
      // The service and the local Discord are as strict as the true ones; a minute of this world is short.
      requestsPerMinute: SPEED * 60,
      limits: {},
    });
    const { world, webhookUrl } = evening;
    await world.padel.steer({ speed: SPEED });
    const figures = await soak(evening, OPTIONS);
    await pause(PEACE);
    await world.padel.steer({ speed: 0 });
    const until = Date.parse(world.padel.getWorld().now);
    const verdict = await evening.verdict(until);
    console.log(JSON.stringify({ ...figures, ...verdict }, null, 2));
    expect(verdict, again('soak.test.ts --mode reliability')).toMatchObject({
      lost: [],
      twice: [],
      wrong: [],
    });
    // The bot itself finds nothing wrong any more, either.
    await vi.waitFor(async () => {
      const response = await fetch(new URL('/health', webhookUrl ?? ''));
      // All but its clock, which is the world's and not Discord's.
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
