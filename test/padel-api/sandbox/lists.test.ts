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

type Case = readonly [
  what: string,
  of: (raw: Raw) => object,
  request: (scene: Scene) => readonly [path: string, body?: object],
  call: (api: PadelApi, scene: Scene) => Promise<CachedResponse<Page<unknown>>>,
];

const secondsOf = ({ team_1, team_2 }: Scene['teams']) => ({
  team_1: [team_1[1]],
  team_2: [team_2[1]],
});

const CASES: readonly Case[] = [
  [
    'of matches',
    matchOf,
    () => [
      '/matches?after_date=2025-02-01&before_date=2025-03-31&round=2&category=women' +
        '&sort_by=played_at&order_by=desc&page=2&per_page=3',
    ],
    (api) =>
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
  ],
  [
    'of upcoming matches',
    matchOf,
    () => ['/matches?after_date=2026-11-21&per_page=50'],
    (api) => api.matches({ afterDate: '2026-11-21', perPage: 50 }),
  ],
  [
    'of earlier matches of the same teams',
    matchOf,
    ({ rematch, headToHead }) => [`/matches/${rematch}/${headToHead}?per_page=4`],
    (api, { rematch }) => api.matchHead2Head(rematch, { perPage: 4 }),
  ],
  [
    'of the meetings of two teams',
    matchOf,
    ({ headToHead, teams }) => [`/matches/${headToHead}?per_page=2`, teams],
    (api, { teams }) => api.head2Head(teams, { perPage: 2 }),
  ],
  [
    'of the meetings of two players',
    matchOf,
    ({ headToHead, teams }) => [`/matches/${headToHead}`, secondsOf(teams)],
    (api, { teams }) => api.head2Head(secondsOf(teams)),
  ],
  ['of live matches', pointsOf, () => ['/live?per_page=2'], (api) => api.live({ perPage: 2 })],
  [
    'of players',
    playerOf,
    () => ['/players?nationality=ES&category=women&sort_by=points&order_by=desc&per_page=50'],
    (api) =>
      api.players({
        nationality: 'ES',
        category: 'women',
        sortBy: 'points',
        orderBy: 'desc',
        perPage: 50,
      }),
  ],
  [
    'of players by surname',
    playerOf,
    ({ surnames }) => [`/players?name=${encodeURIComponent(surnames)}&sort_by=birthdate`],
    (api, { surnames }) => api.players({ name: surnames, sortBy: 'birthdate' }),
  ],
  [
    'of the matches of a pair',
    matchOf,
    ({ pairPath }) => [`/pairs/${pairPath}/matches?sort_by=round&order_by=asc`],
    (api, { pair }) => api.pairMatches(pair, { sortBy: 'round', orderBy: 'asc' }),
  ],
  [
    'of tournaments',
    tournamentOf,
    () => ['/tournaments?level=p1&country=ES&sort_by=end_date&order_by=asc'],
    (api) => api.tournaments({ level: 'p1', country: 'ES', sortBy: 'end_date', orderBy: 'asc' }),
  ],
  [
    'of the matches of a tournament',
    matchOf,
    ({ major, day }) => [`/tournaments/${major}/matches?played_at=${day}&round=1&category=men`],
    (api, { major, day }) =>
      api.tournamentMatches(major, { playedAt: day, round: 1, category: 'men' }),
  ],
  [
    'of the videos of a tournament',
    videoOf,
    ({ major }) => [`/tournaments/${major}/videos?per_page=5`],
    (api, { major }) => api.tournamentVideos(major, { perPage: 5 }),
  ],
  ['of seasons', seasonOf, () => ['/seasons'], (api) => api.seasons()],
  [
    'of the tournaments of a season',
    tournamentOf,
    () => ['/seasons/3/tournaments?page=2&per_page=10'],
    (api) => api.seasonTournaments(3, { page: 2, perPage: 10 }),
  ],
];

/** Lists that the specification does not have. */
const OF_TODAY: readonly Case[] = [
  [
    'of a ranking',
    rankingEntryOf,
    () => ['/rankings?type=race&category=women&nationality=ES'],
    (api) => api.rankings({ type: 'race', category: 'women', nationality: 'ES' }),
  ],
  [
    'of the players who moved most',
    rankingEntryOf,
    () => ['/rankings?type=official&category=men&sort_by=ranking_diff&order_by=desc&per_page=50'],
    (api) =>
      api.rankings({
        type: 'official',
        category: 'men',
        sortBy: 'ranking_diff',
        orderBy: 'desc',
        perPage: 50,
      }),
  ],
  [
    'of the places of a player over time',
    rankingEntryOf,
    () => ['/players/1/rankings?type=official&after_date=2026-09-01'],
    (api) => api.playerRankings(1, { type: 'official', afterDate: '2026-09-01' }),
  ],
  [
    'of the matches of a player',
    matchOf,
    () => ['/players/1/matches?sort_by=round&order_by=asc'],
    (api) => api.playerMatches(1, { sortBy: 'round', orderBy: 'asc' }),
  ],
  ['of the pairs of a player', pairOf, () => ['/players/1/pairs'], (api) => api.playerPairs(1)],
  [
    'of the other years of a tournament',
    editionOf,
    () => ['/tournaments/261/editions'],
    (api) => api.tournamentEditions(261),
  ],
  [
    'of the matches of all draws by their worth',
    matchOf,
    () => ['/matches?after_date=2026-11-20&draw=all&sort_by=watchability&order_by=desc'],
    (api) =>
      api.matches({
        afterDate: '2026-11-20',
        draw: 'all',
        sortBy: 'watchability',
        orderBy: 'desc',
      }),
  ],
  [
    'of players by rating',
    playerOf,
    () => ['/players?sort_by=elo&order_by=desc'],
    (api) => api.players({ sortBy: 'elo', orderBy: 'desc' }),
  ],
];

describe.each(PROFILES)('a list of the profile %s', (profile) => {
  const { service, scene, anApi } = useSandbox(profile);

  it.each([...CASES, ...(profile === 'today' ? OF_TODAY : [])])(
    '%s equals the raw response of the service',
    async (_what, of, request, call) => {
      const { value: page, readAt } = await call(anApi(), scene());
      const raw = await rawOf(service()).page(...request(scene()));
      expect(raw.data.length).toBeGreaterThan(0);
      expect(page.items).toEqual(raw.data.map(of));
      expect(page).toMatchObject({ total: raw.meta.total, unreadable: 0 });
      expect(readAt).toBeLessThanOrEqual(Date.now());
    },
  );
});
