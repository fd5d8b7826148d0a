import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';
import { aFolder } from '../../folder.ts';
import { aService, PRO, SATURDAY } from '../service.ts';

const get = (service: PadelService, url: string) => service.inject({ url, headers: PRO });

describe('a deleted record', () => {
  it('is not found over the API and counts nowhere, even if it is a match that was played', async () => {
    const world = openSharedWorld(1, dayOf('2026-11-21'));
    const opening = world.openingMoment();
    const exhibition = world
      .recordsUntil(opening)
      .matches.findLast(({ closed, deleted }) => deleted !== null && closed < deleted);
    const [player] = exhibition?.teams.team_1 ?? [];
    if (!exhibition || !player) throw new Error('No exhibition was played');
    const { closed, deleted } = exhibition;
    const stateFile = join(aFolder(), 'state.json');
    const clock = { real: SATURDAY, world: closed, speed: 0 };
    await writeFile(
      stateFile,
      JSON.stringify({ version: 1, seed: 1, anchor: '2026-11-21', clock }),
    );
    const service = await aService({ stateFile });
    const met = async (): Promise<string[]> => {
      const team = (name: 'team_1' | 'team_2') => exhibition.teams[name]?.map(({ id }) => id);
      const answer = await service.inject({
        method: 'POST',
        url: '/api/matches/head2head?per_page=50',
        headers: PRO,
        payload: { team_1: team('team_1'), team_2: team('team_2') },
      });
      const page = z.object({ data: z.array(z.object({ self: z.string() })) });
      return page.parse(answer.json()).data.map(({ self }) => self);
    };
    const playedBy = async (): Promise<number> => {
      const answer = await get(service, `/api/players/${player.id}/stats`);
      return answer.json<{ matches_played: number }>().matches_played;
    };

    const self = `/api/matches/${exhibition.id}`;
    const before = await playedBy();
    expect((await get(service, self)).json()).toMatchObject({ status: 'finished' });
    expect(await met()).toContain(self);

    await service.steer({ advance: ((deleted ?? 0) - closed) / 1000 });
    expect((await get(service, self)).statusCode).toBe(404);
    expect(await met()).not.toContain(self);
    expect(await playedBy()).toBe(before - 1);
  });

  it('redirects to the first record, with matches and videos, if it is a merged tournament', async () => {
    const service = await aService();
    const merged = openSharedWorld(1, dayOf('2026-11-21'))
      .recordsUntil(Date.parse(service.getWorld().now))
      .tournaments.find(
        ({ withdrawn }) => withdrawn?.into !== undefined && withdrawn.into !== null,
      );
    for (const rest of ['matches', 'videos']) {
      const answer = await get(service, `/api/tournaments/${merged?.id ?? 0}/${rest}`);
      expect(answer.statusCode).toBe(302);
      const into = merged?.withdrawn?.into ?? 0;
      expect(answer.headers.location).toBe(`/api/tournaments/${into}/${rest}`);
    }
  });
});
