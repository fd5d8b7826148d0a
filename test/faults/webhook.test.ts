import { createHmac } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { Config } from '#src/config.ts';
import { pickFrom, randomFrom, type Random } from '#src/sandbox/padel-service/world/random.ts';
import { again, IS_SHORT, SEED } from './again.ts';
import { noteRow } from './reliability.ts';
import { openVirtualEvening, type VirtualEvening } from './virtual-evening.ts';
import { BEGIN, END, type World } from './world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Deliveries of a storm, and how often one comes. */
const STORM = 120;
const EVERY = (IS_SHORT ? 6 : 3) * MINUTE;

let evening: VirtualEvening;

afterEach(() => evening.stop());

interface Sent {
  readonly body: string;
  readonly signature: string;
}

const signed = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** What says nothing true: somebody else's signature, none, half a body, an event that is none. */
const forged = (random: Random, genuine: Sent, secret: string): Sent => {
  const lie = genuine.body.replaceAll('"live"', '"finished"');
  return pickFrom<() => Sent>(random, [
    () => ({ body: lie, signature: genuine.signature }),
    () => ({ body: lie, signature: signed(lie, 'a guess') }),
    () => ({ body: lie, signature: '' }),
    () => {
      const half = genuine.body.slice(0, genuine.body.length / 2);
      return { body: half, signature: signed(half, secret) };
    },
    () => {
      const unknown = JSON.stringify({ event: 'match.abducted', data: { id: 1 } });
      return { body: unknown, signature: signed(unknown, secret) };
    },
  ])();
};

/** The matches of the day as a delivery tells them, a moment after each other. */
const genuineOf = async (world: World, secret: string): Promise<readonly Sent[]> =>
  Promise.all(
    world.begunBy(END).map(async (id) => {
      const { body } = await world.padel.inject({
        url: `/api/matches/${id}`,
        headers: { authorization: 'Bearer sandbox-pro' },
      });
      const told = `{"event":"match.updated","occurred_at":"2026-04-30T17:50:00Z","data":${body}}`;
      return { body: told, signature: signed(told, secret) };
    }),
  );

it('tells everything once, in a storm of replays and forgeries', async () => {
  const random = randomFrom(SEED, 'webhook');
  evening = await openVirtualEvening();
  const { world, time } = evening;
  const secret = world.padel.webhookSecret() ?? '';
  const http: Config['http'] = {
    port: 0,
    host: '127.0.0.1',
    trustProxy: [],
    webhook: { path: '/webhooks/padel', signing: { secrets: [secret], header: 'Signature' } },
  };
  const { webhookUrl } = await evening.start({ config: { ...world.config, http } });
  if (webhookUrl === null) throw new Error('the bot takes no webhooks');
  await world.padel.inject({
    method: 'PATCH',
    url: '/api/webhooks/1',
    headers: { authorization: 'Bearer sandbox-pro' },
    payload: { url: webhookUrl },
  });
  await time.pass(MINUTE);
  const replayed = await genuineOf(world, secret);
  const statuses = new Set<number>();

  const deliver = async ({ body, signature }: Sent): Promise<void> => {
    const { status } = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', signature },
      body,
    });
    statuses.add(status);
  };

  let sent = 0;
  while (Date.now() < END) {
    const storm = Array.from({ length: STORM }, () => {
      const genuine = pickFrom(random, replayed);
      return random() < 0.5 ? genuine : forged(random, genuine, secret);
    });
    await time.done(Promise.all(storm.map(deliver)));
    sent += storm.length;
    await time.pass(EVERY);
  }
  const verdict = await evening.end();
  expect(verdict, again('webhook.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  // Taken in, half a body or an event that is none, not ours.
  expect([...statuses].sort()).toEqual([204, 400, 401]);
  // However many say that a match has changed, it is read once.
  const minutes = (Date.now() - BEGIN) / MINUTE;
  expect(world.asked.padel).toBeLessThan(60 * minutes);
  await noteRow('webhook', sent, verdict);
}, 900_000);
