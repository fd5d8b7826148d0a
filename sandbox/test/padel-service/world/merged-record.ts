import { z } from 'zod';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { PRO } from '../service.ts';

const lastOf = z.object({ data: z.tuple([z.object({ id: z.int() })]).rest(z.unknown()) });

/** What is asked of a record to learn that it was merged; tournaments have no address of their own. */
const BELOW = { players: '', tournaments: '/matches' } as const;

/** Ids that are looked at before the last one in the list, and after it: merged ones are in none. */
const BEFORE = 100;
const AFTER = 200;

/** The id of a record that was merged into another one, and the id of that. */
export const mergedRecord = async (
  service: PadelService,
  kind: 'players' | 'tournaments',
): Promise<{ readonly id: number; readonly canonical: number }> => {
  const get = (path: string) => service.inject({ url: `/api/${kind}${path}`, headers: PRO });
  const last = lastOf.parse((await get('?order_by=desc&per_page=1')).json()).data[0].id;
  for (let id = Math.max(1, last - BEFORE); id < last + AFTER; id += 1) {
    const { statusCode, headers } = await get(`/${id}${BELOW[kind]}`);
    const canonical = /\d+/.exec(String(headers.location))?.[0];
    if (statusCode === 302) return { id, canonical: Number(canonical) };
  }
  throw new Error(`None of the last ${kind} was merged`);
};
