import { afterEach, expect, it } from 'vitest';
import { SECOND } from '#src/lib/time.ts';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import { suffer } from './adversity.ts';
import { again, SEED } from './again.ts';
import { padelAdversities } from './padel-adversities.ts';
import { noteRow } from './reliability.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';

let evening: VirtualEvening;

afterEach(() => evening.stop());

it('posts every alert exactly once while the data service fails in every way', async () => {
  evening = await openVirtualEvening();
  const { world, time } = evening;
  await evening.start();
  await time.pass(60 * SECOND);
  let struck = 0;
  const adversities = padelAdversities(world, () => {
    struck += 1;
  });
  await suffer(time, randomFrom(SEED, 'padel'), adversities, {
    lasts: 75 * SECOND,
    pauses: 15 * SECOND,
  });
  const verdict = await evening.end();
  expect(verdict, again('padel.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  // A service that only fails is hardly asked.
  expect(struck).toBeGreaterThan(adversities.length / 2);
  await noteRow('padel', struck, verdict);
}, 900_000);
