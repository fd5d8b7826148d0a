import type { Category } from '../domain/terms.ts';
import type { PadelApi } from './client.ts';

/** Somebody's place in a ranking. */
export interface Place {
  readonly id: number;
  readonly name: string;
  readonly place: number;
  readonly points: number | null;
}

const PER_PAGE = 50;
const PAGES = [1, 2] as const;

/** The first hundred places of a ranking. Nobody waits for them: they are read in the background. */
export const firstPlaces = async (
  api: Pick<PadelApi, 'players'>,
  category: Category,
): Promise<readonly Place[]> => {
  const places: Place[] = [];
  for (const page of PAGES) {
    const query = { category, sortBy: 'ranking', orderBy: 'asc', page, perPage: PER_PAGE } as const;
    const { value } = await api.players(query, { lane: 'background' });
    for (const { id, name, ranking, points } of value.items) {
      if (ranking !== null) places.push({ id, name, place: ranking, points });
    }
    if (page >= value.lastPage) break;
  }
  return places;
};
