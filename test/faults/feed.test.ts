import { afterEach, expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import { suffer } from './adversity.ts';
import { again, SEED } from './again.ts';
import { feedAdversities } from './feed-adversities.ts';
import { noteRow } from './reliability.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';

let evening: VirtualEvening;

afterEach(() => evening.stop());

it('posts every alert once while the feed is cut, half-open, doubled or out of order', async () => {
  evening = await openVirtualEvening();
  const { world, time } = evening;
  await evening.start();
  await time.pass(MINUTE);
  const times = await suffer(time, randomFrom(SEED, 'feed'), feedAdversities(world), {
    lasts: 4 * MINUTE,
    pauses: MINUTE,
  });
  const verdict = await evening.end();
  expect(verdict, again('feed.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  await noteRow('feed', times, verdict);
}, 900_000);
