import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Pusher from 'pusher';
import { describe, expect, it } from 'vitest';
import { winnerOfSets } from '../../../src/domain/match/score.ts';
import { LIVE_EVENT, type PadelService } from '#sandbox/padel-service/index.ts';
import { SANDBOX_APP } from '#sandbox/realtime/index.ts';
import { HOUR } from '../../../src/lib/time.ts';
import { aFolder } from '../folder.ts';
import { aClient, gathered, next, subscribed } from '../realtime/listener.ts';
import { aService, liveShape, matchShape, pageShape, PRO, SATURDAY } from './service.ts';

/** The official SDK, which publishes an event of the test itself. */
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

const ofMatch = async (service: PadelService, id: number): Promise<unknown> =>
  (await service.inject({ url: `/api/matches/${id}`, headers: PRO })).json();

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
  it('gets updates until its end, and ends with the true result', async () => {
    const service = await aService();
    const id = await longestLive(service);
    const truth = service.truth(id);
    const channel = await subscribed(aClient(service), `matches.${id}`);
    const received = gathered(channel, LIVE_EVENT);
    const last = new Promise((resolve) => {
      channel.bind(LIVE_EVENT, (data: unknown) => {
        if (liveShape.parse(data).status === 'finished') resolve(data);
      });
    });

    await service.steer({ advance: until(service, truth?.closesAt ?? 0) });
    await last;

    const bodies = received.map((data) => liveShape.parse(data));
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

  it('has the same state over HTTP as in its last update', async () => {
    const service = await aService();
    const id = await longestLive(service);
    const channel = await subscribed(aClient(service), `matches.${id}`);
    const received = gathered(channel, LIVE_EVENT);
    await service.steer({ advance: 120 });
    // The marker comes after everything that was published before it.
    const marked = next(channel, 'marker');
    await publisherOf(service).trigger(`matches.${id}`, 'marker', {});
    await marked;
    const live = await service.inject({ url: `/api/matches/${id}/live`, headers: PRO });
    expect(received.length).toBeGreaterThan(0);
    expect(live.json()).toEqual(received.at(-1));
  });

  it('is not skipped: the world stops at each start and at the last end of the day', async () => {
    const stops: number[] = [];
    const after = (_milliseconds: number, act: () => void) => {
      stops.push(Date.parse(service.getWorld().now));
      queueMicrotask(act);
      return () => undefined;
    };
    const service: PadelService = await aService({ timers: { after } });
    const opened = Date.parse(service.getWorld().now);
    const match = await ofMatch(service, await longestLive(service));
    const [tournament = ''] = /\/tournaments\/\d+/.exec(JSON.stringify(match)) ?? [];
    const list = `/api${tournament}/matches?per_page=50&played_at=2026-11-21`;
    const page = await service.inject({ url: list, headers: PRO });
    const today = pageShape(matchShape)
      .parse(page.json())
      .data.flatMap(({ id }) => service.truth(id) ?? [])
      .filter(({ startsAt }) => (startsAt ?? 0) > opened);
    expect(today.length).toBeGreaterThan(2);

    while (Date.parse(service.getWorld().now) < opened + 12 * HOUR) {
      await service.steer({ nextMatch: true });
    }

    const isSeen = (moment: number) => stops.some((at) => at >= moment && at <= moment + 5_000);
    expect(today.filter(({ startsAt }) => !isSeen(startsAt ?? 0))).toEqual([]);
    expect(isSeen(Math.max(...today.map(({ closesAt }) => closesAt)))).toBe(true);
  });

  it('starts with an update of status live', async () => {
    const service = await aService();
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

    const update = next(await subscribed(aClient(service), `matches.${upcoming.id}`), LIVE_EVENT);
    await service.steer({ advance: 5 });

    expect(await update).toMatchObject({ id: upcoming.id, status: 'live' });
    expect((await matchOf(service, upcoming.id)).status).toBe('live');
  });

  it('gets updates on its own while the clock runs', async () => {
    const service = await aService({ now: Date.now, speed: 0 });
    const channel = await subscribed(aClient(service), `matches.${await longestLive(service)}`);
    const update = next(channel, LIVE_EVENT);
    await service.steer({ speed: 600 });
    expect(liveShape.parse(await update).status).toBe('live');
    expect(service.getWorld().speed).toBe(600);
  });
});

describe('a running world', () => {
  it('adds the next-round match, with the winners, once both teams are known', async () => {
    const service = await aService();
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

  it('reaches another tournament after the finals', async () => {
    const service = await aService();
    const { tournament } = service.getWorld();
    await service.steer({ advance: 10 * 24 * 3600 });
    expect(service.getWorld().tournament).not.toBe(tournament);
    expect(service.getWorld().tournament).not.toBeNull();
  });
});

describe('the day option', () => {
  it('opens the same world on every real day', async () => {
    const day = '2026-03-10';
    const first = await aService({ day });
    const later = await aService({ day, now: () => SATURDAY + 40 * 24 * 3_600_000 });
    expect(first.getWorld().now.slice(0, 10)).toBe(day);
    expect(later.getWorld()).toEqual(first.getWorld());
    expect(await lives(later)).toEqual(await lives(first));
    expect(later.webhookSecret()).toBe(first.webhookSecret());
  });

  it('is stored in the state file, and can then be omitted', async () => {
    const stateFile = join(aFolder(), 'state.json');
    const first = await aService({ day: '2026-03-10', stateFile });
    expect((await aService({ stateFile })).getWorld()).toEqual(first.getWorld());
    await expect(aService({ day: '2026-03-10', stateFile })).resolves.toBeDefined();
  });

  it.each(['2026-02-30', 'tomorrow', '1999-12-31'])('is refused when it is %s', async (day) => {
    await expect(aService({ day })).rejects.toThrow(`not "${day}"`);
  });
});

describe('a restart', () => {
  it('restores the same matches and points, and continues the clock', async () => {
    const stateFile = join(aFolder(), 'deep', 'state.json');
    let now = SATURDAY;
    const first = await aService({ stateFile, now: () => now, speed: 1 });
    await first.steer({ advance: 300 });
    now += 60_000;
    const before = await lives(first);
    const worldBefore = Date.parse(first.getWorld().now);
    // No stop: the process could have been killed here.
    const second = await aService({ stateFile, now: () => now, speed: 1 });
    expect(await lives(second)).toEqual(before);
    now += 3_600_000;
    expect(Date.parse(second.getWorld().now)).toBe(worldBefore + 3_600_000);
  });

  it('keeps the world of the first day on a later day', async () => {
    const stateFile = join(aFolder(), 'state.json');
    const first = await aService({ stateFile });
    const before = await lives(first);
    const second = await aService({ stateFile, now: () => SATURDAY + 40 * 24 * 3_600_000 });
    expect(await lives(second)).toEqual(before);
  });

  it('rejects the state of another seed or day, and a file that is not a state file', async () => {
    const stateFile = join(aFolder(), 'state.json');
    await aService({ stateFile, seed: 3 });
    await expect(aService({ stateFile, seed: 4 })).rejects.toThrow(
      /holds the world of seed 3, not 4/,
    );
    await expect(aService({ stateFile, day: '2026-11-22' })).rejects.toThrow(
      /holds the world of day 2026-11-21, not 2026-11-22\. Start with day 2026-11-21, or/,
    );
    await writeFile(stateFile, '{"version":1}');
    await expect(aService({ stateFile })).rejects.toThrow(/not a state file/);
  });

  it('writes only the seed, the anchor, the profile, the clock and the webhook', async () => {
    const stateFile = join(aFolder(), 'state.json');
    const service = await aService({ stateFile, seed: 3 });
    const state: unknown = JSON.parse(await readFile(stateFile, 'utf8'));
    expect(state).toEqual({
      version: 1,
      seed: 3,
      profile: service.getWorld().profile,
      anchor: '2026-11-21',
      clock: { real: SATURDAY, world: expect.any(Number) as number, speed: 0 },
      webhook: expect.objectContaining({ url: 'https://receiver.example/webhook' }) as object,
    });
  });
});
