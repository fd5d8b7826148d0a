import { describe, expect, it, onTestFinished } from 'vitest';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotInPlan } from '#src/padel-api/errors.ts';
import { PROFILES } from '#sandbox/padel-service/world/profile.ts';
import { FREE } from '../../../sandbox/test/padel-service/service.ts';
import { careerOf } from './raw-figures.ts';
import { matchOf, pairOf, playerOf, rawOf, simulationOf, videoOf, type Raw } from './raw.ts';
import { useSandbox, type Scene } from './scene.ts';

type Call = (api: PadelApi, scene: Scene) => Promise<unknown>;

const LACKING: readonly [string, Call][] = [
  ['live matches', (api) => api.live()],
  ['the points of a match', (api, { live }) => api.matchLive(live)],
  ['the statistics of a match', (api, { final }) => api.matchStats(final)],
  ['the statistics of a pair', (api, { pair }) => api.pairStats(pair)],
];

/** What the small plan of the public service lacks as well. */
const LACKING_TODAY: typeof LACKING = [
  ['the statistics of a player', (api) => api.playerStats(1)],
  ['simulations', (api, { teams }) => api.simulate(teams)],
  ['earlier matches of the same teams', (api, { final }) => api.matchHead2Head(final)],
  ['the meetings of two teams', (api, { teams }) => api.head2Head(teams)],
  ['the places of a player over time', (api) => api.playerRankings(1)],
];

type Masked = readonly [
  what: string,
  of: (raw: Raw) => { readonly withheld: readonly string[] },
  request: (scene: Scene) => readonly [path: string, body?: object],
  call: (api: PadelApi, scene: Scene) => Promise<{ readonly value: object }>,
];

const MASKED: readonly Masked[] = [
  ['a player', playerOf, () => ['/players/1'], (api) => api.player(1)],
  ['a match', matchOf, ({ final }) => [`/matches/${final}`], (api, { final }) => api.match(final)],
  ['a pair', pairOf, ({ pairPath }) => [`/pairs/${pairPath}`], (api, { pair }) => api.pair(pair)],
];

/** What the small plan of the public service lacks, and the specification's masks. */
const MASKED_BY_SPECIFICATION: typeof MASKED = [
  [
    'a simulation',
    simulationOf,
    ({ teams }) => ['/matches/simulate', teams],
    (api, { teams }) => api.simulate(teams),
  ],
  ['the statistics of a player', careerOf, () => ['/players/1/stats'], (api) => api.playerStats(1)],
];

describe.each(PROFILES)('a small plan of the profile %s', (profile) => {
  const { service, scene, anApi } = useSandbox(profile);
  const isToday = profile === 'today';

  it.each([...LACKING, ...(isToday ? LACKING_TODAY : [])])(
    'lacks %s, which are not requested again',
    async (_what, call) => {
      const api = anApi({ token: 'sandbox-free' });
      await expect(call(api, scene())).rejects.toBeInstanceOf(NotInPlan);
      // A second request would get an error of another kind.
      await service().steer({ api: 'errors' });
      onTestFinished(async () => {
        await service().steer({ api: 'ok' });
      });
      await expect(call(api, scene())).rejects.toBeInstanceOf(NotInPlan);
    },
  );

  it.each([...MASKED, ...(isToday ? [] : MASKED_BY_SPECIFICATION)])(
    'masks values of %s, which are read as null and listed',
    async (_what, of, request, call) => {
      const { value } = await call(anApi({ token: 'sandbox-free' }), scene());
      const raw = await rawOf(service(), FREE).one(...request(scene()));
      const expected = of(raw);
      expect(value).toEqual(expected);
      expect(expected.withheld).not.toEqual([]);
    },
  );

  it('masks the URLs of videos, which are read as null', async () => {
    const { major } = scene();
    const { value } = await anApi({ token: 'sandbox-free' }).tournamentVideos(major);
    const raw = await rawOf(service(), FREE).page(`/tournaments/${major}/videos`);
    expect(value.items).toEqual(raw.data.map(videoOf));
    expect(value.items.length).toBeGreaterThan(0);
    expect(value.items.every(({ url }) => url === null)).toBe(true);
  });
});
