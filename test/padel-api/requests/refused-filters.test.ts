import { expect, it } from 'vitest';
import { HOUR } from '#src/lib/time.ts';
import { aLiveOnWire, aMatchOnWire } from '../bodies.ts';
import { aClient } from '../clients.ts';
import { pageOnWire, says } from '../service.ts';

const SYNC = { priority: 'background' } as const;
const WHOLE = { draw: 'all', perPage: 50 } as const;

/** A plan without the draws beside the main one, and without statistics. */
const aSmallPlan = async () => {
  let isSmall = true;
  const stage = await aClient((response, { url = '' }) => {
    const isPaid = url.includes('draw=') || url.endsWith('/stats');
    if (isSmall && isPaid) says(response, 402, { message: 'Subscription required.' });
    else if (url.includes('/live')) says(response, 200, pageOnWire([aLiveOnWire()]));
    else {
      const ids = url.includes('draw=') ? [5, 6] : [5];
      says(response, 200, pageOnWire(ids.map((id) => aMatchOnWire({ id }))));
    }
  });
  return { ...stage, upgrade: () => void (isSmall = false) };
};

it('a 402 for one filter leaves the endpoint: lists of matches are read without the draw', async () => {
  const { api, paths, wait, upgrade } = await aSmallPlan();
  /** As the schedule sync does. */
  const sync = async () => {
    const { value, readAt } = await api.tournamentMatches(9, WHOLE, SYNC);
    api.cacheMatches(9, WHOLE, value.items, readAt);
    return value.items;
  };
  expect(await sync()).toHaveLength(1);
  expect((await api.tournamentMatches(8, WHOLE, SYNC)).value.items).toHaveLength(1);
  await api.tournamentMatches(9, { perPage: 50 }, SYNC);
  await api.matches({ perPage: 50 });
  const [nine, eight] = ['/api/tournaments/9/matches', '/api/tournaments/8/matches'];
  expect(paths()).toEqual([
    `${nine}?draw=all&per_page=50`,
    `${nine}?per_page=50`,
    `${eight}?per_page=50`,
    `${nine}?per_page=50`,
    '/api/matches?per_page=50',
  ]);
  // The day of the synced list is the main draw's, and all draws' once the plan has them.
  const day = { ...WHOLE, playedAt: '2026-06-07' };
  expect((await api.tournamentMatches(9, day)).value.total).toBe(1);
  upgrade();
  wait(HOUR);
  await sync();
  expect((await api.tournamentMatches(9, day)).value.total).toBe(2);
});

it('a 402 for the draw of the live list leaves the list', async () => {
  const { api, paths } = await aSmallPlan();
  expect((await api.live(WHOLE)).value.items).toHaveLength(1);
  await api.live({ ...WHOLE, page: 2 });
  expect(paths()).toEqual([
    '/api/live?draw=all&per_page=50',
    '/api/live?per_page=50',
    '/api/live?per_page=50&page=2',
  ]);
  expect(api.state().lacksLive).toBe(false);
});

it('a 422 for the draw, of a service that does not know it, leaves the list, too', async () => {
  const { api, paths } = await aClient((response, { url = '' }) => {
    if (url.includes('draw=')) says(response, 422, { message: 'The draw field is prohibited.' });
    else says(response, 200, pageOnWire([aLiveOnWire()]));
  });
  expect((await api.live(WHOLE)).value.items).toHaveLength(1);
  await api.live({ ...WHOLE, page: 2 });
  expect(paths().filter((path) => path.includes('draw='))).toHaveLength(1);
});
