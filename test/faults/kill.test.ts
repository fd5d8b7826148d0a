import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { randomFrom, wholeBetween } from '#sandbox/padel-service/world/random.ts';
import { startPostgres } from '../store/postgres.ts';
import { again, IS_SHORT, SEED } from './again.ts';
import { openDrivenEvening, type DrivenEvening } from './driven-evening.ts';
import { watchForMoment, type Moment } from './moments.ts';
import { noteRow } from './reliability.ts';
import { BEGIN, END } from './world.ts';

/** When the moment has not come by then, the process is idle and is killed anyway, milliseconds. */
const IDLE_AFTER_MS = 600;

let evening: DrivenEvening;
const afterwards: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const undo of afterwards.splice(0).reverse()) await undo();
});

/** Plays the evening while the bot is killed this many times. */
const playKilled = async (kills: number): Promise<void> => {
  const random = randomFrom(SEED, 'kill');
  const watch = watchForMoment(evening.world, random);

  const killedAt = async (moment: Moment, meanwhile: () => Promise<void>): Promise<void> => {
    const come = watch.arm(moment);
    await meanwhile();
    await Promise.race([
      come,
      pause(moment.kind === 'after' ? moment.milliseconds : IDLE_AFTER_MS),
    ]);
    watch.disarm();
    await evening.end('SIGKILL');
  };

  const step = IS_SHORT ? 2 * MINUTE : MINUTE;
  const steps = Math.ceil((END - BEGIN) / step);
  let killed = 0;
  await evening.start();
  for (let taken = 1; taken <= steps; taken += 1) {
    await evening.goOn(step);
    for (; killed < Math.round((kills * taken) / steps); killed += 1) {
      const isAlive = random() < 0.7;
      const leap = (): Promise<void> => evening.goOn(wholeBetween(random, 0, 5) * 1_000);
      await killedAt(watch.pick(), isAlive ? leap : () => Promise.resolve());
      if (!isAlive) await leap();
      await evening.start();
    }
    await evening.breathe();
  }
};

describe('the bot after kill -9 at any moment of a live evening', () => {
  it('posts every alert exactly once, with a SQLite file', async () => {
    const kills = IS_SHORT ? 8 : 150;
    evening = await openDrivenEvening();
    afterwards.push(evening.stop);
    await playKilled(kills);
    const verdict = await evening.verdict();
    expect(verdict, again('kill.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
    // The short evening ends before the first match that has a key moment.
    if (!IS_SHORT) expect(verdict.moments).toBeGreaterThan(0);
    await noteRow('killed', kills, verdict);
  }, 900_000);

  // Only in the whole run: a second evening takes too long for a check.
  if (!IS_SHORT) {
    it('posts every alert exactly once, with PostgreSQL', async () => {
      const kills = 60;
      const postgres = await startPostgres();
      afterwards.push(postgres.stop);
      evening = await openDrivenEvening({ databaseUrl: postgres.url('postgres') });
      afterwards.push(evening.stop);
      await playKilled(kills);
      const verdict = await evening.verdict();
      expect(verdict, again('kill.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
      await noteRow('killed-postgres', kills, verdict);
    }, 900_000);
  }
});
