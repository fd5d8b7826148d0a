import { z } from 'zod';
import type { PadelService } from '#src/sandbox/padel-service/index.ts';
import { pageShape, PRO } from './service.ts';

/** Ids that are looked at on either side of the number of players. */
const REACH = 15;

/** The id of a record that was merged into another one, and the id of that. */
export const mergedPlayer = async (
  service: PadelService,
): Promise<{ readonly id: number; readonly canonical: number }> => {
  const get = (path: string) => service.inject({ url: `/api${path}`, headers: PRO });
  const { total } = pageShape(z.unknown()).parse((await get('/players')).json()).meta;
  for (let id = total - REACH; id < total + REACH; id += 1) {
    const answer = await get(`/players/${id}`);
    const canonical = String(answer.headers.location).split('/').at(-1);
    if (answer.statusCode === 302) return { id, canonical: Number(canonical) };
  }
  throw new Error('No record of a player was merged');
};
