import { afterEach, expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import { again, IS_SHORT, SEED } from './again.ts';
import { noteRow } from './reliability.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';
import { deliver, deliverTo, genuineOf, stormOf, webhookConfig } from './webhook-storm.ts';
import { BEGIN, END } from './world.ts';

/** How often a storm comes. */
const EVERY = (IS_SHORT ? 6 : 3) * MINUTE;

let evening: VirtualEvening;

afterEach(() => evening.stop());

it('tells everything once, in a storm of replays and forgeries', async () => {
  const random = randomFrom(SEED, 'webhook');
  evening = await openVirtualEvening();
  const { world, time } = evening;
  const { webhookUrl } = await evening.start({
    config: { ...world.config, http: webhookConfig(world, 0) },
  });
  if (webhookUrl === null) throw new Error('the bot takes no webhooks');
  await deliverTo(world, webhookUrl);
  await time.pass(MINUTE);
  const replayed = await genuineOf(world, world.begunBy(END));
  const statuses = new Set<number>();

  let sent = 0;
  while (Date.now() < END) {
    const storm = stormOf(world, replayed, random);
    const taken = storm.map((each) => deliver(webhookUrl, each));
    for (const status of await time.done(Promise.all(taken))) statuses.add(status);
    sent += storm.length;
    await time.pass(EVERY);
  }
  const verdict = await evening.end();
  expect(verdict, again('webhook.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  // Taken in, half a body or an event that is none, not ours; and where a busy machine brings a body later
  // than the clock of the evening waits, 408.
  statuses.delete(408);
  expect([...statuses].sort()).toEqual([204, 400, 401]);
  // However many say that a match has changed, it is read once.
  const minutes = (Date.now() - BEGIN) / MINUTE;
  expect(world.asked.padel).toBeLessThan(60 * minutes);
  await noteRow('webhook', sent, verdict);
}, 900_000);
