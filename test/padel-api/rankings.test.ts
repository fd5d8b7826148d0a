import { describe, expect, it } from 'vitest';
import { readRanking, topRanked } from '#src/padel-api/rankings.ts';
import { playerWire, rankingEntryWire } from '#src/padel-api/wire/people.ts';
import { tournamentWire } from '#src/padel-api/wire/tournaments.ts';
import rankings from '../shapes/rankings.json' with { type: 'json' };
import { aPlayerOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { pageOnWire, saying, says, type Answering } from './service.ts';

const OFFICIAL = {
  kind: 'official',
  category: 'men',
  nationality: null,
  page: 1,
  perPage: 50,
} as const;

const entries = rankings.data.map((row) => rankingEntryWire.parse(row));

describe('a row of a ranking', () => {
  it('is read flat: none of the recorded page is lost', async () => {
    const { api } = await aClient(saying(200, rankings));
    const { value } = await readRanking(api, OFFICIAL);
    expect(value).toMatchObject({ total: 5, unreadable: 0 });
    expect(value.items.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '501 Bruno Ferreyra',
      '502 Marcos Iribarne',
      '503 Gonzalo Prat Vidal',
      '504 Luca Di Sante',
      '520 Teo Arnau',
    ]);
    expect(value.items[0]).toEqual({
      id: 501,
      name: 'Bruno Ferreyra',
      nationality: 'ES',
      ranking: 1,
      points: 21_400,
      moved: 0,
      date: '2026-10-05',
      withheld: [],
    });
  });

  it("is read with its player nested as well: the id is the player's", () => {
    const nested = rankings.data.map(({ id, name, nationality, ...place }) => ({
      ...{ ...place, id: 90_000 + id, player: { id, name, nationality } },
    }));
    expect(nested.map((row) => rankingEntryWire.parse(row))).toEqual(entries);
  });

  it('with `ranking_diff: 1` fell by one place, with -1 gained one', () => {
    expect(entries.map(({ moved }) => moved)).toEqual([0, 0, 1, -1, undefined]);
  });

  it("shares its place with the partner's", () => {
    expect(entries.map(({ ranking }) => ranking)).toEqual([1, 1, 11, 12, 40]);
  });

  it.each(['ranking', 'ranking_diff', 'points', 'date', 'nationality', 'name'])(
    'keeps everything else while %s is unknown',
    (field) => {
      for (const value of [
        undefined,
        null,
        'hidden_free_plan',
        [],
        {},
        'x'.repeat(10_000),
        -1e99,
      ]) {
        const row = { ...rankings.data[3], [field]: value };
        const read = rankingEntryWire.parse(row);
        expect(read.id).toBe(504);
        expect(read.name.length).toBeLessThanOrEqual(300);
        const [whole] = entries.slice(3);
        const same = ['id', 'points', 'ranking'] as const;
        for (const key of same.filter((each) => each !== field)) {
          expect(read[key]).toBe(whole?.[key]);
        }
      }
    },
  );

  it.each([{ player: 'nobody' }, { player: null }, { player: { name: 'Ana Vega' } }])(
    "is nobody's with an unreadable player, whatever id the row has: %j",
    (more) => {
      expect(rankingEntryWire.safeParse({ id: 7, ranking: 4, ...more }).success).toBe(false);
    },
  );
});

it.each([
  ['ZZ', null],
  ['zz', null],
  ['es', 'ES'],
  ['AR', 'AR'],
  ['Spain', null],
  ['hidden_free_plan', null],
  [7, null],
])('the country %s is read as %s: `ZZ` is unknown', (written, country) => {
  expect(playerWire.parse(aPlayerOnWire(1, { nationality: written })).nationality).toBe(country);
  expect(tournamentWire.parse({ id: 1, country: written }).country).toBe(country);
  expect(rankingEntryWire.parse({ id: 1, nationality: written }).nationality).toBe(country);
});

/** Responds to `/rankings` in one way, and to `/players` with three players. */
const withPlayers =
  (refuse: Answering): Answering =>
  (response, request, index) => {
    if (request.url?.startsWith('/api/rankings') === true) refuse(response, request, index);
    else {
      const rated = [1_500, 1_480.5, 1_480.5].map((elo, at) =>
        aPlayerOnWire(at + 1, { elo, ranking: at === 0 ? 1 : 2 }),
      );
      says(response, 200, pageOnWire([...rated, aPlayerOnWire(4, { elo: 1_400, ranking: 4 })]));
    }
  };

const refusing = (status: number, body: unknown = { message: 'no' }): Answering =>
  saying(status, body);

describe('a ranking from the list of players', () => {
  it.each([
    ['is missing', refusing(404)],
    ['is not in the plan', refusing(402)],
    ['refuses the question', refusing(422)],
    ['is unreadable', refusing(200, { rows: [] })],
  ])('serves where the endpoint for rankings %s', async (_reason, refuse) => {
    const { api, paths } = await aClient(withPlayers(refuse));
    const { value, kinds } = await readRanking(api, OFFICIAL);
    expect(value.items.map(({ ranking }) => ranking)).toEqual([1, 2, 2, 4]);
    expect(kinds).toEqual(['official', 'elo']);
    expect(paths()).toHaveLength(2);
  });

  it('gives equal ratings the same place', async () => {
    const { api } = await aClient(withPlayers(refusing(404)));
    const { value } = await readRanking(api, { ...OFFICIAL, kind: 'elo', page: 2 });
    expect(value.items.map(({ ranking }) => ranking)).toEqual([51, 52, 52, 54]);
  });
});

describe('the first hundred', () => {
  interface Ranked {
    readonly date?: string | undefined;
    readonly lastPage?: number;
    /** Rows of a page by its number. */
    readonly rows?: (page: number) => number;
  }

  /** Partners share their places. */
  const ranked =
    ({ date, lastPage = 40, rows = () => 50 }: Ranked = {}): Answering =>
    (response, { url = '' }) => {
      const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
      const players = Array.from({ length: rows(page) }, (_, index) => {
        const id = (page - 1) * 50 + index + 1;
        const ranking = id % 2 === 0 ? id - 1 : id;
        return { id, name: `Ana ${id}`, ranking, ranking_diff: -2, points: 9_000 - ranking, date };
      });
      says(response, 200, pageOnWire(players, page, lastPage));
    };

  const read = async (answer: Answering, isNews = true) => {
    const { api, paths } = await aClient(answer);
    return { edition: await topRanked(api, 'men', () => isNews), paths: paths() };
  };

  it('are read in two pages of fifty: `per_page` is never above 50', async () => {
    const { edition, paths } = await read(ranked({ date: '2026-10-05' }));
    expect(edition?.date).toBe('2026-10-05');
    expect(edition?.players).toHaveLength(100);
    expect(edition?.players.slice(98)).toEqual([
      { id: 99, name: 'Ana 99', place: 99, before: 101, points: 8_901 },
      { id: 100, name: 'Ana 100', place: 99, before: 101, points: 8_901 },
    ]);
    const query = '/api/rankings?type=official&category=men&per_page=50';
    expect(paths.map((path) => path.replace('&page=2', ''))).toEqual(
      Array.from({ length: 2 }, () => `${query}&sort_by=ranking&order_by=asc`),
    );
    expect(paths[1]).toContain('&page=2');
  });

  it('cost one request while their first page is no news', async () => {
    const { edition, paths } = await read(ranked(), false);
    expect(edition).toBeNull();
    expect(paths).toHaveLength(1);
  });

  it('are all there are of a short ranking', async () => {
    const { edition, paths } = await read(ranked({ lastPage: 1, rows: () => 12 }));
    expect(edition?.date).toBeNull();
    expect(edition?.players).toHaveLength(12);
    expect(paths).toHaveLength(1);
  });

  const otherDay: Answering = (response, request, index) => {
    const date = request.url?.includes('page=2') === true ? '2026-09-28' : '2026-10-05';
    ranked({ date })(response, request, index);
  };

  it.each([
    ['nobody is in it', ranked({ rows: () => 0 })],
    ['its second page is empty', ranked({ rows: (page) => (page === 1 ? 50 : 0) })],
    ['its pages are of different Mondays', otherDay],
  ])('are none while %s', async (_reason, answer) => {
    expect((await read(answer)).edition).toBeNull();
  });
});
