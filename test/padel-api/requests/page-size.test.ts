import { expect, it } from 'vitest';
import type { PadelApi } from '#src/padel-api/client.ts';
import { pagesOf } from '#src/padel-api/request/pages.ts';
import { aPlayerOnWire } from '../bodies.ts';
import { aClient } from '../clients.ts';
import { pageOnWire, saying, says } from '../service.ts';

const MANY = { perPage: 100 } as const;

const LISTS: Readonly<Record<string, (api: PadelApi) => Promise<unknown>>> = {
  matches: (api) => api.matches(MANY),
  matchHead2Head: (api) => api.matchHead2Head(1, MANY),
  head2Head: (api) => api.head2Head({ team_1: [1], team_2: [3] }, MANY),
  live: (api) => api.live({ ...MANY, draw: 'all' }),
  players: (api) => api.players(MANY),
  rankings: (api) => api.rankings({ type: 'official', category: 'men', ...MANY }),
  playerMatches: (api) => api.playerMatches(1, MANY),
  playerPairs: (api) => api.playerPairs(1, MANY),
  playerRankings: (api) => api.playerRankings(1, MANY),
  pairMatches: (api) => api.pairMatches([1, 2], MANY),
  tournaments: (api) => api.tournaments(MANY),
  tournamentEditions: (api) => api.tournamentEditions(1, MANY),
  tournamentMatches: (api) => api.tournamentMatches(1, MANY),
  tournamentVideos: (api) => api.tournamentVideos(1, MANY),
  seasons: (api) => api.seasons(MANY),
  seasonTournaments: (api) => api.seasonTournaments(1, MANY),
};

it('no list is ever asked for more than 50 a page, which the service refuses', async () => {
  const { api, paths } = await aClient(saying(200, pageOnWire([])));
  for (const call of Object.values(LISTS)) await call(api);
  expect(paths()).toHaveLength(Object.keys(LISTS).length);
  for (const path of paths()) expect(path).toMatch(/[?&]per_page=50(?:&|$)/);
});

it('a `links.next` that has lost the query is not followed: pages are asked for by number', async () => {
  const { api, paths } = await aClient((response, { url = '' }) => {
    const page = url.includes('page=2') ? 2 : 1;
    const next = 'https://elsewhere.example/api/players?page=2';
    says(response, 200, { ...pageOnWire([aPlayerOnWire(page)], page, 2), links: { next } });
  });
  const pages = pagesOf((paging) => api.players({ name: 'ana', ...paging }));
  let read = 0;
  for await (const page of pages) read += page.length;
  expect(read).toBe(2);
  expect(paths()).toEqual([
    '/api/players?name=ana&per_page=50',
    '/api/players?name=ana&page=2&per_page=50',
  ]);
});
