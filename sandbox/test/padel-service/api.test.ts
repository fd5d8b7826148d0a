import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import {
  liveShape,
  matchShape,
  pageShape,
  playerShape,
  PRO,
  startStill,
  tournamentShape,
} from './service.ts';

let service: PadelService;
beforeAll(async () => {
  service = await startStill();
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = PRO) =>
  service.inject({ url: `/api${path}`, headers });

const post = (path: string, body: object, headers: Record<string, string> = PRO) =>
  service.inject({ method: 'POST', url: `/api${path}`, headers, payload: body });

const read = async <T>(shape: z.ZodType<T>, path: string): Promise<T> => {
  const answer = await get(path);
  expect(answer.statusCode, answer.body).toBe(200);
  return shape.parse(answer.json());
};

const players = pageShape(playerShape);
const matches = pageShape(matchShape);
const tournaments = pageShape(tournamentShape);
const lives = pageShape(liveShape);

const currentTournament = async (): Promise<z.infer<typeof tournamentShape>> => {
  const { data } = await read(
    tournaments,
    '/tournaments?level=major&sort_by=start_date&per_page=50',
  );
  const found = data.find(({ status }) => status === 'live');
  if (!found) throw new Error('No major is on');
  return found;
};

const finishedMatch = async (): Promise<z.infer<typeof matchShape>> => {
  const { data } = await read(matches, '/matches?round=1&category=men&sort_by=played_at');
  const found = data.find(({ status }) => status === 'finished');
  if (!found) throw new Error('No final was played');
  return found;
};

const idsOf = (team: readonly { id: number }[]): number[] => team.map(({ id }) => id);

describe('resource fields', () => {
  it('match the specification for matches of every status and for a single match', async () => {
    const { id } = await currentTournament();
    const { meta } = await read(matches, `/tournaments/${id}/matches`);
    const states = new Set<string>();
    for (let page = 1; page * 50 < meta.total + 50; page += 1) {
      const { data } = await read(matches, `/tournaments/${id}/matches?per_page=50&page=${page}`);
      for (const { status } of data) states.add(status);
    }
    expect([...states]).toEqual(expect.arrayContaining(['bye', 'finished', 'live', 'scheduled']));
    const [first] = (await read(matches, '/matches')).data;
    expect(await read(matchShape, `/matches/${first?.id ?? 0}`)).toEqual(first);
  });

  it('match the specification for live matches, each with its channel and status', async () => {
    const { data } = await read(lives, '/live');
    expect(data.length).toBeGreaterThanOrEqual(2);
    const ids = data.map(({ id }) => id);
    for (const id of ids) {
      const live = await read(liveShape, `/matches/${id}/live`);
      expect(live).toMatchObject({
        id,
        channel: `matches.${id}`,
        status: expect.any(String) as string,
      });
    }
  });
});

describe('a list endpoint', () => {
  it('is split into pages whose links reach every entry exactly once', async () => {
    const seen: number[] = [];
    let url = '/players?category=women&per_page=50';
    while (url !== '') {
      const page = await read(players, url);
      seen.push(...idsOf(page.data));
      url = page.links.next.replace(/^.*\/api/, '');
    }
    const { meta } = await read(players, '/players?category=women');
    expect(seen).toHaveLength(meta.total);
    expect(new Set(seen).size).toBe(meta.total);
  });

  it('has 15 entries per page by default, with links and metadata', async () => {
    const { data, links, meta } = await read(players, '/players?page=2');
    expect(data).toHaveLength(15);
    expect(meta).toMatchObject({ current_page: 2, from: 16, to: 30, per_page: 15 });
    expect(meta.links.find(({ active }) => active)?.label).toBe('2');
    expect(links.prev).toMatch(/\/api\/players\?page=1$/);
    expect(links.last).toContain(`page=${meta.last_page}`);
  });

  it('is empty past its last page', async () => {
    const { data, links, meta } = await read(players, '/players?page=999');
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ from: 0, to: 0 });
    expect(links.next).toBe('');
  });
});

describe('the player list', () => {
  it('filters by several names, ignoring accents and case', async () => {
    const all = (await read(players, '/players?per_page=50')).data;
    const accented = all.find(({ name }) => /[áéíóú]/.test(name));
    if (!accented) throw new Error('Nobody has an accent');
    const plain = accented.name
      .normalize('NFD')
      .replaceAll(/\p{Diacritic}/gu, '')
      .toLowerCase();
    const names = encodeURIComponent(`${plain},${all[3]?.name ?? ''}`);
    const { data } = await read(players, `/players?name=${names}`);
    expect(idsOf(data)).toEqual(expect.arrayContaining([accented.id, all[3]?.id]));
  });

  it('filters by nationality, category, side and birthplace together', async () => {
    const query = 'nationality=es&category=women&side=drive&birthplace=madrid&per_page=50';
    const { data } = await read(players, `/players?${query}`);
    expect(data.length).toBeGreaterThan(0);
    for (const player of data) {
      expect(player).toMatchObject({
        nationality: 'ES',
        category: 'women',
        side: 'drive',
        birthplace: 'Madrid',
      });
    }
  });

  it.each([
    ['ranking', 'asc', (a: number, b: number) => a <= b],
    ['points', 'desc', (a: number, b: number) => a >= b],
    ['height', 'desc', (a: number, b: number) => a >= b],
  ] as const)('sorts by %s, %s', async (key, order, isInOrder) => {
    const path = `/players?category=men&sort_by=${key}&order_by=${order}&per_page=50`;
    const values = (await read(players, path)).data.map((player) => Number(player[key]));
    expect(values.every((value, i) => i === 0 || isInOrder(values[i - 1] ?? 0, value))).toBe(true);
    expect(new Set(values).size).toBeGreaterThan(5);
  });
});

describe('the match list', () => {
  it('filters by day, round, category and court', async () => {
    const sample = await finishedMatch();
    const day = sample.played_at ?? '';
    const query = new URLSearchParams({
      after_date: day,
      before_date: day,
      round: '1',
      category: 'men',
      court: sample.court,
    });
    const { data } = await read(matches, `/matches?${query.toString()}`);
    expect(idsOf(data)).toContain(sample.id);
    for (const match of data) {
      expect(match).toMatchObject({
        played_at: day,
        round: 1,
        category: 'men',
        court: sample.court,
      });
    }
  });

  it('filters the matches of a tournament by day', async () => {
    const { id } = await currentTournament();
    const { data } = await read(matches, `/tournaments/${id}/matches?played_at=2026-11-21`);
    expect(data.length).toBeGreaterThan(3);
    expect(data.every((match) => match.connections === `/api/tournaments/${id}`)).toBe(true);
    expect(data.every((match) => match.played_at === '2026-11-21')).toBe(true);
  });

  it('sorts by day, latest first', async () => {
    const { data } = await read(matches, '/matches?sort_by=played_at&order_by=desc&per_page=50');
    const days = data.map((match) => match.played_at ?? '');
    expect(days).toEqual(days.toSorted().toReversed());
    expect(days[0]?.startsWith('2026-11')).toBe(true);
  });
});

describe('the tournament list', () => {
  it.each([
    ['level=major', ({ level }: z.infer<typeof tournamentShape>) => level === 'major'],
    ['country=IT', ({ country }: z.infer<typeof tournamentShape>) => country === 'IT'],
    ['location=roma', ({ location }: z.infer<typeof tournamentShape>) => location === 'Roma'],
    ['name=Finals', ({ name }: z.infer<typeof tournamentShape>) => name.includes('Finals')],
    [
      'after_date=2025-03-01&before_date=2025-03-31',
      ({ start_date }: z.infer<typeof tournamentShape>) => start_date.startsWith('2025-03'),
    ],
  ])('filters by %s', async (query, isRight) => {
    const { data } = await read(tournaments, `/tournaments?${query}&per_page=50`);
    expect(data.length).toBeGreaterThan(0);
    expect(data.every(isRight)).toBe(true);
  });
});

describe('head-to-head', () => {
  it('lists the meetings of two pairs, in whichever order they are named', async () => {
    const { id, players: sides } = await finishedMatch();
    const [one, two] = [idsOf(sides.team_1), idsOf(sides.team_2)];
    const forth = await post('/matches/head2head', { team_1: one, team_2: two });
    const back = await post('/matches/head2head', { team_1: two, team_2: one });
    const { data } = matches.parse(forth.json());
    expect(idsOf(data)).toContain(id);
    expect(idsOf(matches.parse(back.json()).data)).toEqual(idsOf(data));
  });

  it('lists at least as many meetings for two players as for their pairs', async () => {
    const { players: sides } = await finishedMatch();
    const [[one], [two]] = [idsOf(sides.team_1), idsOf(sides.team_2)];
    const singles = matches.parse(
      (await post('/matches/head2head', { team_1: [one], team_2: [two] })).json(),
    );
    const pairs = matches.parse(
      (
        await post('/matches/head2head', {
          team_1: idsOf(sides.team_1),
          team_2: idsOf(sides.team_2),
        })
      ).json(),
    );
    expect(singles.meta.total).toBeGreaterThanOrEqual(pairs.meta.total);
  });

  it('lists only earlier meetings for a match', async () => {
    const { data } = await read(
      matches,
      '/matches?sort_by=played_at&order_by=desc&round=1&per_page=50',
    );
    const latest = data.filter(({ status }) => status === 'finished');
    let met = 0;
    for (const match of latest.slice(0, 10)) {
      const earlier = await read(matches, `/matches/${match.id}/head2head?per_page=50`);
      met += earlier.data.length;
      for (const each of earlier.data) {
        expect(each.id).not.toBe(match.id);
        expect((each.started_time ?? '') < (match.started_time ?? '')).toBe(true);
        const teams = [idsOf(each.players.team_1), idsOf(each.players.team_2)];
        expect(teams).toContainEqual(idsOf(match.players.team_1));
      }
    }
    expect(met).toBeGreaterThan(0);
  });
});

describe('simulate', () => {
  const shape = z.strictObject({
    name: z.string(),
    probability: z.strictObject({ team_1: z.number(), team_2: z.number() }),
    players: z.strictObject({ team_1: z.array(playerShape), team_2: z.array(playerShape) }),
  });

  it('gives percentages that sum to 100, with one or two players per side', async () => {
    for (const body of [
      { team_1: [1, 2], team_2: [41, 42] },
      { team_1: [1], team_2: [42] },
      { team_1: [9], team_2: [3, 4] },
    ]) {
      const { probability } = shape.parse((await post('/matches/simulate', body)).json());
      expect(probability.team_1 + probability.team_2).toBeCloseTo(100, 10);
      expect(probability.team_1 * 10).toBeCloseTo(Math.round(probability.team_1 * 10), 8);
    }
  });

  it('swaps the percentages with the teams and favours the better-ranked team', async () => {
    const forth = shape.parse(
      (await post('/matches/simulate', { team_1: [1, 2], team_2: [121, 122] })).json(),
    );
    const back = shape.parse(
      (await post('/matches/simulate', { team_1: [121, 122], team_2: [1, 2] })).json(),
    );
    expect(forth.probability.team_1).toBe(back.probability.team_2);
    expect(forth.probability.team_1).toBeGreaterThan(80);
  });
});
