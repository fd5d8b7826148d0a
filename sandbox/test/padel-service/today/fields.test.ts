import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MINUTE, HOUR, DAY } from '../../../../src/lib/time.ts';
import { ENDPOINTS_TODAY } from '#sandbox/padel-service/api/today/endpoints.ts';
import { liveTodaySchema } from '#sandbox/padel-service/api/today/live.ts';
import { matchToday, matchTodaySchema } from '#sandbox/padel-service/api/today/match.ts';
import { updatedAt } from '#sandbox/padel-service/api/today/match-times.ts';
import { LIVE_EVENT, LIVE_EVENT_TODAY, type PadelService } from '#sandbox/padel-service/index.ts';
import { courseOf, feedOf, stateAt } from '#sandbox/padel-service/live/feed.ts';
import { liveBodyToday } from '#sandbox/padel-service/live/today.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { announcedStart, hasStarted } from '#sandbox/padel-service/world/schedule/estimates.ts';
import { isCovered, type Match } from '#sandbox/padel-service/world/model.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';
import { FREE, liveShape, matchShape, pageShape, PRO, startStill } from '../service.ts';

const ANCHOR = dayOf('2026-11-21');
const world = openSharedWorld(1, ANCHOR, { profile: 'today', calledNames: 'both' });
const MIDNIGHT = ANCHOR * DAY;

const onDay = ({ slot }: Match): boolean => slot?.day === ANCHOR;
const isOn = (match: Match): boolean =>
  match.started !== null && match.outcome === 'played' && isCovered(match.tournament.level);

describe('every match of a tournament day, from the evening before to its end', () => {
  const moments = Array.from({ length: 29 }, (_, half) => MIDNIGHT - 5 * HOUR + half * 67 * MINUTE);
  const shown = moments.flatMap((now) => {
    const known = world.at(now);
    return known.matches
      .filter(onDay)
      .map((match) => ({ now, match, body: matchToday(match, known) }));
  });

  it('is well-formed', () => {
    expect(shown.length).toBeGreaterThan(200);
    for (const { body } of shown) matchTodaySchema.parse(body);
  });

  it('has one start time, given with the offset of the service and of the venue', () => {
    for (const { body } of shown) {
      const both = [body.scheduled_at, body.scheduled_at_local].map((at) => at && Date.parse(at));
      expect(both[0]).toBe(both[1]);
      expect(body.scheduled_at ?? '+01:00').toMatch(/\+0[12]:00$/);
    }
  });

  it('has an estimated start only until one is announced, on a half hour of its own day', () => {
    const estimates = shown.filter(({ body }) => body.schedule_label?.startsWith('Estimated'));
    expect(estimates.length).toBeGreaterThan(40);
    for (const { match, now, body } of estimates) {
      expect(announcedStart(match, now)).toBeNull();
      expect(body.scheduled_at_local).toMatch(new RegExp(`^${body.played_at}T\\d\\d:[03]0:00`));
      expect(body.schedule_label).toMatch(/^Estimated around \d{1,2}:[03]0 [AP]M$/);
    }
    const announced = shown.filter(({ match, now }) => announcedStart(match, now) !== null);
    for (const { body } of announced.filter(({ body }) => body.status !== 'cancelled'))
      expect(body.schedule_label).toMatch(
        /^(Starting at|Not before) \d{1,2}:\d\d( [AP]M)?( - Possible Court Change)?$/,
      );
  });

  it('is estimated each hour before its time is announced', () => {
    const late = world
      .recordsUntil(MIDNIGHT + 30 * DAY)
      .matches.filter(({ labelled, published }) => labelled !== undefined && labelled > published);
    const labels = late.slice(-200).flatMap((match) => {
      const [before, after] = [(match.labelled ?? 0) - 1, match.labelled ?? 0].map(
        (now) => matchToday(match, world.at(now)).schedule_label,
      );
      return [[before, after] as const];
    });
    expect(labels.length).toBeGreaterThan(20);
    for (const [before, after] of labels) {
      expect(before ?? 'Estimated').toMatch(/^Estimated/);
      expect(after).toMatch(/^(Starting|Not before)/);
    }
  });

  it('has a mean error of its estimated start below 40 minutes, like the public service', () => {
    const errors = [...Map.groupBy(shown, ({ match }) => match)].flatMap(([match, states]) => {
      const last = states.findLast(({ body }) => body.schedule_label?.startsWith('Estimated'));
      const at = last?.body.scheduled_at;
      return isOn(match) && at ? [Math.abs(Date.parse(at) - (match.started ?? 0)) / MINUTE] : [];
    });
    expect(errors.reduce((sum, each) => sum + each, 0) / errors.length).toBeLessThan(40);
  });

  it('keeps its label and its watchability once it starts', () => {
    const byMatch = Map.groupBy(shown, ({ match }) => match);
    for (const [match, states] of byMatch) {
      const begun = states.filter(({ now }) => hasStarted(match, now));
      expect(new Set(begun.map(({ body }) => body.schedule_label)).size).toBeLessThanOrEqual(1);
      expect(new Set(begun.map(({ body }) => body.watchability)).size).toBeLessThanOrEqual(1);
    }
  });

  it('has a new `updated_at` when anything but score, duration or watchability changes', () => {
    for (const [, states] of Map.groupBy(shown, ({ match }) => match)) {
      states.slice(1).forEach(({ body, now }, index) => {
        const { score, duration, watchability, connections, ...after } = body;
        const former = states[index];
        if (former === undefined) return;
        const {
          score: _s,
          duration: _d,
          watchability: _w,
          connections: _c,
          ...before
        } = former.body;
        expect(Date.parse(after.updated_at)).toBeLessThanOrEqual(now);
        if (after.updated_at !== before.updated_at) return;
        expect(after).toEqual(before);
      });
    }
  });
});

describe('the serving team', () => {
  const known = world.at(MIDNIGHT + DAY);
  const sample = known.matches.filter((match) => isOn(match) && match.points > 0).slice(-60);
  const lastOf = (match: Match) =>
    feedOf(match).findLast(({ status }) => status === 'live') ?? expect.fail();
  const bodies = sample.map((match) => liveBodyToday(lastOf(match)));

  it('alternates from game to game, and is sometimes unknown', () => {
    let [named, unknown] = [0, 0];
    for (const [index, { sets }] of bodies.entries()) {
      const servers = courseOf(sample[index] ?? expect.fail()).servers;
      const games = sets.flatMap((set) => set.games);
      games.forEach(({ serving, game_score }, number) => {
        if (serving === null || serving === undefined) unknown += 1;
        else if (/6 ?- ?6/.test(game_score)) expect(['team_1', 'team_2']).toContain(serving);
        else {
          named += 1;
          const isFirst = serving === servers[0];
          expect(isFirst).toBe(number % 2 === 0);
        }
      });
    }
    expect(named).toBeGreaterThan(10 * unknown * 0.5);
    expect(unknown).toBeGreaterThan(0);
  });

  it('changes within a tie-break', () => {
    const match = sample.find(({ sets }) => sets.some(({ tieBreak }) => tieBreak !== null));
    if (typeof match?.started !== 'number') throw new Error('No tie-break was played');
    const servers = new Set<unknown>();
    for (let now = match.started; now < match.closed; now += MINUTE / 3) {
      const game = liveBodyToday(stateAt(match, now)).sets.at(-1)?.games.at(-1);
      if (game && /6 ?- ?6/.test(game.game_score)) servers.add(game.serving);
    }
    expect(servers.size).toBe(2);
  });

  it('is part of a valid body, whose coverage differs between matches', () => {
    for (const body of bodies) liveTodaySchema.parse(body);
    const over = sample.map((match) => liveBodyToday(stateAt(match, match.closed)));
    for (const body of over) liveTodaySchema.parse(body);
    expect(new Set(over.map(({ coverage }) => coverage)).size).toBeGreaterThan(1);
    expect(over.flatMap(({ sets }) => sets.slice(-1)).every((set) => set.set_score === null)).toBe(
      true,
    );
  });
});

describe('the `today` profile', () => {
  let service: PadelService;
  beforeAll(async () => {
    service = await startStill({ profile: 'today' });
  });
  afterAll(() => service.stop());

  const ask = async (url: string, options: { payload?: object; headers?: typeof PRO } = {}) => {
    const { payload, headers = PRO } = options;
    const method = payload === undefined ? 'GET' : 'POST';
    return service.inject({ url: `/api${url}`, method, headers, ...(payload ? { payload } : {}) });
  };
  const read = async <T>(url: string, schema: z.ZodType<T>): Promise<T> =>
    schema.parse((await ask(url)).json());

  const first = z.object({ data: z.array(z.looseObject({ id: z.int() })).min(1) });
  const schemaOf = (path: string): z.ZodType =>
    ENDPOINTS_TODAY.find((each) => each.method === 'GET' && each.path === path)?.answer ??
    expect.fail(path);

  it.each([
    ['/matches', '?sort_by=watchability&order_by=desc'],
    ['/matches', '?updated_after=2026-11-21T06:00:00Z'],
    ['/players', '?sort_by=elo&order_by=desc'],
    ['/rankings', '?type=official&category=men&sort_by=ranking_diff&order_by=desc'],
    ['/rankings', '?type=race&nationality=es&date=2026-09-01'],
    ['/rankings', '?type=elo&per_page=50'],
    ['/tournaments', '?format=pairs&sort_by=start_date&order_by=desc'],
    ['/live', ''],
    ['/seasons', ''],
  ])('serves %s%s in the declared shape', async (path, query) => {
    const body: unknown = (await ask(`${path}${query}`)).json();
    z.object({ data: z.array(z.unknown()).min(1) }).parse(body);
    schemaOf(path).parse(body);
  });

  it('serves a match, a player, a tournament and the rankings of a player', async () => {
    schemaOf('/players/{player}/rankings').parse((await ask('/players/1/rankings')).json());
    const { data } = await read('/matches?sort_by=played_at&order_by=desc', first);
    schemaOf('/matches/{match}').parse((await ask(`/matches/${data[0]?.id ?? 0}`)).json());
    schemaOf('/tournaments/{tournament}').parse((await ask('/tournaments/301')).json());
    schemaOf('/players/{player}').parse((await ask('/players/1')).json());
  });

  it('lists exactly the matches that changed after `updated_after`', async () => {
    const now = Date.parse(service.getWorld().now);
    const since = new Date(now - HOUR).toISOString();
    const page = z.object({ data: z.array(matchTodaySchema), meta: z.object({ total: z.int() }) });
    const changed = await read(`/matches?updated_after=${since}&per_page=50`, page);
    const known = world.at(now);
    const expected = known.matches.filter((match) => updatedAt(match, known) > now - HOUR);
    expect(changed.data.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    expect((await ask('/matches?updated_after=soon')).statusCode).toBe(422);
  });

  it('simulates with the ratings that it shows', async () => {
    const payload = { team_1: [5, 9], team_2: [20, 31] };
    const data = (await ask('/matches/simulate', { payload })).json<{
      probability: Record<'team_1' | 'team_2', number>;
      players: Record<'team_1' | 'team_2', { elo: number }[]>;
      favorite: string;
      elo_diff: number;
    }>();
    const elo = (team: 'team_1' | 'team_2') =>
      data.players[team].reduce((sum, player) => sum + player.elo, 0) / 2;
    const lead = elo('team_1') - elo('team_2');
    const chance = 100 / (1 + 10 ** (-lead / 200));
    expect(data.probability.team_1).toBe(Math.round(chance * 100) / 100);
    expect(data.probability.team_1 + data.probability.team_2).toBeCloseTo(100, 5);
    expect(data).toMatchObject({ favorite: 'team_1', elo_diff: Math.round(lead) });
    await service.steer({ profile: 'specification' });
    const plain = (await ask('/matches/simulate', { payload })).json<typeof data>();
    await service.steer({ profile: 'today' });
    expect(Math.abs(plain.probability.team_1 - chance)).toBeLessThan(0.5);
  });

  it('withholds from the free plan what service-today.md names', async () => {
    const payload = { team_1: [1], team_2: [2] };
    const answers = await Promise.all([
      ask('/matches/simulate', { payload, headers: FREE }),
      ask('/matches/headtohead', { payload, headers: FREE }),
      ask(`/matches/${(await read('/live', first)).data[0]?.id ?? 0}/headtohead`, {
        headers: FREE,
      }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([402, 402, 402]);
    expect((await ask('/matches/head2head', { payload })).statusCode).toBe(404);
    const { data } = (await ask('/live')).json<{ data: { id: number }[] }>();
    const { data: rows } = await read('/matches?updated_after=2026-11-20&per_page=50', first);
    const finished = rows.find(({ status }) => status === 'finished');
    const match = await ask(`/matches/${finished?.id ?? data[0]?.id ?? 0}`, { headers: FREE });
    const hidden = Object.entries(match.json<Record<string, unknown>>())
      .filter(([, value]) => value === 'hidden_free_plan')
      .map(([name]) => name);
    expect(hidden.sort()).toEqual([
      'duration',
      'started_time',
      'started_time_local',
      'watchability',
    ]);
  });

  it('redirects from a merged match to the original, and has no deleted match', async () => {
    const now = Date.parse(service.getWorld().now);
    const gone = world.recordsUntil(now).matches.filter(({ deleted }) => (deleted ?? now) < now);
    const merged = gone.find(({ mergedInto }) => mergedInto !== undefined);
    const lost = gone.find(({ mergedInto }) => mergedInto === undefined);
    const moved = await ask(`/matches/${merged?.id ?? 0}`);
    expect([moved.statusCode, moved.headers.location]).toEqual([
      302,
      `/api/matches/${merged?.mergedInto ?? 0}`,
    ]);
    expect((await ask(`/matches/${lost?.id ?? 0}`)).statusCode).toBe(404);
  });

  it('can be changed to `specification` in the middle of a match, and back', async () => {
    const { data } = (await ask('/live')).json<{ data: { id: number }[] }>();
    const path = `/matches/${data[0]?.id ?? 0}`;
    const today = await read(path, matchTodaySchema);
    await service.steer({ profile: 'specification' });
    const plain = await read(path, matchShape);
    await read('/live', pageShape(liveShape));
    expect((await ask('/rankings')).statusCode).toBe(404);
    expect(plain).toMatchObject({ id: today.id, winner: null });
    expect(today).toMatchObject({ score: null, winner: null, duration: null });
    await service.steer({ profile: 'today' });
    expect(await read(path, matchTodaySchema)).toEqual(today);
    expect(LIVE_EVENT_TODAY.split('\\').at(-1)).toBe(LIVE_EVENT.split('\\').at(-1));
  });
});
