import { z } from 'zod';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { mergedRecord } from '../world/merged-record.ts';
import { matchShape, pageShape, PRO, tournamentShape } from '../service.ts';

/**
 * The values that the rows of the table use, by name: finals by level, matches in every state, and
 * the four players of a major's final, the winners first.
 */
export type Scene = Readonly<Record<string, string | number>>;

const LEVELS = [
  'major',
  'p1',
  'p2',
  'finals',
  'fip_platinum',
  'fip_gold',
  'fip_other',
  'wpt_master',
  'wpt_1000',
  'wpt_500',
  'wpt_final',
] as const;

/** Finds matches and players of every kind in a world, over its API. */
export const sceneOf = async (service: PadelService): Promise<Scene> => {
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T> =>
    schema.parse((await service.inject({ url: `/api${path}`, headers: PRO })).json());

  const matches = pageShape(matchShape);
  const tournaments = pageShape(tournamentShape);

  const finalOf = async (level: string) => {
    const { data } = await read(`/tournaments?level=${level}&per_page=50`, tournaments);
    for (const { id, status } of data) {
      if (status !== 'finished') continue;
      const finals = await read(`/tournaments/${id}/matches?round=1`, matches);
      const final = finals.data.find((match) => match.status === 'finished');
      if (final) return final;
    }
    throw new Error(`No final of the level ${level}`);
  };
  const finals = await Promise.all(LEVELS.map(finalOf));
  const [major] = finals;
  if (!major) throw new Error('No final of a major');

  const live = await read('/live', z.object({ data: z.array(z.object({ id: z.int() })) }));
  const current = await read(`/matches/${live.data[0]?.id ?? 0}`, matchShape);
  const tournament = Number(current.connections.split('/').at(-1));
  const days = await read(
    `/matches?after_date=2026-11-21&sort_by=played_at&order_by=desc&per_page=50`,
    matches,
  );
  const scheduled = days.data.find(({ status }) => status === 'scheduled');
  const isSecond = major.winner === 'team_2';
  const [one, two] = isSecond ? major.players.team_2 : major.players.team_1;
  const [three, four] = isSecond ? major.players.team_1 : major.players.team_2;

  return {
    ...Object.fromEntries(LEVELS.map((level, index) => [level, finals[index]?.id ?? 0])),
    final: major.id,
    day: major.played_at ?? '',
    court: encodeURIComponent(major.court),
    tournament,
    past: Number(major.connections.split('/').at(-1)),
    live: current.id,
    scheduled: scheduled?.id ?? 0,
    season: 1,
    merged: (await mergedRecord(service, 'players')).id,
    mergedTournament: (await mergedRecord(service, 'tournaments')).id,
    one: one?.id ?? 0,
    two: two?.id ?? 0,
    three: three?.id ?? 0,
    four: four?.id ?? 0,
  };
};
