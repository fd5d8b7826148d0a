import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchStatsSchema } from '#sandbox/padel-service/api/resources/stats.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { matches } from '../followed-matches.ts';
import { FREE, liveShape, matchShape, pageShape, PRO, startStill } from '../service.ts';

describe('the statistics of a match over HTTP', () => {
  let service: PadelService;
  beforeAll(async () => {
    service = await startStill();
  });
  afterAll(() => service.stop());

  const get = (path: string, headers: Record<string, string> = PRO) =>
    service.inject({ url: `/api${path}`, headers });

  const liveMatch = async (): Promise<number> => {
    const { data } = pageShape(liveShape).parse((await get('/live')).json());
    const playing = data.find(({ sets }) => {
      const last = sets.at(-1);
      return last?.set_score === null && last.games.length > 3;
    });
    if (playing === undefined) throw new Error('Nothing is live');
    return playing.id;
  };

  it('count the sets that have started, and grow while the match is live', async () => {
    const id = await liveMatch();
    const path = `/matches/${id}/stats`;
    const before = matchStatsSchema.parse((await get(path)).json());
    expect(before).toMatchObject({
      id,
      self: `/api/matches/${id}/stats`,
      connections: { match: `/api/matches/${id}` },
    });
    const { score } = matchShape.parse((await get(`/matches/${id}`)).json());
    const sets = [before.set_1, before.set_2, before.set_3].filter((set) => set !== undefined);
    expect(sets.length).toBeGreaterThan(0);
    expect([sets.length, sets.length + 1]).toContain(score?.length);

    await service.steer({ advance: 1200 });
    const after = matchStatsSchema.parse((await get(path)).json());
    const games = ({ match }: typeof after) =>
      Number(match.service_games.team_1) + Number(match.service_games.team_2);
    expect(games(after)).toBeGreaterThan(games(before));
  });

  it('need the pro plan', async () => {
    expect((await get(`/matches/${await liveMatch()}/stats`, FREE)).statusCode).toBe(402);
  });

  it('are not found without points: not started, not covered, not played, unknown', async () => {
    const now = Date.parse(service.getWorld().now);
    const known = matches.filter(({ created }) => created <= now);
    const without = [
      known.find(({ started }) => started !== null && started > now),
      known.find(({ tournament }) => tournament.level === 'fip_gold'),
      known.find(({ outcome }) => outcome === 'walkover'),
      known.find(({ outcome }) => outcome === 'bye'),
      { id: 1 },
    ];
    for (const match of without) {
      expect((await get(`/matches/${match?.id ?? 'none'}/stats`)).statusCode).toBe(404);
    }
    expect((await get('/matches/x/stats')).statusCode).toBe(422);
  });
});
