import { describe, expect, it } from 'vitest';
import type { CachedResponse } from '#src/padel-api/request/cache.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotFound, RequestRefused, TokenRefused } from '#src/padel-api/errors.ts';
import { PROFILES } from '#sandbox/padel-service/world/profile.ts';
import { careerOf, matchStatsOf, pointsOf } from './raw-figures.ts';
import { matchOf, pairOf, playerOf, rawOf, simulationOf, tournamentOf, type Raw } from './raw.ts';
import { useSandbox, type Scene } from './scene.ts';

type Case = readonly [
  what: string,
  of: (raw: Raw) => object,
  request: (scene: Scene) => readonly [path: string, body?: object],
  call: (api: PadelApi, scene: Scene) => Promise<CachedResponse<unknown>>,
];

const CASES: readonly Case[] = [
  [
    'finished match',
    matchOf,
    ({ final }) => [`/matches/${final}`],
    (api, { final }) => api.match(final),
  ],
  [
    'match in play',
    matchOf,
    ({ live }) => [`/matches/${live}`],
    (api, { live }) => api.match(live),
  ],
  [
    'match’s statistics',
    matchStatsOf,
    ({ final }) => [`/matches/${final}/stats`],
    (api, { final }) => api.matchStats(final),
  ],
  [
    'match’s points',
    pointsOf,
    ({ live }) => [`/matches/${live}/live`],
    (api, { live }) => api.matchLive(live),
  ],
  [
    'finished match’s points',
    pointsOf,
    ({ final }) => [`/matches/${final}/live`],
    (api, { final }) => api.matchLive(final),
  ],
  ['player', playerOf, () => ['/players/1'], (api) => api.player(1)],
  ['player’s statistics', careerOf, () => ['/players/1/stats'], (api) => api.playerStats(1)],
  [
    'player’s statistics of a year’s finals',
    careerOf,
    () => ['/players/1/stats?after_date=2025-01-01&before_date=2025-12-31&round=1'],
    (api) => api.playerStats(1, { afterDate: '2025-01-01', beforeDate: '2025-12-31', round: 1 }),
  ],
  ['pair', pairOf, ({ pairPath }) => [`/pairs/${pairPath}`], (api, { pair }) => api.pair(pair)],
  [
    'pair’s statistics',
    careerOf,
    ({ pairPath }) => [`/pairs/${pairPath}/stats?round=1`],
    (api, { pair }) => api.pairStats(pair, { round: 1 }),
  ],
];

/** What the specification does not have. */
const OF_TODAY: readonly Case[] = [
  [
    'tournament',
    tournamentOf,
    ({ major }) => [`/tournaments/${major}`],
    (api, { major }) => api.tournament(major),
  ],
];

describe.each(PROFILES)('in the profile %s', (profile) => {
  const { service, scene, anApi } = useSandbox(profile);

  describe('one', () => {
    it.each([...CASES, ...(profile === 'today' ? OF_TODAY : [])])(
      '%s equals the raw response of the service',
      async (_what, of, request, call) => {
        const { value } = await call(anApi(), scene());
        expect(value).toEqual(of(await rawOf(service()).one(...request(scene()))));
      },
    );

    it('simulation equals the raw response, with chances that sum to 1', async () => {
      const { value } = await anApi().simulate(scene().teams);
      const expected = simulationOf(await rawOf(service()).one('/matches/simulate', scene().teams));
      expect(value.players).toEqual(expected.players);
      expect(value.chances?.team_1).toBeCloseTo(expected.chances?.team_1 ?? NaN);
      expect((value.chances?.team_1 ?? 0) + (value.chances?.team_2 ?? 0)).toBeCloseTo(1);
    });
  });

  describe('a pair', () => {
    it('is the same in either order of its players', async () => {
      const [one, two] = scene().pair;
      const [straight, turned] = [await anApi().pair([one, two]), await anApi().pair([two, one])];
      expect(turned.value).toEqual(straight.value);
    });

    it('of two players who never played together is not found', async () => {
      await expect(anApi().pair([1, 400])).rejects.toBeInstanceOf(NotFound);
      await expect(anApi().pairStats([1, 400])).rejects.toBeInstanceOf(NotFound);
    });
  });

  describe('a refused request', () => {
    it.each<[string, (api: PadelApi) => Promise<unknown>, typeof NotFound | typeof RequestRefused]>(
      [
        ['for a match that does not exist', (api) => api.match(999_999_999), NotFound],
        ['for a player who does not exist', (api) => api.player(999_999), NotFound],
        [
          'with three players in a team',
          (api) => api.simulate({ team_1: [1, 2, 3], team_2: [4] }),
          RequestRefused,
        ],
        [
          'with the name of a country instead of its code',
          (api) => api.tournaments({ country: 'Spain' }),
          RequestRefused,
        ],
        ['with a date in words', (api) => api.matches({ afterDate: 'soon' }), RequestRefused],
      ],
    )('%s throws its own error', async (_reason, call, meaning) => {
      await expect(call(anApi())).rejects.toBeInstanceOf(meaning);
    });

    it('with a revoked token throws TokenRefused', async () => {
      await expect(anApi({ token: 'revoked' }).player(1)).rejects.toBeInstanceOf(TokenRefused);
    });
  });
});
