import { describe, expect, it, onTestFinished } from 'vitest';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotInPlan } from '#src/padel-api/errors.ts';
import { useSandbox } from './scene.ts';

const { service, scene, anApi } = useSandbox();

describe('a small plan', () => {
  it.each<[string, (api: PadelApi) => Promise<unknown>]>([
    ['live matches', (api) => api.live()],
    ['the points of a match', (api) => api.matchLive(scene().live)],
    ['the statistics of a match', (api) => api.matchStats(scene().final)],
    ['the statistics of a pair', (api) => api.pairStats(scene().pair)],
  ])('lacks %s, which are not requested again', async (_what, call) => {
    const api = anApi({ token: 'sandbox-free' });
    await expect(call(api)).rejects.toBeInstanceOf(NotInPlan);
    // A second request would get an error of another kind.
    await service().steer({ api: 'errors' });
    onTestFinished(async () => {
      await service().steer({ api: 'ok' });
    });
    await expect(call(api)).rejects.toBeInstanceOf(NotInPlan);
  });

  it('masks values, which are read as null and listed', async () => {
    const api = anApi({ token: 'sandbox-free' });
    const { value: player } = await api.player(1);
    expect(player).toMatchObject({ points: null, height: null, birthdate: null, age: null });
    expect(player.withheld).toEqual(expect.arrayContaining(['points', 'height', 'age']));
    expect(player.ranking).not.toBeNull();

    const { value: match } = await api.match(scene().final);
    expect(match).toMatchObject({ court: null, courtOrder: null, startedAt: null, duration: null });
    expect(match.withheld).toEqual(expect.arrayContaining(['court', 'started_time', 'duration']));
    expect(match.score).not.toBeNull();

    const { value: simulation } = await api.simulate(scene().teams);
    expect(simulation).toMatchObject({ chances: null, withheld: ['probability'] });
    expect(simulation.players.team_1[0]).toMatchObject({ points: null });

    const { value: pair } = await api.pair(scene().pair);
    expect(pair).toMatchObject({ points: null, players: [] });
    expect(pair.ids.toSorted()).toEqual(scene().pair.toSorted());
    expect(pair.withheld).toEqual(expect.arrayContaining(['points', 'players']));

    const { value: career } = await api.playerStats(1);
    expect(career).toMatchObject({ titles: null, bestRound: null });
    expect(career.matchesPlayed).toBeGreaterThan(0);
    expect(career.withheld).toEqual(expect.arrayContaining(['titles', 'best_round']));
  });

  it('masks the URLs of videos, which are read as null', async () => {
    const { value: page } = await anApi({ token: 'sandbox-free' }).tournamentVideos(scene().major);
    expect(page.items.length).toBeGreaterThan(0);
    expect(page.items.every(({ url }) => url === null)).toBe(true);
  });
});
