import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY, HOUR, MINUTE } from '../../../../src/lib/time.ts';
import { matchToday } from '#sandbox/padel-service/api/today/match.ts';
import { LIVE_EVENT_TODAY, type PadelService } from '#sandbox/padel-service/index.ts';
import { channelOfUpdate, channelShown, movesAfter } from '#sandbox/padel-service/live/channels.ts';
import { feedEndOf, feedOf } from '#sandbox/padel-service/live/feed.ts';
import { secondIdOf } from '#sandbox/padel-service/world/confused-ids.ts';
import { isCovered } from '#sandbox/padel-service/world/model.ts';
import { publishedAt } from '#sandbox/padel-service/world/people/ranking-days.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { aClient, subscribed } from '../../realtime/listener.ts';
import { FREE, PRO, startStill } from '../service.ts';
import { recorded } from './shapes.ts';

const ANCHOR = dayOf('2026-11-21');
const world = openSharedWorld(1, ANCHOR, { profile: 'today', calledNames: 'both' });
const known = world.at(ANCHOR * DAY);
const played = known.matches.filter(
  ({ outcome, ended, tournament, closed }) =>
    outcome === 'played' && ended !== null && isCovered(tournament.level) && closed <= known.now,
);

describe('the end of a match', () => {
  it('is recorded 4 to 15 minutes after the last point, in minute 0 or 1 of five', () => {
    const delays = played.map(({ closed, ended }) => (closed - (ended ?? 0)) / MINUTE);
    expect(Math.min(...delays)).toBeGreaterThan(2.4);
    expect(Math.max(...delays)).toBeLessThan(15);
    const median = delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)] ?? 0;
    expect(Math.abs(median - 9)).toBeLessThan(1);
    for (const { closed } of played) expect(Math.floor(closed / MINUTE) % 5).toBeLessThan(2);
  });

  it('is pushed as ended and finished long before; until then the record has no result', () => {
    for (const match of played.slice(-30)) {
      const between = feedEndOf(match) + MINUTE;
      const body = matchToday(match, world.at(between));
      expect(body).toMatchObject({ status: 'ended', score: null, winner: null, duration: null });
      expect(matchToday(match, world.at(match.closed)).winner).toBe(match.winner);
    }
  });
});

describe('channels', () => {
  it('have opaque names, one for each match, and another during some', () => {
    const names = played.slice(-400).map((match) => channelShown(match, 0));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^live-[\da-f]{12}$/);
    const moving = played.filter((match) => movesAfter(match) !== Infinity);
    expect(moving.length / played.length).toBeGreaterThan(0.15);
    for (const match of moving.slice(-40)) {
      const [first, second] = [channelShown(match, 0), channelShown(match, match.points)];
      const updates = feedOf(match).map(({ shown }) => ({
        sentOn: channelOfUpdate(match, shown),
        names: channelShown(match, shown),
      }));
      expect(updates).toContainEqual({ sentOn: first, names: second });
      expect(updates).not.toContainEqual({ sentOn: second, names: first });
      expect(updates.at(-1)).toEqual({ sentOn: second, names: second });
    }
  });
});

describe('draws', () => {
  it('are listed whole before their pairs are known, with codes beside seeds', () => {
    const [start] = known.tournaments.filter(({ level }) => level === 'p1').slice(-1);
    const event = start ?? expect.fail();
    const now = (event.start - 1) * DAY + 9 * HOUR;
    const then = world.at(now);
    const bodies = then.matches
      .filter(({ tournament, mergedInto }) => tournament.id === event.id && !mergedInto)
      .map((match) => matchToday(match, then));
    expect(bodies.some(({ name, status }) => name === null && status === 'scheduled')).toBe(true);
    const open = bodies.filter(
      ({ seeds, players }) => seeds.team_1 === 'Q' && players.team_1.length === 0,
    );
    for (const { name } of open) expect(name).not.toContain(' - ');
    const codes = bodies.flatMap(({ seeds }) => [seeds.team_1, seeds.team_2]);
    expect(codes).toEqual(expect.arrayContaining(['1', 'Q']));
  });
});

describe('times in a country whose clock the service has wrong', () => {
  it('are an hour late, but for the start of play', () => {
    const there = played.filter(
      ({ tournament, slot }) => tournament.host.country === 'PY' && slot?.announced !== null,
    );
    const recent = there
      .filter(({ started }) => (started ?? 0) > Date.UTC(2025, 0, 1))
      .filter((match) => matchToday(match, known).duration !== '14:59');
    expect(recent.length).toBeGreaterThan(5);
    for (const match of recent) {
      const {
        scheduled_at: at,
        scheduled_at_local: local,
        started_time: start,
      } = matchToday(match, known);
      expect(local).toMatch(/-04:00$/);
      const clock = `${(local ?? '').slice(0, 19)}-03:00`;
      expect(Date.parse(at ?? '') - Date.parse(clock)).toBe(HOUR);
      expect(Math.floor((match.started ?? 0) / 1000)).toBe(Date.parse(start ?? '') / 1000);
    }
  });
});

describe('the calendar', () => {
  it('has events of levels without points, and one that was put off', () => {
    const levels = known.tournaments.map(({ level }) => level);
    expect(levels).toEqual(expect.arrayContaining(['fip_silver', 'fip_bronze']));
    expect(
      known.tournaments.filter(({ postponed = Infinity }) => postponed <= known.now),
    ).not.toEqual([]);
    expect(known.unlisted.length).toBeGreaterThan(3);
  });

  it('has some rankings of women later than those of men, on Wednesday noon at the latest', () => {
    const mondays = Array.from({ length: 100 }, (_, week) => dayOf('2025-01-06') + 7 * week);
    const late = mondays.map((monday) => {
      const [men, women] = (['men', 'women'] as const).map((category) =>
        publishedAt(monday, { category, profile: 'today' }),
      );
      return (women ?? 0) - (men ?? 0);
    });
    expect(late.some((by) => by === 0)).toBe(true);
    expect(late.filter((by) => by > 12 * HOUR).length).toBeGreaterThan(20);
    expect(Math.max(...late)).toBeLessThanOrEqual(50 * HOUR);
  });
});

describe('the service', () => {
  let service: PadelService;
  beforeAll(async () => {
    service = await startStill({ profile: 'today' });
  });
  afterAll(() => service.stop());

  const ask = (url: string, headers: Record<string, string> = PRO) =>
    service.inject({ url: `/api${url}`, headers });
  const list = z.object({ data: z.array(z.looseObject({ id: z.int(), channel: z.string() })) });

  it('enters matches twice, and gives ids to other matches, when it is told to', async () => {
    const match = z.looseObject({ id: z.int(), name: z.string().nullable() });
    const page = z.object({ data: z.array(match) });
    const named = async (id: number) => {
      const answer = await ask(`/matches/${id}`);
      return answer.statusCode === 200 ? match.parse(answer.json()).name : answer.statusCode;
    };
    const listed = async (ids: readonly number[]) => {
      const live = list.parse((await ask('/live?per_page=50')).json()).data;
      return ids.map((id) => live.filter((row) => row.id === id).length);
    };
    const [first, second] = list.parse((await ask('/live?per_page=50')).json()).data;
    if (first === undefined || second === undefined) throw new Error('no two matches are live');
    const twin = secondIdOf(first.id);
    expect(await named(twin)).toBe(404);
    const name = await named(first.id);
    await service.steer({ doubled: [first.id] });
    expect([await named(twin), await named(first.id)]).toEqual([name, name]);
    expect(await listed([first.id, twin, second.id])).toEqual([1, 1, 1]);

    const other = await named(second.id);
    await service.steer({ doubled: [], reused: [{ id: first.id, by: second.id }] });
    expect([await named(first.id), await named(second.id)]).toEqual([other, 404]);
    expect(await listed([first.id, twin, second.id])).toEqual([1, 0, 0]);
    const changed = await ask(`/matches?updated_after=${service.getWorld().now.slice(0, 16)}:00Z`);
    expect(page.parse(changed.json()).data.map(({ id }) => id)).toContain(first.id);
    await service.steer({ reused: [] });
    expect([await named(first.id), await named(second.id)]).toEqual([name, other]);
  });

  it('refuses a paid draw with 402 where the list itself is free', async () => {
    for (const path of ['/matches', '/tournaments/301/matches']) {
      const answers = await Promise.all([
        ask(path, FREE),
        ask(`${path}?draw=main`, FREE),
        ask(`${path}?draw=all`, FREE),
        ask(`${path}?draw=all`),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 402, 200]);
    }
  });

  it('refuses long pages as recorded', async () => {
    const answer = await ask('/players?per_page=100');
    const errors = z
      .array(z.looseObject({ status: z.int(), body: z.unknown() }))
      .parse(recorded('errors'));
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual(errors.find(({ status }) => status === 422)?.body);
  });

  it('refuses clients without a name of their own, once its proxy is strict', async () => {
    const errors = z
      .array(z.looseObject({ status: z.int(), body: z.unknown() }))
      .parse(recorded('errors'));
    await service.steer({ proxy: 'strict' });
    for (const name of [
      '',
      'node',
      'undici',
      'axios/1.7.2',
      'curl/8.5.0',
      'python-requests/2.31',
    ]) {
      const answer = await ask('/players', { ...PRO, 'user-agent': name });
      expect([answer.statusCode, answer.body], name).toEqual([
        403,
        errors.find(({ status }) => status === 403)?.body,
      ]);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
    }
    const named = { ...PRO, 'user-agent': 'Bandeja/1.0.0 (+https://bandeja.example)' };
    expect((await ask('/players', named)).statusCode).toBe(200);
    await service.steer({ proxy: 'open' });
    expect((await ask('/players')).statusCode).toBe(200);
  });

  it('reads a cancelled tournament by its id, and counts it in its season', async () => {
    const { unlisted } = world.at(Date.parse(service.getWorld().now));
    const [gone] = unlisted.slice(-1);
    const answer = (await ask(`/tournaments/${gone?.id ?? 0}`)).json<Record<string, unknown>>();
    expect(answer).toMatchObject({ status: 'cancelled' });
    const page = z.object({ data: z.array(z.looseObject({ tournaments_count: z.int() })) });
    const [season] = page.parse((await ask('/seasons')).json()).data;
    const listed = z
      .object({ meta: z.object({ total: z.int() }) })
      .parse((await ask('/seasons/1/tournaments')).json()).meta.total;
    expect(season?.tournaments_count).toBeGreaterThan(listed);
  });

  it('sends no frame of a silent match, and goes on in its lists', async () => {
    const { data } = list.parse((await ask('/live')).json());
    const [silent, other] = data;
    if (!silent || !other) throw new Error('Not enough matches are live');
    const client = aClient(service);
    const heard: number[] = [];
    for (const { channel } of [silent, other]) {
      (await subscribed(client, channel)).bind(LIVE_EVENT_TODAY, ({ id }: { id: number }) => {
        heard.push(id);
      });
    }
    await service.steer({ silent: [silent.id] });
    await service.steer({ advance: 120 });
    await expect.poll(() => heard).toContain(other.id);
    expect(heard).not.toContain(silent.id);
    await service.steer({ silent: [] });
  });

  const recordRead = z.looseObject({
    status: z.string(),
    played_at: z.string(),
    players: z.object({ team_1: z.array(z.unknown()), team_2: z.array(z.unknown()) }),
  });
  const pointsRead = z.object({
    sets: z.array(z.object({ games: z.array(z.object({ points: z.array(z.string()) })) })),
  });

  it('exchanges the sides of a match, in its record and its points', async () => {
    const [row] = list.parse((await ask('/live')).json()).data;
    const id = row?.id ?? 0;
    const record = async () => recordRead.parse((await ask(`/matches/${id}`)).json());
    const points = async (): Promise<readonly string[]> =>
      pointsRead
        .parse((await ask(`/matches/${id}/live`)).json())
        .sets.flatMap(({ games }) => games.flatMap((game) => game.points));
    const [before, played] = [await record(), await points()];
    await service.steer({ exchanged: [id] });
    const { team_1, team_2 } = before.players;
    expect((await record()).players).toEqual({ team_1: team_2, team_2: team_1 });
    const mirrored = played.map((point) => point.split(':').toReversed().join(':'));
    expect(await points()).toEqual(mirrored);
    await service.steer({ exchanged: [] });
    expect(await record()).toEqual(before);
  });

  it('puts off a match in play to the next day, and lets it go on', async () => {
    const { data } = list.parse((await ask('/live')).json());
    const id = data[0]?.id ?? 0;
    const record = async () => recordRead.parse((await ask(`/matches/${id}`)).json());
    const before = await record();
    await service.steer({ putOff: [id] });
    const off = await record();
    expect(off).toMatchObject({ status: 'scheduled', schedule_label: 'Starting at 11:00 AM' });
    expect(off.played_at > before.played_at).toBe(true);
    const rows = list.parse((await ask('/live')).json()).data;
    expect(rows.map((each) => each.id)).toEqual(data.slice(1).map((each) => each.id));
    await service.steer({ putOff: [] });
    expect(await record()).toEqual(before);
  });

  it.each([
    '/players/1/matches',
    '/players/1/pairs',
    '/players/1/rankings',
    '/tournaments/301/editions',
  ])('has %s', async (path) => {
    const { statusCode } = await ask(path);
    expect(statusCode).toBe(200);
  });
});
