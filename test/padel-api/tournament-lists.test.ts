import { describe, expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import type { TournamentMatchesQuery } from '#src/padel-api/queries.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import { createTournamentReader } from '#src/live/tournament-reader.ts';
import { anObserver } from '../live/sources.ts';
import { aTournament } from '../render/held.ts';
import { aMatchOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { pageOnWire, says } from './service.ts';

const SATURDAY = '2026-06-06';
const SUNDAY = '2026-06-07';
const PAGES = [
  [aMatchOnWire({ id: 1, played_at: SATURDAY }), aMatchOnWire({ id: 2, played_at: SUNDAY })],
  [aMatchOnWire({ id: 3, played_at: SUNDAY })],
];
const CHANGED = [
  aMatchOnWire({ id: 2, played_at: SATURDAY }),
  aMatchOnWire({ id: 4, played_at: SUNDAY }),
];
const TOURNAMENT = { ...aTournament(), id: 9, startDate: SATURDAY, endDate: '2099-12-31' };

/** A tournament of two pages, of which the second may fail. */
const aStage = async () => {
  let isFailing = false;
  const { api, paths, wait } = await aClient((response, { url = '' }) => {
    const page = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1);
    if (url.includes('updated_after')) says(response, 200, pageOnWire(CHANGED));
    else if (isFailing && page === 2) says(response, 422, { message: 'no' });
    else says(response, 200, pageOnWire(PAGES[page - 1] ?? [], page, PAGES.length));
  });
  const { observer } = anObserver();
  const reader = createTournamentReader({ api, observer, order: createReadOrder() });
  /** The schedule sync: first the whole list, then its changes. */
  const sync = (): Promise<void> => reader.read(TOURNAMENT, { priority: 'background' });
  /** The response to a person's query, and the number of requests it takes. */
  const request = async (query: TournamentMatchesQuery) => {
    const before = paths().length;
    const { value, readAt } = await api.tournamentMatches(9, query);
    return { ids: value.items.map(({ id }) => id), value, readAt, cost: paths().length - before };
  };
  return { api, sync, request, wait, fail: () => void (isFailing = true) };
};

describe('the matches of one day', () => {
  it('are served from the synced pages, with their age', async () => {
    const { sync, request, wait } = await aStage();
    const began = Date.now();
    await sync();
    wait(MINUTE);
    const { ids, value, cost, readAt } = await request({ playedAt: SUNDAY, page: 1, perPage: 50 });
    expect({ ids, cost }).toEqual({ ids: [2, 3], cost: 0 });
    expect(value).toMatchObject({ page: 1, lastPage: 1, total: 2 });
    expect(readAt).toBeGreaterThanOrEqual(began);
    expect(readAt).toBeLessThanOrEqual(Date.now());
  });

  it('are empty on a day without matches, without a request', async () => {
    const { sync, request } = await aStage();
    await sync();
    expect(await request({ playedAt: '2026-06-01', perPage: 50 })).toMatchObject({
      ids: [],
      cost: 0,
    });
  });

  it.each<[string, number, TournamentMatchesQuery]>([
    ['the pages were read 11 minutes ago', 11 * MINUTE, { playedAt: SUNDAY, perPage: 50 }],
    ['the query has a round', 0, { playedAt: SUNDAY, perPage: 50, round: 1 }],
    ['the page size differs', 0, { playedAt: SUNDAY, perPage: 15 }],
    ['the query is for all draws', 0, { playedAt: SUNDAY, perPage: 50, draw: 'all' }],
  ])('are requested when %s', async (_case, later, query) => {
    const { sync, request, wait } = await aStage();
    await sync();
    wait(later);
    expect((await request(query)).cost).toBe(1);
  });

  it('are requested when nothing was read, or a page is missing', async () => {
    const { sync, request, fail } = await aStage();
    expect((await request({ playedAt: SUNDAY, perPage: 50 })).cost).toBe(1);
    fail();
    await expect(sync()).rejects.toThrow();
    expect((await request({ playedAt: SATURDAY, perPage: 50 })).cost).toBe(1);
  });

  it('include later changes, and are then as fresh as those', async () => {
    const { sync, request, wait } = await aStage();
    await sync();
    wait(8 * MINUTE);
    await sync();
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
    await sync();
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
    await sync();
    const query = { playedAt: SUNDAY, perPage: 50 };
    await api.tournamentMatches(9, query, { priority: 'background' });
    expect((await request(query)).ids).toEqual([2, 3]);
  });
});
