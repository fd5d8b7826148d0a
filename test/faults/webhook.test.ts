import { afterEach, expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import { again, IS_SHORT, SEED } from './again.ts';
import { noteRow } from './reliability.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';
import { deliver, deliverTo, genuineOf, stormOf, webhookConfig } from './webhook-storm.ts';
import { BEGIN, END } from './world.ts';

/** The time between two storms. */
const EVERY = (IS_SHORT ? 6 : 3) * MINUTE;

let evening: VirtualEvening;

afterEach(() => evening.stop());

it('posts every alert exactly once in storms of replayed and forged webhooks', async () => {
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
    const deliveries = storm.map((each) => deliver(webhookUrl, each));
    for (const status of await time.done(Promise.all(deliveries))) statuses.add(status);
    sent += storm.length;
    await time.pass(EVERY);
  }
  const verdict = await evening.end();
  expect(verdict, again('webhook.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  // 408 comes when a busy machine delivers a body later than the virtual clock allows. The others:
  // 204 accepted, 400 half a body or an unknown event, 401 a wrong signature.
  statuses.delete(408);
  expect([...statuses].sort()).toEqual([204, 400, 401]);
  // Many webhooks about the same match lead to one read.
  const minutes = (Date.now() - BEGIN) / MINUTE;
  expect(world.asked.padel).toBeLessThan(60 * minutes);
  await noteRow('webhook', sent, verdict);
}, 900_000);
