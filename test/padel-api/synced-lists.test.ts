import { describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import type { TournamentMatchesQuery } from '#src/padel-api/queries.ts';
import { aMatchOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { pageOnWire, says } from './service.ts';

const SATURDAY = '2026-06-06';
const SUNDAY = '2026-06-07';
const PAGES = [
  [aMatchOnWire({ id: 1, played_at: SATURDAY }), aMatchOnWire({ id: 2, played_at: SUNDAY })],
  [aMatchOnWire({ id: 3, played_at: SUNDAY })],
];

/** A tournament of two pages. */
const aStage = async () => {
  const { api, paths, wait } = await aClient((response, { url = '' }) => {
    const page = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1);
    says(response, 200, pageOnWire(PAGES[page - 1] ?? [], page, PAGES.length));
  });
  const sync = async (...pages: number[]): Promise<void> => {
    for (const page of pages) {
      await api.tournamentMatches(9, { page, perPage: 50 }, { priority: 'background' });
    }
  };
  /** The response to a person's query, and the number of requests it takes. */
  const asked = async (query: TournamentMatchesQuery) => {
    const before = paths().length;
    const { value, readAt } = await api.tournamentMatches(9, query);
    return { ids: value.items.map(({ id }) => id), value, readAt, cost: paths().length - before };
  };
  return { api, sync, asked, wait };
};

describe('the matches of one day', () => {
  it('are answered from what the sync has read, which says how old that is', async () => {
    const { sync, asked, wait } = await aStage();
    const began = Date.now();
    await sync(1, 2);
    wait(MINUTE);
    const { ids, value, cost, readAt } = await asked({ playedAt: SUNDAY, page: 1, perPage: 50 });
    expect({ ids, cost }).toEqual({ ids: [2, 3], cost: 0 });
    expect(value).toMatchObject({ page: 1, lastPage: 1, total: 2 });
    expect(readAt).toBeGreaterThanOrEqual(began);
    expect(readAt).toBeLessThanOrEqual(Date.now());
  });

  it('are none where none is played, without a request', async () => {
    const { sync, asked } = await aStage();
    await sync(1, 2);
    expect(await asked({ playedAt: '2026-06-01', perPage: 50 })).toMatchObject({
      ids: [],
      cost: 0,
    });
  });

  it.each<[string, number[], number, TournamentMatchesQuery]>([
    ['a page is missing', [1], 0, { playedAt: SUNDAY, perPage: 50 }],
    ['nothing was read', [], 0, { playedAt: SUNDAY, perPage: 50 }],
    ['it was read minutes ago', [1, 2], 11 * MINUTE, { playedAt: SUNDAY, perPage: 50 }],
    ['a court is asked for', [1, 2], 0, { playedAt: SUNDAY, perPage: 50, court: 'Court 2' }],
    ['pages are of another length', [1, 2], 0, { playedAt: SUNDAY, perPage: 15 }],
  ])('are read where %s', async (_case, pages, later, query) => {
    const { sync, asked, wait } = await aStage();
    await sync(...pages);
    wait(later);
    expect((await asked(query)).cost).toBe(1);
  });

  it('are those that have changed since, and as fresh as what told that', async () => {
    const { api, sync, asked, wait } = await aStage();
    await sync(1, 2);
    wait(8 * MINUTE);
    PAGES.push([
      aMatchOnWire({ id: 2, played_at: SATURDAY }),
      aMatchOnWire({ id: 4, played_at: SUNDAY }),
    ]);
    onTestFinished(() => void PAGES.pop());
    const query = { updatedAfter: `${SUNDAY}T12:00:00Z`, page: 3, perPage: 50 };
    await api.tournamentMatches(9, query, { priority: 'background' });
    wait(8 * MINUTE);
    expect(await asked({ playedAt: SUNDAY, perPage: 50 })).toMatchObject({ ids: [3, 4], cost: 0 });
  });

  it('are never served older than they were served before', async () => {
    const { sync, asked, wait } = await aStage();
    expect((await asked({ playedAt: SUNDAY, perPage: 50 })).cost).toBe(1);
    wait(8 * MINUTE);
    await sync(1, 2);
    // Too old to be served without a request, and newer than the cached response that is served
    // meanwhile.
    wait(11 * MINUTE);
    const { ids, readAt } = await asked({ playedAt: SUNDAY, perPage: 50 });
    expect(ids).toEqual([2, 3]);
    wait(MINUTE);
    expect((await asked({ playedAt: SUNDAY, perPage: 50 })).readAt).toBeGreaterThanOrEqual(readAt);
  });

  it('are always read by the sync itself', async () => {
    const { api, sync, asked } = await aStage();
    await sync(1, 2);
    const query = { playedAt: SUNDAY, perPage: 50 };
    await api.tournamentMatches(9, query, { priority: 'background' });
    expect((await asked(query)).ids).toEqual([2, 3]);
  });
});
