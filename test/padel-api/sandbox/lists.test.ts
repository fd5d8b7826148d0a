import { describe, expect, it } from 'vitest';
import type { CachedResponse } from '#src/padel-api/request/cache.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import type { Page } from '#src/padel-api/wire/envelope.ts';
import {
  matchOf,
  playerOf,
  pointsOf,
  rawOf,
  seasonOf,
  tournamentOf,
  videoOf,
  type Raw,
} from './raw.ts';
import { useSandbox, type Scene } from './scene.ts';

const { service, scene, anApi } = useSandbox();

describe('a list', () => {
  interface Question {
    readonly ask: (api: PadelApi, scene: Scene) => Promise<CachedResponse<Page<unknown>>>;
    readonly path: (scene: Scene) => string;
    readonly body?: (scene: Scene) => object;
    readonly of: (raw: Raw) => object;
  }

  const QUESTIONS: readonly [string, Question][] = [
    [
      'of matches',
      {
        ask: (api) =>
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
      'of matches on a court',
      {
        ask: (api, { court }) => api.matches({ court, sortBy: 'round', orderBy: 'asc' }),
        path: ({ court }) =>
          `/matches?court=${encodeURIComponent(court)}&sort_by=round&order_by=asc`,
        of: matchOf,
      },
    ],
    [
      'of matches to come',
      {
        ask: (api) => api.matches({ afterDate: '2026-11-21', perPage: 50 }),
        path: () => '/matches?after_date=2026-11-21&per_page=50',
        of: matchOf,
      },
    ],
    [
      'of earlier matches of the same teams',
      {
        ask: (api, { rematch }) => api.matchHead2Head(rematch, { perPage: 4 }),
        path: ({ rematch }) => `/matches/${rematch}/head2head?per_page=4`,
        of: matchOf,
      },
    ],
    [
      'of the meetings of two teams',
      {
        ask: (api, { teams }) => api.head2Head(teams, { perPage: 2 }),
        path: () => '/matches/head2head?per_page=2',
        body: ({ teams }) => teams,
        of: matchOf,
      },
    ],
    [
      'of the meetings of two players',
      {
        ask: (api, { teams: { team_1, team_2 } }) =>
          api.head2Head({ team_1: [team_1[1]], team_2: [team_2[1]] }),
        path: () => '/matches/head2head',
        body: ({ teams: { team_1, team_2 } }) => ({ team_1: [team_1[1]], team_2: [team_2[1]] }),
        of: matchOf,
      },
    ],
    [
      'of live matches',
      { ask: (api) => api.live({ perPage: 2 }), path: () => '/live?per_page=2', of: pointsOf },
    ],
    [
      'of players',
      {
        ask: (api) =>
          api.players({
            nationality: 'ES',
            category: 'women',
            side: 'backhand',
            sortBy: 'points',
            orderBy: 'desc',
            perPage: 50,
          }),
        path: () =>
          '/players?nationality=ES&category=women&side=backhand&sort_by=points&order_by=desc&per_page=50',
        of: playerOf,
      },
    ],
    [
      'of players of some names',
      {
        ask: (api, { surnames }) => api.players({ name: surnames, sortBy: 'birthdate' }),
        path: ({ surnames }) => `/players?name=${encodeURIComponent(surnames)}&sort_by=birthdate`,
        of: playerOf,
      },
    ],
    [
      'of players of one place',
      {
        ask: (api) => api.players({ birthplace: 'Madrid', sortBy: 'name', orderBy: 'desc' }),
        path: () => '/players?birthplace=Madrid&sort_by=name&order_by=desc',
        of: playerOf,
      },
    ],
    [
      'of the matches of a pair',
      {
        ask: (api, { pair, major }) =>
          api.pairMatches(pair, { tournamentId: major, sortBy: 'round', orderBy: 'asc' }),
        path: ({ pairPath, major }) =>
          `/pairs/${pairPath}/matches?tournament_id=${major}&sort_by=round&order_by=asc`,
        of: matchOf,
      },
    ],
    [
      'of tournaments',
      {
        ask: (api) =>
          api.tournaments({ level: 'p1', country: 'ES', sortBy: 'end_date', orderBy: 'asc' }),
        path: () => '/tournaments?level=p1&country=ES&sort_by=end_date&order_by=asc',
        of: tournamentOf,
      },
    ],
    [
      'of the matches of a tournament',
      {
        ask: (api, { major, day }) =>
          api.tournamentMatches(major, { playedAt: day, round: 1, category: 'men' }),
        path: ({ major, day }) =>
          `/tournaments/${major}/matches?played_at=${day}&round=1&category=men`,
        of: matchOf,
      },
    ],
    [
      'of the videos of a tournament',
      {
        ask: (api, { major }) => api.tournamentVideos(major, { perPage: 5 }),
        path: ({ major }) => `/tournaments/${major}/videos?per_page=5`,
        of: videoOf,
      },
    ],
    ['of seasons', { ask: (api) => api.seasons(), path: () => '/seasons', of: seasonOf }],
    [
      'of the season of a year',
      { ask: (api) => api.seasons({ year: 2025 }), path: () => '/seasons?year=2025', of: seasonOf },
    ],
    [
      'of the tournaments of a season',
      {
        ask: (api) => api.seasonTournaments(3, { page: 2, perPage: 10 }),
        path: () => '/seasons/3/tournaments?page=2&per_page=10',
        of: tournamentOf,
      },
    ],
  ];

  it.each(QUESTIONS)('%s is what the service answers', async (_what, { ask, path, body, of }) => {
    const { value: page, readAt } = await ask(anApi(), scene());
    const raw = await rawOf(service()).page(path(scene()), body?.(scene()));
    expect(raw.data.length).toBeGreaterThan(0);
    expect(page.items).toEqual(raw.data.map(of));
    expect(page).toMatchObject({ total: raw.meta.total, unreadable: 0 });
    expect(readAt).toBeLessThanOrEqual(Date.now());
  });
});
