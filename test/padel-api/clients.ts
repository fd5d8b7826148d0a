import { onTestFinished } from 'vitest';
import type { Merge } from '#src/domain/match/match.ts';
import { createPadelApi, type PadelApi, type PadelApiOptions } from '#src/padel-api/client.ts';
import { aLog } from '../lib/log.ts';
import { aService, type Answering } from './service.ts';

/** A client of that service, on the test's clock. */
export const aClientOf = (options: Pick<PadelApiOptions, 'baseUrl'> & Partial<PadelApiOptions>) => {
  const merged: Merge[] = [];
  const log = aLog();
  let ahead = 0;
  const api = createPadelApi({
    token: 'token',
    now: () => Date.now() + ahead,
    monotonic: () => performance.now() + ahead,
    random: () => 0,
    limits: { perMinute: Infinity },
    onMerged: (merge) => merged.push(merge),
    log,
    ...options,
  });
  onTestFinished(api.close);
  return {
    api,
    merged,
    log,
    wait: (milliseconds: number): void => {
      ahead += milliseconds;
    },
  };
};

/** A client of a server with these responses, on the test's clock. */
export const aClient = async (answer: Answering, options: Partial<PadelApiOptions> = {}) => {
  const service = await aService(answer);
  const paths = () => service.received.map(({ path }) => path);
  return { ...aClientOf({ baseUrl: `${service.origin}/api`, ...options }), service, paths };
};

/** Every method of the client, with valid parameters. */
export const EVERY_METHOD: Readonly<Record<string, (api: PadelApi) => Promise<unknown>>> = {
  matches: (api) => api.matches({ page: 2 }),
  match: (api) => api.match(1),
  matchStats: (api) => api.matchStats(1),
  matchLive: (api) => api.matchLive(1),
  matchHead2Head: (api) => api.matchHead2Head(1),
  head2Head: (api) => api.head2Head({ team_1: [1, 2], team_2: [3, 4] }),
  simulate: (api) => api.simulate({ team_1: [1], team_2: [3] }),
  live: (api) => api.live(),
  players: (api) => api.players({ name: 'ana' }),
  player: (api) => api.player(1),
  playerStats: (api) => api.playerStats(1, { round: 1 }),
  playerMatches: (api) => api.playerMatches(1, { orderBy: 'desc' }),
  playerPairs: (api) => api.playerPairs(1),
  playerRankings: (api) => api.playerRankings(1, { type: 'official' }),
  pair: (api) => api.pair([2, 1]),
  pairMatches: (api) => api.pairMatches([1, 2]),
  pairStats: (api) => api.pairStats([1, 2]),
  rankings: (api) => api.rankings({ type: 'official', category: 'men' }),
  tournament: (api) => api.tournament(1),
  tournaments: (api) => api.tournaments({}),
  tournamentEditions: (api) => api.tournamentEditions(1),
  tournamentMatches: (api) => api.tournamentMatches(1),
  tournamentVideos: (api) => api.tournamentVideos(1),
  seasons: (api) => api.seasons(),
  seasonTournaments: (api) => api.seasonTournaments(1),
  createWebhook: (api) => api.createWebhook({ url: 'https://a.example', events: [] }),
  webhooks: (api) => api.webhooks(),
  updateWebhook: (api) => api.updateWebhook(1, { events: [] }),
  deleteWebhook: (api) => api.deleteWebhook(1),
};
