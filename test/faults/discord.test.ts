import { afterEach, expect, it } from 'vitest';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import { suffer } from './adversity.ts';
import { again, SEED } from './again.ts';
import { discordAdversities } from './discord-adversities.ts';
import { isWrite, NO_TROUBLE } from './http-proxy.ts';
import { noteRow } from './reliability.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';
import { BEGIN } from './world.ts';
import { LISTENERS, setUpListeners, type Listener } from './listeners.ts';

let evening: VirtualEvening;

afterEach(() => evening.stop());

/** A listener that is not judged, because its channel will be deleted. */
const isDoomed = ({ name }: Listener): boolean => name === 'general';

it('stops posting in a channel that was deleted, and goes on with the others', async () => {
  evening = await openVirtualEvening({ listeners: LISTENERS.filter((each) => !isDoomed(each)) });
  const { world, time } = evening;
  const [doomed] = LISTENERS.filter(isDoomed);
  if (doomed === undefined) throw new Error('no listener has the channel to delete');
  const { guildId } = world.discord;
  await setUpListeners(world.store.db, [doomed], { guildId, now: Date.now() });
  await evening.start();
  await time.pass(5 * MINUTE);
  let requests = 0;
  world.trouble.discord = ({ path }) => {
    if (path.includes(doomed.channelId)) requests += 1;
    return NO_TROUBLE;
  };
  await time.pass(MINUTE);
  expect(requests).toBeGreaterThan(1);
  await world.control('DELETE', `/channels/${doomed.name}`);
  requests = 0;
  const verdict = await evening.end(BEGIN + 15 * MINUTE);
  // None at all when the gateway reports the deletion before the next request.
  expect(requests).toBeLessThanOrEqual(1);
  expect(verdict, again('discord.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  await noteRow('deleted', 1, verdict);
}, 900_000);

it('posts every alert once though responses are lost for longer than a nonce is kept', async () => {
  evening = await openVirtualEvening();
  const { world, time } = evening;
  await evening.start();
  // A few seconds later one match begins, and the second set of another one ends.
  await time.pass(150 * SECOND);
  world.trouble.discord = (passing) => (isWrite(passing) ? { kind: 'lost' } : NO_TROUBLE);
  await time.pass(7 * MINUTE);
  world.trouble.discord = () => NO_TROUBLE;
  const verdict = await evening.end(BEGIN + 15 * MINUTE);
  expect(verdict.delivered).toBeGreaterThan(0);
  expect(verdict, again('discord.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
}, 900_000);

it('posts every alert exactly once while Discord fails in every way', async () => {
  evening = await openVirtualEvening();
  await evening.start();
  await evening.time.pass(MINUTE);
  const adversities = discordAdversities(evening.world);
  const times = await suffer(evening.time, randomFrom(SEED, 'discord'), adversities, {
    lasts: 90 * SECOND,
    pauses: 30 * SECOND,
  });
  const verdict = await evening.end();
  expect(verdict, again('discord.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  await noteRow('discord', times, verdict);
}, 900_000);
