import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../src/lib/time.ts';
import { seasonSchema } from '#sandbox/padel-service/api/resources/season.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { seasonsOf } from '#sandbox/padel-service/world/schedule/seasons.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';
import { openWorld } from '#sandbox/padel-service/world/world.ts';
import { pageShape, PRO, startStill, tournamentShape } from './service.ts';

let service: PadelService;
beforeAll(async () => {
  service = await startStill();
});
afterAll(() => service.stop());

const get = (path: string) => service.inject({ url: `/api${path}`, headers: PRO });

const seasons = async (query = '') =>
  pageShape(seasonSchema).parse((await get(`/seasons${query}`)).json()).data;

describe('the season list', () => {
  it('has four seasons, the last one active', async () => {
    const list = await seasons();
    expect(list.map(({ id, year, status }) => [id, year, status])).toEqual([
      [1, '2023', 'finished'],
      [2, '2024', 'finished'],
      [3, '2025', 'finished'],
      [4, '2026', 'active'],
    ]);
    expect(list[0]?.connections).toEqual({ tournaments: '/api/seasons/1/tournaments' });
  });

  it('starts and ends each season with its tournaments, and counts them', async () => {
    for (const { id, start_date, end_date, tournaments_count } of await seasons()) {
      const first = await get(`/seasons/${id}/tournaments?per_page=50`);
      const second = await get(`/seasons/${id}/tournaments?per_page=50&page=2`);
      const own = [first, second].flatMap(
        (answer) => pageShape(tournamentShape).parse(answer.json()).data,
      );
      expect(own).toHaveLength(tournaments_count);
      expect(own.map((each) => each.start_date).toSorted()[0]).toBe(start_date);
      expect(
        own
          .map((each) => each.end_date)
          .toSorted()
          .at(-1),
      ).toBe(end_date);
    }
  });

  it('shares all tournaments between its seasons', async () => {
    const list = await seasons();
    const all = pageShape(tournamentShape).parse((await get('/tournaments')).json());
    const sum = list.reduce((total, each) => total + each.tournaments_count, 0);
    expect(sum).toBe(all.meta.total);
  });

  it('filters by year', async () => {
    expect((await seasons('?year=2024')).map(({ id }) => id)).toEqual([2]);
  });

  it.each([
    ['/seasons?year=2022', 'year', 'The year field must be at least 2023.'],
    ['/seasons?year=2027', 'year', 'The year field must not be greater than 2026.'],
    ['/seasons?year=last', 'year', 'The year field must be an integer.'],
    ['/seasons/x/tournaments', 'season', 'The season field must be an integer.'],
  ])('responds with 422 to %s', async (path, field, message) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ message, errors: { [field]: [message] } });
  });

  it.each(['/seasons/0/tournaments', '/seasons/5/tournaments'])(
    'responds with 404 to %s',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404);
    },
  );
});

describe('seasons over the years', () => {
  const world = openSharedWorld(1, dayOf('2026-11-21'));
  const statesOn = (date: string) =>
    seasonsOf(world.at(dayOf(date) * DAY)).map(({ id, status }) => `${id} ${status}`);

  it('gain the next one on its first day, and the previous ones keep their ids', () => {
    expect(statesOn('2026-12-20')).toEqual(['1 finished', '2 finished', '3 finished', '4 active']);
    expect(statesOn('2027-01-05')).toEqual([
      '1 finished',
      '2 finished',
      '3 finished',
      '4 finished',
      '5 active',
    ]);
  });

  it('are the four years up to the day on which the world starts', () => {
    const early = openWorld(1, dayOf('2031-06-04'));
    const years = seasonsOf(early.at(dayOf('2031-06-04') * DAY)).map(({ year }) => year);
    expect(years).toEqual([2028, 2029, 2030, 2031]);
  });
});
