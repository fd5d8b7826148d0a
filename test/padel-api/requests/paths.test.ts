import { expect, it } from 'vitest';
import type { PadelApi } from '#src/padel-api/client.ts';
import { aClient, EVERY_METHOD } from '../clients.ts';
import { saying } from '../service.ts';

/** The first request of a call. */
const requestOf = async (call: (api: PadelApi) => Promise<unknown>) => {
  const { api, service } = await aClient(saying(404, {}));
  await call(api).catch(() => undefined);
  const [first] = service.received;
  return `${first?.method} ${first?.path.replace('/api', '')} ${first?.body}`.trim();
};

const REQUESTS: Readonly<Record<string, string>> = {
  matches: 'GET /matches?page=2',
  match: 'GET /matches/1',
  matchStats: 'GET /matches/1/stats',
  matchLive: 'GET /matches/1/live',
  matchHead2Head: 'GET /matches/1/headtohead',
  head2Head: 'POST /matches/headtohead {"team_1":[1,2],"team_2":[3,4]}',
  simulate: 'POST /matches/simulate {"team_1":[1],"team_2":[3]}',
  live: 'GET /live',
  players: 'GET /players?name=ana',
  player: 'GET /players/1',
  playerStats: 'GET /players/1/stats?round=1',
  playerMatches: 'GET /players/1/matches?order_by=desc',
  playerPairs: 'GET /players/1/pairs',
  playerRankings: 'GET /players/1/rankings?type=official',
  pair: 'GET /pairs/1-2',
  pairMatches: 'GET /pairs/1-2/matches',
  pairStats: 'GET /pairs/1-2/stats',
  rankings: 'GET /rankings?type=official&category=men',
  tournament: 'GET /tournaments/1',
  tournaments: 'GET /tournaments',
  tournamentEditions: 'GET /tournaments/1/editions',
  tournamentMatches: 'GET /tournaments/1/matches',
  tournamentVideos: 'GET /tournaments/1/videos',
  seasons: 'GET /seasons',
  seasonTournaments: 'GET /seasons/1/tournaments',
  createWebhook: 'POST /webhooks {"url":"https://a.example","events":[]}',
  webhooks: 'GET /webhooks',
  updateWebhook: 'PATCH /webhooks/1 {"events":[]}',
  deleteWebhook: 'DELETE /webhooks/1',
};

it.each(Object.entries(EVERY_METHOD))('%s has its own path and method', async (name, call) => {
  expect(await requestOf(call)).toBe(REQUESTS[name]);
});

it.each<[string, (api: PadelApi) => Promise<unknown>]>([
  [
    '/matches?after_date=2025-02-01&before_date=2025-03-31&sort_by=played_at&page=2&per_page=3&draw=all&updated_after=2025-03-01T00%3A00%3A00Z',
    (api) =>
      api.matches({
        ...{ afterDate: '2025-02-01', beforeDate: '2025-03-31', sortBy: 'played_at' },
        ...{ page: 2, perPage: 3, draw: 'all', updatedAfter: '2025-03-01T00:00:00Z' },
      }),
  ],
  [
    '/tournaments/3/matches?played_at=2026-06-07&round=1',
    (api) => api.tournamentMatches(3, { playedAt: '2026-06-07', round: 1 }),
  ],
  [
    '/pairs/7-12/stats?after_date=2025-01-01&round=1',
    (api) => api.pairStats([12, 7], { afterDate: '2025-01-01', round: 1 }),
  ],
  [
    '/players?name=Vega%2CLamas&sort_by=birthdate',
    (api) => api.players({ name: 'Vega,Lamas', sortBy: 'birthdate' }),
  ],
])('options are sent as the specification names them: %s', async (path, call) => {
  expect(await requestOf(call)).toBe(`GET ${path}`);
});
