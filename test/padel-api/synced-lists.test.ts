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
  const request = async (query: TournamentMatchesQuery) => {
    const before = paths().length;
    const { value, readAt } = await api.tournamentMatches(9, query);
    return { ids: value.items.map(({ id }) => id), value, readAt, cost: paths().length - before };
  };
  return { api, sync, request, wait };
};

describe('the matches of one day', () => {
  it('are served from the synced pages, with their age', async () => {
    const { sync, request, wait } = await aStage();
    const began = Date.now();
    await sync(1, 2);
    wait(MINUTE);
    const { ids, value, cost, readAt } = await request({ playedAt: SUNDAY, page: 1, perPage: 50 });
    expect({ ids, cost }).toEqual({ ids: [2, 3], cost: 0 });
    expect(value).toMatchObject({ page: 1, lastPage: 1, total: 2 });
    expect(readAt).toBeGreaterThanOrEqual(began);
    expect(readAt).toBeLessThanOrEqual(Date.now());
  });

  it('are empty on a day without matches, without a request', async () => {
    const { sync, request } = await aStage();
    await sync(1, 2);
    expect(await request({ playedAt: '2026-06-01', perPage: 50 })).toMatchObject({
      ids: [],
      cost: 0,
    });
  });

  it.each<[string, number[], number, TournamentMatchesQuery]>([
    ['a page is missing', [1], 0, { playedAt: SUNDAY, perPage: 50 }],
    ['nothing was read', [], 0, { playedAt: SUNDAY, perPage: 50 }],
    ['the pages were read 11 minutes ago', [1, 2], 11 * MINUTE, { playedAt: SUNDAY, perPage: 50 }],
    ['the query has a round', [1, 2], 0, { playedAt: SUNDAY, perPage: 50, round: 1 }],
    ['the page size differs', [1, 2], 0, { playedAt: SUNDAY, perPage: 15 }],
  ])('are requested when %s', async (_case, pages, later, query) => {
    const { sync, request, wait } = await aStage();
    await sync(...pages);
    wait(later);
    expect((await request(query)).cost).toBe(1);
  });

  it('include later changes, and are then as fresh as those', async () => {
    const { api, sync, request, wait } = await aStage();
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
    expect(await request({ playedAt: SUNDAY, perPage: 50 })).toMatchObject({
      ids: [3, 4],
      cost: 0,
    });
  });

  it('are never served older than before', async () => {
    const { sync, request, wait } = await aStage();
    expect((await request({ playedAt: SUNDAY, perPage: 50 })).cost).toBe(1);
    wait(8 * MINUTE);
    await sync(1, 2);
    // Too old to be served without a request, and newer than the cached response that is served
    // meanwhile.
    wait(11 * MINUTE);
    const { ids, readAt } = await request({ playedAt: SUNDAY, perPage: 50 });
    expect(ids).toEqual([2, 3]);
    wait(MINUTE);
    expect((await request({ playedAt: SUNDAY, perPage: 50 })).readAt).toBeGreaterThanOrEqual(
      readAt,
    );
  });

  it('are still served from the synced pages after a background query of that day', async () => {
    const { api, sync, request } = await aStage();
    await sync(1, 2);
    const query = { playedAt: SUNDAY, perPage: 50 };
    await api.tournamentMatches(9, query, { priority: 'background' });
    expect((await request(query)).ids).toEqual([2, 3]);
  });
});
