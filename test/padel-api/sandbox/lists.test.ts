import { describe, expect, it } from 'vitest';
import type { CachedResponse } from '#src/padel-api/request/cache.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import type { Page } from '#src/padel-api/wire/envelope.ts';
import { PROFILES } from '#sandbox/padel-service/world/profile.ts';
import { pointsOf } from './raw-figures.ts';
import {
  editionOf,
  matchOf,
  pairOf,
  playerOf,
  rankingEntryOf,
  rawOf,
  seasonOf,
  tournamentOf,
  videoOf,
  type Raw,
} from './raw.ts';
import { useSandbox, type Scene } from './scene.ts';

interface Case {
  readonly call: (api: PadelApi, scene: Scene) => Promise<CachedResponse<Page<unknown>>>;
  readonly path: (scene: Scene) => string;
  readonly body?: (scene: Scene) => object;
  readonly of: (raw: Raw) => object;
}

const CASES: readonly [string, Case][] = [
  [
    'of matches',
    {
      call: (api) =>
        api.matches({
          afterDate: '2025-02-01',
          beforeDate: '2025-03-31',
          round: 2,
          category: 'women',
          sortBy: 'played_at',
          orderBy: 'desc',
          page: 2,
          perPage: 3,
        }),
      path: () =>
        '/matches?after_date=2025-02-01&before_date=2025-03-31&round=2&category=women' +
        '&sort_by=played_at&order_by=desc&page=2&per_page=3',
      of: matchOf,
    },
  ],
  [
    'of upcoming matches',
    {
      call: (api) => api.matches({ afterDate: '2026-11-21', perPage: 50 }),
      path: () => '/matches?after_date=2026-11-21&per_page=50',
      of: matchOf,
    },
  ],
  [
    'of earlier matches of the same teams',
    {
      call: (api, { rematch }) => api.matchHead2Head(rematch, { perPage: 4 }),
      path: ({ rematch, headToHead }) => `/matches/${rematch}/${headToHead}?per_page=4`,
      of: matchOf,
    },
  ],
  [
    'of the meetings of two teams',
    {
      call: (api, { teams }) => api.head2Head(teams, { perPage: 2 }),
      path: ({ headToHead }) => `/matches/${headToHead}?per_page=2`,
      body: ({ teams }) => teams,
      of: matchOf,
    },
  ],
  [
    'of the meetings of two players',
    {
      call: (api, { teams: { team_1, team_2 } }) =>
        api.head2Head({ team_1: [team_1[1]], team_2: [team_2[1]] }),
      path: ({ headToHead }) => `/matches/${headToHead}`,
      body: ({ teams: { team_1, team_2 } }) => ({ team_1: [team_1[1]], team_2: [team_2[1]] }),
      of: matchOf,
    },
  ],
  [
    'of live matches',
    { call: (api) => api.live({ perPage: 2 }), path: () => '/live?per_page=2', of: pointsOf },
  ],
  [
    'of players',
    {
      call: (api) =>
        api.players({
          nationality: 'ES',
          category: 'women',
          sortBy: 'points',
          orderBy: 'desc',
          perPage: 50,
        }),
      path: () => '/players?nationality=ES&category=women&sort_by=points&order_by=desc&per_page=50',
      of: playerOf,
    },
  ],
  [
    'of players by surname',
    {
      call: (api, { surnames }) => api.players({ name: surnames, sortBy: 'birthdate' }),
      path: ({ surnames }) => `/players?name=${encodeURIComponent(surnames)}&sort_by=birthdate`,
      of: playerOf,
    },
  ],
  [
    'of the matches of a pair',
    {
      call: (api, { pair }) => api.pairMatches(pair, { sortBy: 'round', orderBy: 'asc' }),
      path: ({ pairPath }) => `/pairs/${pairPath}/matches?sort_by=round&order_by=asc`,
      of: matchOf,
    },
  ],
  [
    'of tournaments',
    {
      call: (api) =>
        api.tournaments({ level: 'p1', country: 'ES', sortBy: 'end_date', orderBy: 'asc' }),
      path: () => '/tournaments?level=p1&country=ES&sort_by=end_date&order_by=asc',
      of: tournamentOf,
    },
  ],
  [
    'of the matches of a tournament',
    {
      call: (api, { major, day }) =>
        api.tournamentMatches(major, { playedAt: day, round: 1, category: 'men' }),
      path: ({ major, day }) =>
        `/tournaments/${major}/matches?played_at=${day}&round=1&category=men`,
      of: matchOf,
    },
  ],
  [
    'of the videos of a tournament',
    {
      call: (api, { major }) => api.tournamentVideos(major, { perPage: 5 }),
      path: ({ major }) => `/tournaments/${major}/videos?per_page=5`,
      of: videoOf,
    },
  ],
  ['of seasons', { call: (api) => api.seasons(), path: () => '/seasons', of: seasonOf }],
  [
    'of the tournaments of a season',
    {
      call: (api) => api.seasonTournaments(3, { page: 2, perPage: 10 }),
      path: () => '/seasons/3/tournaments?page=2&per_page=10',
      of: tournamentOf,
    },
  ],
];

/** Lists that the specification does not have. */
const OF_TODAY: readonly [string, Case][] = [
  [
    'of a ranking',
    {
      call: (api) => api.rankings({ type: 'race', category: 'women', nationality: 'ES' }),
      path: () => '/rankings?type=race&category=women&nationality=ES',
      of: rankingEntryOf,
    },
  ],
  [
    'of the players who moved most',
    {
      call: (api) =>
        api.rankings({
          type: 'official',
          category: 'men',
          sortBy: 'ranking_diff',
          orderBy: 'desc',
          perPage: 50,
        }),
      path: () =>
        '/rankings?type=official&category=men&sort_by=ranking_diff&order_by=desc&per_page=50',
      of: rankingEntryOf,
    },
  ],
  [
    'of the places of a player over time',
    {
      call: (api) => api.playerRankings(1, { type: 'official', afterDate: '2026-09-01' }),
      path: () => '/players/1/rankings?type=official&after_date=2026-09-01',
      of: rankingEntryOf,
    },
  ],
  [
    'of the matches of a player',
    {
      call: (api) => api.playerMatches(1, { sortBy: 'round', orderBy: 'asc' }),
      path: () => '/players/1/matches?sort_by=round&order_by=asc',
      of: matchOf,
    },
  ],
  [
    'of the pairs of a player',
    { call: (api) => api.playerPairs(1), path: () => '/players/1/pairs', of: pairOf },
  ],
  [
    'of the other years of a tournament',
    {
      call: (api) => api.tournamentEditions(261),
      path: () => '/tournaments/261/editions',
      of: editionOf,
    },
  ],
  [
    'of the matches of all draws by their worth',
    {
      call: (api) =>
        api.matches({
          afterDate: '2026-11-20',
          draw: 'all',
          sortBy: 'watchability',
          orderBy: 'desc',
        }),
      path: () => '/matches?after_date=2026-11-20&draw=all&sort_by=watchability&order_by=desc',
      of: matchOf,
    },
  ],
  [
    'of players by rating',
    {
      call: (api) => api.players({ sortBy: 'elo', orderBy: 'desc' }),
      path: () => '/players?sort_by=elo&order_by=desc',
      of: playerOf,
    },
  ],
];

describe.each(PROFILES)('a list of the profile %s', (profile) => {
  const { service, scene, anApi } = useSandbox(profile);

  it.each([...CASES, ...(profile === 'today' ? OF_TODAY : [])])(
    '%s equals the raw response of the service',
    async (_what, { call, path, body, of }) => {
      const { value: page, readAt } = await call(anApi(), scene());
      const raw = await rawOf(service()).page(path(scene()), body?.(scene()));
      expect(raw.data.length).toBeGreaterThan(0);
      expect(page.items).toEqual(raw.data.map(of));
      expect(page).toMatchObject({ total: raw.meta.total, unreadable: 0 });
      expect(readAt).toBeLessThanOrEqual(Date.now());
    },
  );
});
