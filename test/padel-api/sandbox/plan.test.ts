import { describe, expect, it, onTestFinished } from 'vitest';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotInPlan } from '#src/padel-api/errors.ts';
import { PROFILES } from '#sandbox/padel-service/world/profile.ts';
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

interface Maskable {
  readonly value: { readonly withheld: readonly string[] };
}

type Masked = readonly [what: string, call: (api: PadelApi, scene: Scene) => Promise<Maskable>];

const MASKED: readonly Masked[] = [
  ['a player', (api) => api.player(1)],
  ['a match', (api, { final }) => api.match(final)],
  ['a pair', (api, { pair }) => api.pair(pair)],
];

/** What the small plan of the public service lacks, and the specification's masks. */
const MASKED_BY_SPECIFICATION: typeof MASKED = [
  ['a simulation', (api, { teams }) => api.simulate(teams)],
  ['the statistics of a player', (api) => api.playerStats(1)],
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
    'masks values of %s, which are listed',
    async (_what, call) => {
      const { value } = await call(anApi({ token: 'sandbox-free' }), scene());
      expect(value.withheld).not.toEqual([]);
    },
  );

  it('masks the URLs of videos, which are read as null', async () => {
    const { major } = scene();
    const { value } = await anApi({ token: 'sandbox-free' }).tournamentVideos(major);
    expect(value.items.length).toBeGreaterThan(0);
    expect(value.items.every(({ url }) => url === null)).toBe(true);
  });
});
