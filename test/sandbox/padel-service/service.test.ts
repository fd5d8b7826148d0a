import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Pusher from 'pusher';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { winnerOfSets } from '#src/domain/score.ts';
import { LIVE_EVENT, type PadelService } from '#src/sandbox/padel-service/index.ts';
import { SANDBOX_APP } from '#src/sandbox/realtime/index.ts';
import type { Timers } from '#src/sandbox/padel-service/timers.ts';
import { connectClient, gathered, next, subscribed, type Client } from '../realtime/listener.ts';
import { liveShape, matchShape, pageShape, PRO, SATURDAY, startStill } from './service.ts';

let services: PadelService[] = [];
let clients: Client[] = [];
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'padel-service-'));
});

afterEach(async () => {
  for (const client of clients) client.disconnect();
  await Promise.all(services.map((service) => service.stop()));
  [services, clients] = [[], []];
  await rm(folder, { recursive: true });
});

const start = async (options: Parameters<typeof startStill>[0] = {}): Promise<PadelService> => {
  const service = await startStill(options);
  services.push(service);
  return service;
};

const connect = (service: PadelService): Client => {
  const client = connectClient(service.port);
  clients.push(client);
  return client;
};

/** The official SDK, to publish something of our own. */
const publisherOf = ({ port }: PadelService): Pusher =>
  new Pusher({ ...SANDBOX_APP, host: '127.0.0.1', port: String(port), useTLS: false });

const lives = async (service: PadelService) => {
  const answer = await service.inject({ url: '/api/live?per_page=50', headers: PRO });
  return pageShape(liveShape).parse(answer.json()).data;
};

const matchOf = async (service: PadelService, id: number) => {
  const answer = await service.inject({ url: `/api/matches/${id}`, headers: PRO });
  return matchShape.parse(answer.json());
};

/** The live match that will end last. */
const longestLive = async (service: PadelService): Promise<number> => {
  const ids = (await lives(service)).map(({ id }) => id);
  const end = (id: number) => service.truth(id)?.closesAt ?? 0;
  const [longest] = ids.toSorted((a, b) => end(b) - end(a));
  if (longest === undefined) throw new Error('Nothing is live');
  return longest;
};

/** World seconds until an instant. */
const until = (service: PadelService, instant: number): number =>
  Math.ceil((instant - Date.parse(service.getWorld().now)) / 1000);

const gamesOf = (body: ReturnType<typeof liveShape.parse>): number =>
  body.sets.reduce((sum, { games }) => sum + games.length, 0);

describe('a live match, followed with pusher-js', () => {
  it('is told from the first look to its end, and the end is the truth', async () => {
    const service = await start();
    const id = await longestLive(service);
    const truth = service.truth(id);
    const channel = await subscribed(connect(service), `matches.${id}`);
    const heard = gathered(channel, LIVE_EVENT);
    const last = new Promise((resolve) => {
      channel.bind(LIVE_EVENT, (data: unknown) => {
        if (liveShape.parse(data).status === 'finished') resolve(data);
      });
    });

    await service.steer({ advance: until(service, truth?.closesAt ?? 0) });
    await last;

    const bodies = heard.map((data) => liveShape.parse(data));
    expect(bodies.length).toBeGreaterThan(20);
    expect(bodies.slice(0, -2).every(({ status }) => status === 'live')).toBe(true);
    expect(bodies.at(-2)?.status).toBe('ended');
    const games = bodies.slice(0, -1).map(gamesOf);
    expect(games).toEqual(games.toSorted((a, b) => a - b));

    const match = await matchOf(service, id);
    expect(match.status).toBe('finished');
    expect(match.winner).toBe(truth?.winner);
    expect(match.winner).toBe(winnerOfSets(truth?.sets ?? []));
  });

  it('says over HTTP what the last update said', async () => {
    const service = await start();
    const id = await longestLive(service);
    const channel = await subscribed(connect(service), `matches.${id}`);
    const heard = gathered(channel, LIVE_EVENT);
    await service.steer({ advance: 120 });
    // The marker comes after everything that was published before it.
    const marked = next(channel, 'marker');
    await publisherOf(service).trigger(`matches.${id}`, 'marker', {});
    await marked;
    const live = await service.inject({ url: `/api/matches/${id}/live`, headers: PRO });
    expect(heard.length).toBeGreaterThan(0);
    expect(live.json()).toEqual(heard.at(-1));
  });

  it('starts with an update that says it is live', async () => {
    const service = await start();
    const before = new Set((await lives(service)).map(({ id }) => id));
    await service.steer({ nextMatch: true });
    const page = await service.inject({
      url: '/api/matches?after_date=2026-11-21&before_date=2026-11-21&per_page=50',
      headers: PRO,
    });
    const now = Date.parse(service.getWorld().now);
    const [upcoming] = pageShape(matchShape)
      .parse(page.json())
      .data.filter(({ id }) => !before.has(id))
      .filter(({ id }) => {
        const startsAt = service.truth(id)?.startsAt ?? 0;
        return startsAt > now && startsAt <= now + 5000;
      });
    if (!upcoming) throw new Error('No match starts within five seconds');
    expect(upcoming.status).toBe('scheduled');

    const update = next(await subscribed(connect(service), `matches.${upcoming.id}`), LIVE_EVENT);
    await service.steer({ advance: 5 });

    expect(await update).toMatchObject({ id: upcoming.id, status: 'live' });
    expect((await matchOf(service, upcoming.id)).status).toBe('live');
  });

  it('comes by itself as the clock runs', async () => {
    const service = await start({ now: Date.now, speed: 0 });
    const channel = await subscribed(connect(service), `matches.${await longestLive(service)}`);
    const update = next(channel, LIVE_EVENT);
    await service.steer({ speed: 600 });
    expect(liveShape.parse(await update).status).toBe('live');
    expect(service.getWorld().speed).toBe(600);
  });
});

describe('the world goes on', () => {
  it('day after day: winners meet in rounds that appear when both are known', async () => {
    const service = await start();
    const id = await longestLive(service);
    const { connections, round, index, category } = await matchOf(service, id);
    const nextRound = async () => {
      const url = `${connections}/matches?round=${round / 2}&category=${category}&per_page=50`;
      const page = pageShape(matchShape).parse(
        (await service.inject({ url, headers: PRO })).json(),
      );
      return page.data.find((match) => match.index === Math.floor(index / 2));
    };
    expect(await nextRound()).toBeUndefined();
    await service.steer({ advance: 36 * 3600 });
    const match = await nextRound();
    const { players, winner } = await matchOf(service, id);
    const winners = winner && players[winner].map((player) => player.id);
    const teams = match && [match.players.team_1, match.players.team_2];
    expect(teams?.map((team) => team.map((player) => player.id))).toContainEqual(winners);
  });

  it('into the next event after the finals', async () => {
    const service = await start();
    const { tournament } = service.getWorld();
    await service.steer({ advance: 10 * 24 * 3600 });
    expect(service.getWorld().tournament).not.toBe(tournament);
    expect(service.getWorld().tournament).not.toBeNull();
  });
});

describe('a given day', () => {
  it('begins the same world on every real day', async () => {
    const day = '2026-03-10';
    const first = await start({ day });
    const later = await start({ day, now: () => SATURDAY + 40 * 24 * 3_600_000 });
    expect(first.getWorld().now.slice(0, 10)).toBe(day);
    expect(later.getWorld()).toEqual(first.getWorld());
    expect(await lives(later)).toEqual(await lives(first));
    expect(later.webhookSecret()).toBe(first.webhookSecret());
  });

  it('is kept by a state file, which then needs no day', async () => {
    const stateFile = join(folder, 'state.json');
    const first = await start({ day: '2026-03-10', stateFile });
    expect((await start({ stateFile })).getWorld()).toEqual(first.getWorld());
    await expect(start({ day: '2026-03-10', stateFile })).resolves.toBeDefined();
  });

  it.each(['2026-02-30', 'tomorrow', '1999-12-31'])('is refused when it is %s', async (day) => {
    await expect(start({ day })).rejects.toThrow(`not "${day}"`);
  });
});

describe('a restart', () => {
  it('finds the same matches with the same points, later by the time that passed', async () => {
    const stateFile = join(folder, 'deep', 'state.json');
    let now = SATURDAY;
    const first = await startStill({ stateFile, now: () => now, speed: 1 });
    await first.steer({ advance: 300 });
    now += 60_000;
    const before = await lives(first);
    const worldBefore = Date.parse(first.getWorld().now);
    // No stop: the process could have been killed here.
    services.push(first);

    const second = await start({ stateFile, now: () => now, speed: 1 });
    expect(await lives(second)).toEqual(before);
    now += 3_600_000;
    expect(Date.parse(second.getWorld().now)).toBe(worldBefore + 3_600_000);
  });

  it('keeps the world of the first day on a later day', async () => {
    const stateFile = join(folder, 'state.json');
    const first = await start({ stateFile });
    const before = await lives(first);
    const second = await start({ stateFile, now: () => SATURDAY + 40 * 24 * 3_600_000 });
    expect(await lives(second)).toEqual(before);
  });

  it('refuses the state of another seed or day and a file that is something else', async () => {
    const stateFile = join(folder, 'state.json');
    await start({ stateFile, seed: 3 });
    await expect(start({ stateFile, seed: 4 })).rejects.toThrow(/holds the world of seed 3, not 4/);
    await expect(start({ stateFile, day: '2026-11-22' })).rejects.toThrow(
      /holds the world of day 2026-11-21, not 2026-11-22\. Start with day 2026-11-21, or/,
    );
    await writeFile(stateFile, '{"version":1}');
    await expect(start({ stateFile })).rejects.toThrow(/not a state file/);
  });

  it('writes nothing but the seed, the anchor, the clock and the webhook', async () => {
    const stateFile = join(folder, 'state.json');
    await start({ stateFile, seed: 3 });
    const state: unknown = JSON.parse(await readFile(stateFile, 'utf8'));
    expect(state).toEqual({
      version: 1,
      seed: 3,
      anchor: '2026-11-21',
      clock: { real: SATURDAY, world: expect.any(Number) as number, speed: 0 },
      webhook: expect.objectContaining({ url: 'https://receiver.example/webhook' }) as object,
    });
  });
});

describe('steering', () => {
  let service: PadelService;
  beforeAll(async () => {
    service = await startStill();
  });
  afterAll(() => service.stop());

  it('over HTTP shows and changes the world', async () => {
    const shown = await fetch(`${service.url}/sandbox/world`);
    expect(await shown.json()).toEqual(service.getWorld());
    expect(service.getWorld()).toMatchObject({ speed: 0, feed: 'connected', api: 'ok' });
    expect(service.getWorld().liveMatches).toBeGreaterThanOrEqual(2);

    const before = Date.parse(service.getWorld().now);
    const changed = await fetch(`${service.url}/sandbox/world`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: 60, feed: 'unplugged' }),
    });
    expect(await changed.json()).toEqual(service.getWorld());
    expect(Date.parse(service.getWorld().now)).toBe(before + 60_000);
    expect(service.getWorld().feed).toBe('unplugged');
    await service.steer({ feed: 'connected' });
  });

  it.each([
    ['an unknown part', { sped: 2 }, /sped/],
    ['a negative speed', { speed: -1 }, /speed/],
    ['a speed that is no number', { speed: 'fast' }, /speed/],
    ['an unknown behaviour', { api: 'lazy' }, /api/],
    ['no object', [], /object/],
  ])('refuses %s with a sentence', async (_reason, body, sentence) => {
    const answer = await service.inject({ method: 'POST', url: '/sandbox/world', payload: body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ message: string }>().message).toMatch(sentence);
  });

  it('unplugs the feed: listeners are cut off, the matches go on', async () => {
    const client = connect(service);
    await subscribed(client, 'matches.1');
    const lost = next(client.connection, 'state_change');
    await service.steer({ feed: 'unplugged', advance: 600 });
    expect(await lost).toMatchObject({ previous: 'connected' });
    await service.steer({ feed: 'connected' });
    await subscribed(connect(service), 'matches.1');
  });

  it.each(['half-open', 'duplicated', 'disordered'] as const)(
    'lets the feed be %s, still open to new listeners',
    async (feed) => {
      expect((await service.steer({ feed })).feed).toBe(feed);
      await subscribed(connect(service), 'matches.1');
      expect((await service.steer({ feed: 'connected' })).feed).toBe('connected');
    },
  );

  it('lets the API fail, be busy, hang up, and be well again', async () => {
    const ask = () => fetch(`${service.apiUrl}/players`, { headers: PRO });
    await service.steer({ api: 'errors' });
    const failed = await ask();
    expect(failed.status).toBe(500);
    expect(await failed.json()).toMatchObject({ message: 'Server Error' });
    expect(failed.headers.get('x-ratelimit-limit')).toBe('100000');
    await service.steer({ api: 'busy' });
    const busy = await ask();
    expect([busy.status, busy.headers.get('x-ratelimit-remaining')]).toEqual([429, '0']);
    await service.steer({ api: 'down' });
    await expect(ask()).rejects.toThrow();
    await service.steer({ api: 'ok' });
    expect((await ask()).status).toBe(200);
  });

  it('lets the API be slow: the answer comes after ten seconds', async () => {
    const held: { milliseconds: number; act: () => void }[] = [];
    let onHeld = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => {
      onHeld = resolve;
    });
    const timers: Timers = {
      after(milliseconds, act) {
        held.push({ milliseconds, act });
        onHeld();
        return () => undefined;
      },
    };
    const slow = await start({ timers });
    await slow.steer({ api: 'slow' });
    const answer = fetch(`${slow.apiUrl}/players`, { headers: PRO });
    await isHeld;
    expect(held[0]?.milliseconds).toBe(10_000);
    held[0]?.act();
    expect((await answer).status).toBe(200);
  });

  it("tells the world's time in the Date header", async () => {
    await service.steer({ advance: 3600 });
    const answer = await fetch(`${service.apiUrl}/players`, { headers: PRO });
    const world = Date.parse(service.getWorld().now);
    expect(Date.parse(answer.headers.get('date') ?? '')).toBe(Math.floor(world / 1000) * 1000);
  });
});
