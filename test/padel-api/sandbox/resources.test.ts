import { describe, expect, it } from 'vitest';
import type { CachedResponse } from '#src/padel-api/request/cache.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotFound, RequestRefused, TokenRefused } from '#src/padel-api/errors.ts';
import {
  careerOf,
  matchOf,
  matchStatsOf,
  pairOf,
  playerOf,
  pointsOf,
  rawOf,
  simulationOf,
  type Raw,
} from './raw.ts';
import { useSandbox, type Scene } from './scene.ts';

const { service, scene, anApi } = useSandbox();

describe('one', () => {
  interface Question {
    readonly ask: (api: PadelApi, scene: Scene) => Promise<CachedResponse<unknown>>;
    readonly path: (scene: Scene) => string;
    readonly body?: (scene: Scene) => object;
    readonly of: (raw: Raw) => object;
  }

  const QUESTIONS: readonly [string, Question][] = [
    [
      'match that is over',
      {
        ask: (api, { final }) => api.match(final),
        path: ({ final }) => `/matches/${final}`,
        of: matchOf,
      },
    ],
    [
      'match that is on',
      {
        ask: (api, { live }) => api.match(live),
        path: ({ live }) => `/matches/${live}`,
        of: matchOf,
      },
    ],
    [
      'match’s statistics',
      {
        ask: (api, { final }) => api.matchStats(final),
        path: ({ final }) => `/matches/${final}/stats`,
        of: matchStatsOf,
      },
    ],
    [
      'match’s points',
      {
        ask: (api, { live }) => api.matchLive(live),
        path: ({ live }) => `/matches/${live}/live`,
        of: pointsOf,
      },
    ],
    [
      'finished match’s points',
      {
        ask: (api, { final }) => api.matchLive(final),
        path: ({ final }) => `/matches/${final}/live`,
        of: pointsOf,
      },
    ],
    ['player', { ask: (api) => api.player(1), path: () => '/players/1', of: playerOf }],
    [
      'player’s statistics',
      { ask: (api) => api.playerStats(1), path: () => '/players/1/stats', of: careerOf },
    ],
    [
      'player’s statistics of a year’s finals',
      {
        ask: (api) =>
          api.playerStats(1, { afterDate: '2025-01-01', beforeDate: '2025-12-31', round: 1 }),
        path: () => '/players/1/stats?after_date=2025-01-01&before_date=2025-12-31&round=1',
        of: careerOf,
      },
    ],
    [
      'pair',
      {
        ask: (api, { pair }) => api.pair(pair),
        path: ({ pairPath }) => `/pairs/${pairPath}`,
        of: pairOf,
      },
    ],
    [
      'pair’s statistics',
      {
        ask: (api, { pair }) => api.pairStats(pair, { round: 1 }),
        path: ({ pairPath }) => `/pairs/${pairPath}/stats?round=1`,
        of: careerOf,
      },
    ],
  ];

  it.each(QUESTIONS)('%s is what the service answers', async (_what, { ask, path, body, of }) => {
    const { value } = await ask(anApi(), scene());
    expect(value).toEqual(of(await rawOf(service()).one(path(scene()), body?.(scene()))));
  });

  it('simulation is what the service answers, as chances of one', async () => {
    const { value } = await anApi().simulate(scene().teams);
    const expected = simulationOf(await rawOf(service()).one('/matches/simulate', scene().teams));
    expect(value.players).toEqual(expected.players);
    expect(value.chances?.team_1).toBeCloseTo(expected.chances.team_1);
    expect((value.chances?.team_1 ?? 0) + (value.chances?.team_2 ?? 0)).toBeCloseTo(1);
  });
});

describe('a pair', () => {
  it('is the same, whichever of the two is named first', async () => {
    const [one, two] = scene().pair;
    const [straight, turned] = [await anApi().pair([one, two]), await anApi().pair([two, one])];
    expect(turned.value).toEqual(straight.value);
  });

  it('of two who never played together is not found', async () => {
    await expect(anApi().pair([1, 400])).rejects.toBeInstanceOf(NotFound);
    await expect(anApi().pairStats([1, 400])).rejects.toBeInstanceOf(NotFound);
  });
});

describe('a refusal', () => {
  it.each<[string, (api: PadelApi) => Promise<unknown>, typeof NotFound | typeof RequestRefused]>([
    ['of a match that is not there', (api) => api.match(999_999_999), NotFound],
    ['of a player who is not there', (api) => api.player(999_999), NotFound],
    ['of a page too long', (api) => api.players({ perPage: 51 }), RequestRefused],
    ['of a year out of range', (api) => api.seasons({ year: 2019 }), RequestRefused],
    [
      'of three players in a team',
      (api) => api.simulate({ team_1: [1, 2, 3], team_2: [4] }),
      RequestRefused,
    ],
    ['of a country in full', (api) => api.tournaments({ country: 'Spain' }), RequestRefused],
    ['of a date in other words', (api) => api.matches({ afterDate: 'soon' }), RequestRefused],
  ])('%s is told as what it is', async (_reason, ask, meaning) => {
    await expect(ask(anApi())).rejects.toBeInstanceOf(meaning);
  });

  it('of a token is told as such', async () => {
    await expect(anApi({ token: 'revoked' }).player(1)).rejects.toBeInstanceOf(TokenRefused);
  });
});
