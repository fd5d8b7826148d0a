import { z } from 'zod';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { PRO } from '../service.ts';

const lastOf = z.object({ data: z.tuple([z.object({ id: z.int() })]).rest(z.unknown()) });

/** The path that redirects when a record was merged; a tournament has no path of its own. */
const BELOW = { players: '', tournaments: '/matches' } as const;

/** How many ids are tried before and after the last one of the list, which has no merged ones. */
const BEFORE = 100;
const AFTER = 200;

/** The id of a merged record, and the id of the canonical record. */
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
