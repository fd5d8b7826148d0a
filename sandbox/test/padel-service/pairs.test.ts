import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { pairSchema } from '#sandbox/padel-service/api/resources/pair.ts';
import { mergedRecord } from './world/merged-record.ts';
import { FREE, matchShape, pageShape, playerShape, PRO, startStill } from './service.ts';

let service: PadelService;
beforeAll(async () => {
  service = await startStill();
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = PRO) =>
  service.inject({ url: `/api${path}`, headers });

const matchesOf = async (path: string) => {
  const answer = await get(path);
  expect(answer.statusCode, answer.body).toBe(200);
  return pageShape(matchShape).parse(answer.json());
};

/** The ids of a team that has won a final. */
const champions = async (): Promise<[number, number]> => {
  const { data } = await matchesOf('/matches?round=1&sort_by=played_at');
  const final = data.find(({ status }) => status === 'finished');
  const [one, two] = final?.players[final.winner ?? 'team_1'] ?? [];
  if (!one || !two) throw new Error('No final was played');
  return [one.id, two.id];
};

const isOwn = ({ players }: z.infer<typeof matchShape>, ids: readonly number[]): boolean =>
  Object.values(players).some((team) => ids.every((id) => team.some((each) => each.id === id)));

describe('a pair', () => {
  it('is the same in either order of its ids, with the lower id first', async () => {
    const ids = await champions();
    const [low = 0, high = 0] = ids.toSorted((a, b) => a - b);
    const pair = pairSchema.parse((await get(`/pairs/${low}-${high}`)).json());
    expect((await get(`/pairs/${high}-${low}`)).json()).toEqual(pair);
    expect(pair.id).toBe(`${low}-${high}`);
    expect(pair.self).toBe(`/api/pairs/${low}-${high}`);
  });

  it('has its two players and the sum of their points', async () => {
    const ids = (await champions()).toSorted((a, b) => a - b);
    const pair = pairSchema.parse((await get(`/pairs/${ids.join('-')}`)).json());
    const players = await Promise.all(
      ids.map(async (id) => playerShape.parse((await get(`/players/${id}`)).json())),
    );
    expect(pair.players).toEqual(players);
    expect(pair.points).toBe(String(players.reduce((sum, { points }) => sum + points, 0)));
    expect(pair.name).toBe(players.map(({ name }) => name).join(' / '));
  });

  it('has the dates of its first and its latest match', async () => {
    const ids = await champions();
    const pair = pairSchema.parse((await get(`/pairs/${ids.join('-')}`)).json());
    const days: string[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { data, meta } = await matchesOf(
        `/pairs/${ids.join('-')}/matches?per_page=50&page=${page}`,
      );
      last = meta.last_page;
      days.push(...data.flatMap((match) => (match.started_time && match.played_at) ?? []));
    }
    const inOrder = days.toSorted();
    expect(pair).toMatchObject({ first_match_at: inOrder.at(0), last_match_at: inOrder.at(-1) });
  });

  it('exists for every team of every match', async () => {
    const { data } = await matchesOf('/matches?after_date=2026-11-21&before_date=2026-11-21');
    expect(data.length).toBeGreaterThan(0);
    for (const { players } of data) {
      for (const team of Object.values(players)) {
        const path = `/pairs/${team.map(({ id }) => id).join('-')}`;
        expect((await get(path)).statusCode, path).toBe(200);
      }
    }
  });

  it('redirects every path of a merged player to the canonical player', async () => {
    const { id: merged, canonical } = await mergedRecord(service, 'players');
    for (const rest of ['', '/matches?round=2', '/stats?round=2']) {
      const answer = await get(`/pairs/${merged}-2${rest}`);
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe(`/api/pairs/${canonical}-2${rest}`);
      const other = await get(`/pairs/2-${merged}${rest}`);
      expect(other.headers.location).toBe(`/api/pairs/2-${canonical}${rest}`);
    }
    expect((await get(`/pairs/${merged}-${canonical}`)).statusCode).toBe(404);
  });

  it.each([
    ['/pairs/1-x', 'player2', 'The player2 field must be an integer.'],
    ['/pairs/x-1/matches', 'player1', 'The player1 field must be an integer.'],
    ['/pairs/1.5-2/stats', 'player1', 'The player1 field must be an integer.'],
  ])('responds with 422 to %s', async (path, field, message) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ message, errors: { [field]: [message] } });
  });

  it.each([
    ['a man and a woman', '/pairs/1-300'],
    ['one player twice', '/pairs/1-1'],
    ['an unknown player', '/pairs/1-99999'],
    ['a single id', '/pairs/1'],
  ])('responds with 404 for %s', async (_reason, path) => {
    for (const rest of ['', '/matches', '/stats']) {
      expect((await get(`${path}${rest}`)).statusCode, rest).toBe(404);
    }
  });

  it('has its points hidden on the free plan', async () => {
    const answer = await get(`/pairs/${(await champions()).join('-')}`, FREE);
    expect(answer.json()).toMatchObject({ points: 'hidden_free_plan' });
  });
});

describe('the matches of a pair', () => {
  it('are the matches in which the two players form a team', async () => {
    const ids = await champions();
    const own = await matchesOf(`/pairs/${ids.join('-')}/matches?round=1&per_page=50`);
    const finals: number[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { data, meta } = await matchesOf(`/matches?round=1&per_page=50&page=${page}`);
      last = meta.last_page;
      finals.push(...data.flatMap((match) => (isOwn(match, ids) ? match.id : [])));
    }
    expect(own.data.length).toBeGreaterThan(0);
    expect(own.data.map(({ id }) => id)).toEqual(finals.slice(0, 50));
  });

  it('can be filtered by tournament and sorted by round', async () => {
    const path = `/pairs/${(await champions()).join('-')}/matches`;
    const [first] = (await matchesOf(`${path}?round=1`)).data;
    const tournament = first?.connections.split('/').at(-1) ?? '';
    const filters = `tournament_id=${tournament}&sort_by=round&order_by=desc`;
    const { data } = await matchesOf(`${path}?${filters}`);
    expect(data.length).toBeGreaterThan(1);
    expect(data.every(({ connections }) => connections === first?.connections)).toBe(true);
    const rounds = data.map(({ round }) => round);
    expect(rounds).toEqual(rounds.toSorted((a, b) => b - a));
    expect((await matchesOf(`${path}?tournament_id=999999`)).data).toEqual([]);
  });

  it('can be filtered by period and sorted by day, latest first', async () => {
    const path = `/pairs/${(await champions()).join('-')}/matches`;
    const earliest = await matchesOf(`${path}?sort_by=played_at`);
    const played = earliest.data.flatMap(({ played_at }) => played_at ?? []);
    const [from = '', to = ''] = [played.at(1), played.at(played.length / 2)];
    const period = `after_date=${from}&before_date=${to}`;
    const { data } = await matchesOf(`${path}?${period}&sort_by=played_at&order_by=desc`);
    const days = data.map(({ played_at }) => played_at ?? '');
    expect([days.at(0), days.at(-1)]).toEqual([to, from]);
    expect(days).toEqual(days.toSorted().reverse());
  });

  it.each([
    ['tournament_id=x', 'tournament_id', 'The tournament id field must be an integer.'],
    ['sort_by=court', 'sort_by', 'The selected sort by is invalid.'],
    ['round=3', 'round', 'The selected round is invalid.'],
  ])('are rejected with 422 for %s', async (query, field, message) => {
    const answer = await get(`/pairs/${(await champions()).join('-')}/matches?${query}`);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ message, errors: { [field]: [message] } });
  });
});
