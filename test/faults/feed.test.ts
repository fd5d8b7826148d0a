import { afterEach, expect, it } from 'vitest';
import { randomFrom } from '#src/sandbox/padel-service/world/random.ts';
import type { World } from '#src/sandbox/discord/control-contract.ts';
import { suffer, type Adversity } from './adversity.ts';
import { again, SEED } from './again.ts';
import { noteRow } from './reliability.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';

const MINUTE = 60_000;

const FEEDS: readonly World['feed'][] = ['unplugged', 'half-open', 'duplicated', 'disordered'];

let evening: VirtualEvening;

afterEach(() => evening.stop());

it('tells everything once, though the feed is cut, half-open, doubled and out of order', async () => {
  evening = await openVirtualEvening();
  const { world, time } = evening;
  const { steer } = world.padel;
  await evening.start();
  await time.pass(MINUTE);
  const feedIs = (feed: World['feed']) => async (): Promise<void> => {
    await steer({ feed });
  };
  const adversities: readonly Adversity[] = [
    ...FEEDS.map((feed) => ({ begin: feedIs(feed), end: feedIs('connected') })),
    {
      // Nothing is heard at all.
      begin: async () => {
        await steer({ feed: 'unplugged', api: 'down' });
      },
      end: async () => {
        await steer({ feed: 'connected', api: 'ok' });
      },
    },
  ];
  const times = await suffer(time, randomFrom(SEED, 'feed'), adversities, {
    lasts: 4 * MINUTE,
    rests: MINUTE,
  });
  const verdict = await evening.end();
  expect(verdict, again('feed.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  await noteRow('feed', times, verdict);
}, 900_000);
