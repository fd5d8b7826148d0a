import type { Category } from '../domain/terms.ts';
import type { PadelApi } from './client.ts';
import { readRanking } from './rankings.ts';

/** A player's place in a ranking. */
export interface Place {
  readonly id: number;
  readonly name: string;
  readonly place: number;
  readonly points: number | null;
}

const PLACES = 100;

/**
 * The first hundred places of the official ranking: one request where the service has an endpoint for
 * rankings, else two. Read in the background.
 */
export const firstPlaces = async (
  api: Pick<PadelApi, 'players' | 'rankings'>,
  category: Category,
): Promise<readonly Place[]> => {
  const places: Place[] = [];
  const question = { kind: 'official', category, nationality: null, perPage: PLACES } as const;
  for (let page = 1; page <= PLACES && places.length < PLACES; page += 1) {
    const { value } = await readRanking(api, { ...question, page }, { lane: 'background' });
    for (const { id, name, ranking, points } of value.items) {
      if (ranking !== null) places.push({ id, name, place: ranking, points });
    }
    if (page >= value.lastPage || value.items.length === 0) break;
  }
  return places.slice(0, PLACES);
};
