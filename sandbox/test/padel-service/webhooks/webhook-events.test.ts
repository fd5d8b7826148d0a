import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { EVENT_NAMES } from '#sandbox/padel-service/webhooks/event-names.ts';
import { aReceiver } from '../receiver.ts';
import { aService, askWebhook, matchShape, playerShape, PRO, tournamentShape } from '../service.ts';

const DAY_SECONDS = 24 * 3600;

/** The body of a delivery, with `data` as GET returns it. */
const delivered = <T extends z.ZodType>(data: T) =>
  z.strictObject({
    event: z.enum(EVENT_NAMES),
    occurred_at: z.iso.datetime({ offset: true }),
    data,
  });

const SHAPES = {
  match: delivered(matchShape),
  player: delivered(playerShape),
  tournament: delivered(tournamentShape),
} as const;

const eventIn = (body: string) => {
  const json = z.looseObject({ event: z.enum(EVENT_NAMES) }).parse(JSON.parse(body));
  const subject = z.enum(['match', 'player', 'tournament']).parse(json.event.split('.')[0]);
  return { subject, ...SHAPES[subject].parse(json) };
};

/** A service with a webhook that delivers to a receiver on this machine. */
const startSubscribed = async (answer?: (index: number) => number | null) => {
  const receiver = await aReceiver(answer);
  const webhook = { url: receiver.url };
  const service = await aService({ webhook, allowLoopbackWebhooks: true });
  return { receiver, service };
};

const get = (service: PadelService, url: string) => service.inject({ url, headers: PRO });

describe('webhook events', () => {
  it('are signed and carry what GET returns', async () => {
    const { service, receiver } = await startSubscribed();
    await service.steer({ advance: 3 * DAY_SECONDS });
    await service.webhooksIdle();
    expect(receiver.received.length).toBeGreaterThan(100);

    const now = Date.parse(service.getWorld().now);
    const last = new Map<string, ReturnType<typeof eventIn>>();
    for (const { body, headers } of receiver.received) {
      const signature = createHmac('sha256', service.webhookSecret() ?? '').update(body);
      expect(headers['signature']).toBe(signature.digest('hex'));
      const event = eventIn(body);
      expect(Date.parse(event.occurred_at)).toBeLessThanOrEqual(now);
      last.set(event.data.self, event);
    }
    for (const [self, { event, subject, data }] of last) {
      if (subject === 'tournament') continue;
      const answer = await get(service, self);
      if (event === 'player.deleted') expect(answer.statusCode).toBe(302);
      else if (event === 'match.deleted') expect(answer.statusCode).toBe(404);
      // The duration and score of a live match and the age of a player change without an event.
      else if ('status' in data && data.status === 'live') expect(answer.statusCode).toBe(200);
      else expect({ ...answer.json<object>(), age: null }).toEqual({ ...data, age: null });
    }
  });

  it('arrive in the order in which they happened, for each resource', async () => {
    const { service, receiver } = await startSubscribed();
    await service.steer({ advance: 2 * DAY_SECONDS });
    await service.webhooksIdle();
    const times = Map.groupBy(
      receiver.received.map(({ body }) => eventIn(body)),
      ({ data }) => data.self,
    );
    expect(times.size).toBeGreaterThan(10);
    for (const own of times.values()) {
      const at = own.map(({ occurred_at }) => Date.parse(occurred_at));
      expect(at).toEqual(at.toSorted((a, b) => a - b));
    }
  });

  it('arrive on their own while the clock runs', async () => {
    const receiver = await aReceiver();
    const service = await aService({
      now: Date.now,
      webhook: { url: receiver.url, secret: 'ours' },
      allowLoopbackWebhooks: true,
    });
    await service.steer({ speed: 1000 });
    await receiver.has(1);
    expect(service.webhookSecret()).toBe('ours');
  });

  it('are not delivered for the time in which the webhook is paused, nor afterwards', async () => {
    const { service, receiver } = await startSubscribed();
    await askWebhook(service, 'PATCH', { events: [] });
    await service.steer({ advance: DAY_SECONDS });
    await askWebhook(service, 'PATCH', { events: EVENT_NAMES });
    await service.webhooksIdle();
    expect(receiver.received).toEqual([]);
    const resumed = Date.parse(service.getWorld().now);
    await service.steer({ advance: DAY_SECONDS });
    await service.webhooksIdle();
    const times = receiver.received.map(({ body }) => Date.parse(eventIn(body).occurred_at));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(resumed - 1000);
  });

  it('stop at once when the webhook is removed, including deliveries in flight', async () => {
    const { service, receiver } = await startSubscribed(() => null);
    await service.steer({ advance: DAY_SECONDS });
    await receiver.has(4);
    await askWebhook(service, 'DELETE');
    await service.webhooksIdle();
    await service.steer({ advance: DAY_SECONDS });
    expect(receiver.received).toHaveLength(4);
  });

  it('do not hold up the world when the receiver never responds', async () => {
    const { service } = await startSubscribed(() => null);
    const before = Date.parse(service.getWorld().now);
    await service.steer({ advance: 14 * DAY_SECONDS });
    expect(Date.parse(service.getWorld().now)).toBe(before + 14 * DAY_SECONDS * 1000);
  });

  it('are only those that the webhook subscribes to', async () => {
    const { service, receiver } = await startSubscribed();
    await askWebhook(service, 'PATCH', { events: ['player.deleted'] });
    await service.steer({ advance: 2 * 3600 });
    await service.webhooksIdle();
    const events = receiver.received.map(({ body }) => eventIn(body));
    expect(events.map(({ event }) => event)).toEqual(['player.deleted']);
    const [merged] = events;
    const answer = await get(service, `${merged?.data.self ?? ''}/stats`);
    expect(answer.statusCode).toBe(302);
    const target = await get(service, answer.headers.location ?? '');
    expect(target.statusCode).toBe(200);
  });
});

describe('the list of deliveries', () => {
  const inspected = async (service: PadelService) => {
    const { body } = await service.inject({ url: '/sandbox/webhooks' });
    expect(body).not.toContain(service.webhookSecret());
    return z
      .strictObject({
        webhook: z.strictObject({ url: z.string(), events: z.array(z.string()) }).nullable(),
        waiting: z.int(),
        deliveries: z.array(
          z.strictObject({
            number: z.int(),
            event: z.enum(EVENT_NAMES),
            resource: z.string(),
            occurred_at: z.iso.datetime({ offset: true }),
            state: z.string(),
            tries: z.int(),
            answer: z.string().nullable(),
          }),
        ),
      })
      .parse(JSON.parse(body));
  };

  it('shows what was sent and its outcome, latest first, without the secret', async () => {
    const { service, receiver } = await startSubscribed();
    await service.steer({ advance: DAY_SECONDS });
    await service.webhooksIdle();
    const { webhook, waiting, deliveries } = await inspected(service);
    expect(webhook).toEqual({ url: receiver.url, events: EVENT_NAMES });
    expect(waiting).toBe(0);
    expect(deliveries[0]?.number).toBe(receiver.received.length);
    for (const each of deliveries) {
      expect(each).toMatchObject({ state: 'delivered', tries: 1, answer: '204' });
    }
  });

  it('shows the state "nowhere" as long as no receiver is configured', async () => {
    const service = await aService();
    await service.steer({ advance: DAY_SECONDS });
    const { deliveries } = await inspected(service);
    expect(deliveries.length).toBeGreaterThan(10);
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['nowhere']));
  });
});
