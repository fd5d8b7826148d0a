import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PadelService, PadelServiceOptions } from '#src/sandbox/padel-service/index.ts';
import { EVENT_NAMES } from '#src/sandbox/padel-service/webhooks/event-names.ts';
import { dayOf } from '#src/sandbox/padel-service/world/days.ts';
import { openWorld } from '#src/sandbox/padel-service/world/world.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import {
  FREE,
  matchShape,
  playerShape,
  PRO,
  SATURDAY,
  startStill,
  tournamentShape,
} from './service.ts';

const DAY_SECONDS = 24 * 3600;

const webhookShape = z.strictObject({
  id: z.literal(1),
  self: z.literal('/api/webhooks/1'),
  url: z.string(),
  events: z.array(z.enum(EVENT_NAMES)),
  secret: z.string().min(16),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
});

/** What is delivered, with `data` as GET answers it. */
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

let services: PadelService[] = [];
let receivers: Receiver[] = [];
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
});

afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  [services, receivers] = [[], []];
  await rm(folder, { recursive: true });
});

const start = async (options: Partial<PadelServiceOptions> = {}): Promise<PadelService> => {
  const service = await startStill(options);
  services.push(service);
  return service;
};

/** A service that tells a receiver on this machine. */
const startTold = async (answer?: (index: number) => number | null) => {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const webhook = { url: receiver.url };
  const service = await start({ webhook, allowLoopbackWebhooks: true });
  return { receiver, service };
};

const ask = (service: PadelService, method: 'PATCH' | 'DELETE', payload?: object, id = 1) =>
  service.inject({
    method,
    url: `/api/webhooks/${id}`,
    headers: PRO,
    ...(payload === undefined ? {} : { payload }),
  });

const get = (service: PadelService, url: string) => service.inject({ url, headers: PRO });

describe('the webhook of the account', () => {
  let untold: PadelService;
  beforeAll(async () => {
    untold = await startStill();
  });
  afterAll(() => untold.stop());

  it('is there from the start, with all events and a secret', async () => {
    const service = await start();
    const answer = await ask(service, 'PATCH', {});
    expect(answer.statusCode).toBe(200);
    const webhook = webhookShape.parse(answer.json());
    expect(webhook.events).toEqual(EVENT_NAMES);
    expect(webhook.secret).toBe(service.webhookSecret());
    expect(webhook.updated_at).toBe(webhook.created_at);
  });

  it('changes where it is told to and nowhere else', async () => {
    const service = await start();
    const before = webhookShape.parse((await ask(service, 'PATCH', {})).json());
    await service.steer({ advance: 60 });
    const url = 'https://bot.padel.club/hook';
    const moved = webhookShape.parse((await ask(service, 'PATCH', { url })).json());
    expect(moved).toEqual({ ...before, url, updated_at: moved.updated_at });
    expect(Date.parse(moved.updated_at) - Date.parse(before.updated_at)).toBe(60_000);

    const events = ['match.updated', 'player.deleted'];
    const chosen = webhookShape.parse((await ask(service, 'PATCH', { events })).json());
    expect(chosen).toEqual({ ...moved, events, updated_at: chosen.updated_at });
    const paused = webhookShape.parse((await ask(service, 'PATCH', { events: [] })).json());
    expect(paused).toMatchObject({ url, events: [], secret: before.secret });
  });

  it.each([
    [
      'plain HTTP',
      { url: 'http://bot.padel.club' },
      'url',
      'The url field must be a public HTTPS URL.',
    ],
    [
      'this machine',
      { url: 'https://127.0.0.1/' },
      'url',
      'The url field must be a public HTTPS URL.',
    ],
    ['no text', { url: 7 }, 'url', 'The url field must be a string.'],
    [
      'an unknown event',
      { events: ['match.lost'] },
      'events.0',
      'The selected events.0 is invalid.',
    ],
    ['no list', { events: 'match.updated' }, 'events', 'The events field must be an array.'],
    [
      'an event twice',
      { events: ['match.updated', 'match.updated'] },
      'events',
      'The events field has a duplicate value.',
    ],
  ])('refuses %s and stays as it is', async (_reason, change, field, message) => {
    const before = (await ask(untold, 'PATCH', {})).body;
    const answer = await ask(untold, 'PATCH', change);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ message, errors: { [field]: [message] } });
    expect((await ask(untold, 'PATCH', {})).body).toBe(before);
  });

  it('is the only one, and nobody changes it without a token', async () => {
    const service = await start();
    expect((await ask(service, 'PATCH', {}, 2)).statusCode).toBe(404);
    expect((await ask(service, 'DELETE', undefined, 2)).statusCode).toBe(404);
    const url = '/api/webhooks/1';
    expect((await service.inject({ method: 'PATCH', url, payload: {} })).statusCode).toBe(401);
    expect((await service.inject({ method: 'DELETE', url })).statusCode).toBe(401);
    expect((await service.inject({ method: 'GET', url, headers: PRO })).statusCode).toBe(404);
    const free = await service.inject({ method: 'PATCH', url, payload: {}, headers: FREE });
    expect(free.statusCode).toBe(200);
  });

  it('is removed for good, over a restart too', async () => {
    const stateFile = join(folder, 'state.json');
    const service = await start({ stateFile });
    const answer = await ask(service, 'DELETE');
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Webhook deleted.' }]);
    for (const method of ['DELETE', 'PATCH'] as const) {
      expect((await ask(service, method, {})).statusCode).toBe(404);
    }
    const again = await start({ stateFile, webhook: { url: 'https://bot.padel.club/hook' } });
    expect((await ask(again, 'PATCH', {})).statusCode).toBe(404);
    expect(again.webhookSecret()).toBeNull();
  });

  it('leads to this machine only as long as every start allows it', async () => {
    const stateFile = join(folder, 'state.json');
    const url = 'http://127.0.0.1:3000/hook';
    await start({ stateFile, webhook: { url }, allowLoopbackWebhooks: true });
    await expect(start({ stateFile })).rejects.toThrow(
      `${stateFile} keeps a webhook that is no public HTTPS URL, "${url}". ` +
        'If it may lead to this machine, add --allow-loopback-webhooks',
    );
    await expect(start({ stateFile, allowLoopbackWebhooks: true })).resolves.toBeDefined();
    const webhook = { url: 'https://bot.padel.club/hook' };
    await expect(start({ stateFile, webhook })).resolves.toBeDefined();
    await expect(start({ stateFile })).resolves.toBeDefined();
  });

  it('stays as it was over a restart, unless the start says otherwise', async () => {
    const stateFile = join(folder, 'state.json');
    const url = 'https://bot.padel.club/hook';
    const first = await start({ stateFile });
    await ask(first, 'PATCH', { url, events: ['match.created'] });
    const before = (await ask(first, 'PATCH', {})).json<object>();
    const second = await start({ stateFile });
    expect((await ask(second, 'PATCH', {})).json()).toEqual(before);
    const secret = 'of another receiver';
    const third = await start({ stateFile, webhook: { secret } });
    expect((await ask(third, 'PATCH', {})).json()).toEqual({ ...before, secret });
  });

  it('may not begin with an address that it may not have', async () => {
    const webhook = { url: 'http://127.0.0.1:9/hook' };
    await expect(start({ webhook })).rejects.toThrow(/must have a public HTTPS URL, not "http:/);
  });
});

describe('events', () => {
  it('are signed and carry what GET answers', async () => {
    const { service, receiver } = await startTold();
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
      // How long a match has lasted, its score of the moment and a player's age are no news.
      else if ('status' in data && data.status === 'live') expect(answer.statusCode).toBe(200);
      else expect({ ...answer.json<object>(), age: null }).toEqual({ ...data, age: null });
    }
  });

  it('of a resource come in the order in which they happened', async () => {
    const { service, receiver } = await startTold();
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

  it('come by themselves as the clock runs', async () => {
    const receiver = await startReceiver();
    receivers.push(receiver);
    const service = await start({
      now: Date.now,
      webhook: { url: receiver.url, secret: 'ours' },
      allowLoopbackWebhooks: true,
    });
    await service.steer({ speed: 1000 });
    await receiver.has(1);
    expect(service.webhookSecret()).toBe('ours');
  });

  it('do not come while the webhook is paused, nor later for that time', async () => {
    const { service, receiver } = await startTold();
    await ask(service, 'PATCH', { events: [] });
    await service.steer({ advance: DAY_SECONDS });
    await ask(service, 'PATCH', { events: EVENT_NAMES });
    await service.webhooksIdle();
    expect(receiver.received).toEqual([]);
    const resumed = Date.parse(service.getWorld().now);
    await service.steer({ advance: DAY_SECONDS });
    await service.webhooksIdle();
    const times = receiver.received.map(({ body }) => Date.parse(eventIn(body).occurred_at));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(resumed - 1000);
  });

  it('stop at once when the webhook is removed, those under way included', async () => {
    const { service, receiver } = await startTold(() => null);
    await service.steer({ advance: DAY_SECONDS });
    await receiver.has(4);
    await ask(service, 'DELETE');
    await service.webhooksIdle();
    await service.steer({ advance: DAY_SECONDS });
    expect(receiver.received).toHaveLength(4);
  });

  it('do not stop the world when nobody takes them', async () => {
    const { service } = await startTold(() => null);
    const before = Date.parse(service.getWorld().now);
    await service.steer({ advance: 14 * DAY_SECONDS });
    expect(Date.parse(service.getWorld().now)).toBe(before + 14 * DAY_SECONDS * 1000);
  });

  it('are only those that were chosen', async () => {
    const { service, receiver } = await startTold();
    await ask(service, 'PATCH', { events: ['player.deleted'] });
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

describe('what was deleted', () => {
  it('is 404 over the API, a match that was played too', async () => {
    const world = openWorld(1, dayOf('2026-11-21'));
    const opening = world.openingMoment();
    const exhibition = world
      .recordsUntil(opening)
      .matches.findLast(({ closed, deleted }) => deleted !== null && closed < deleted);
    const [player] = exhibition?.teams.team_1 ?? [];
    if (!exhibition || !player) throw new Error('No exhibition was played');
    const { closed, deleted } = exhibition;
    const stateFile = join(folder, 'state.json');
    const clock = { real: SATURDAY, world: closed, speed: 0 };
    await writeFile(
      stateFile,
      JSON.stringify({ version: 1, seed: 1, anchor: '2026-11-21', clock }),
    );
    const service = await start({ stateFile });
    const met = async (): Promise<string[]> => {
      const team = (name: 'team_1' | 'team_2') => exhibition.teams[name]?.map(({ id }) => id);
      const answer = await service.inject({
        method: 'POST',
        url: '/api/matches/head2head?per_page=50',
        headers: PRO,
        payload: { team_1: team('team_1'), team_2: team('team_2') },
      });
      const page = z.object({ data: z.array(z.object({ self: z.string() })) });
      return page.parse(answer.json()).data.map(({ self }) => self);
    };
    const playedBy = async (): Promise<number> => {
      const answer = await get(service, `/api/players/${player.id}/stats`);
      return answer.json<{ matches_played: number }>().matches_played;
    };

    const self = `/api/matches/${exhibition.id}`;
    const before = await playedBy();
    expect((await get(service, self)).json()).toMatchObject({ status: 'finished' });
    expect(await met()).toContain(self);

    await service.steer({ advance: ((deleted ?? 0) - closed) / 1000 });
    expect((await get(service, self)).statusCode).toBe(404);
    expect(await met()).not.toContain(self);
    expect(await playedBy()).toBe(before - 1);
  });

  it('of a merged tournament leads to the first record, with its matches and videos', async () => {
    const service = await start();
    const merged = openWorld(1, dayOf('2026-11-21'))
      .recordsUntil(Date.parse(service.getWorld().now))
      .tournaments.find(
        ({ withdrawn }) => withdrawn?.into !== undefined && withdrawn.into !== null,
      );
    for (const rest of ['matches', 'videos']) {
      const answer = await get(service, `/api/tournaments/${merged?.id ?? 0}/${rest}`);
      expect(answer.statusCode).toBe(302);
      const into = merged?.withdrawn?.into ?? 0;
      expect(answer.headers.location).toBe(`/api/tournaments/${into}/${rest}`);
    }
  });
});

describe('the deliveries as a human sees them', () => {
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

  it('say what was sent and what came of it, the latest first, without the secret', async () => {
    const { service, receiver } = await startTold();
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

  it('say that nobody receives them as long as no address is given', async () => {
    const service = await start();
    await service.steer({ advance: DAY_SECONDS });
    const { deliveries } = await inspected(service);
    expect(deliveries.length).toBeGreaterThan(10);
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['nowhere']));
  });
});
