import type { Services } from '../src/discord/command.ts';
import { appearanceOf } from '../src/domain/form.ts';
import { idsOfPair } from '../src/domain/pairs.ts';
import type { MatchListView } from '../src/render/match-list.ts';
import { eventNames } from './playing.ts';

/** Matches on one page: their lines fit into one embed. */
const PER_PAGE = 10;

/** A page of a pair's matches, the latest first. */
export const pairMatchesPage = async (
  key: number,
  page: number,
  services: Services,
): Promise<Omit<MatchListView, 'pageId' | 'partners'>> => {
  const { api, directory } = services;
  const ids = idsOfPair(key);
  const { value, readAt } = await api.pairMatches(ids, {
    sortBy: 'played_at',
    orderBy: 'desc',
    page,
    perPage: PER_PAGE,
  });
  const { name, category } = directory.get('pair', key) ?? {
    name: ids.map((id) => directory.get('player', id)?.name ?? `#${id}`).join(' / '),
    category: value.items[0]?.category ?? null,
  };
  return {
    name,
    category,
    matches: value.items.flatMap((match) => appearanceOf(match, ids) ?? []),
    page,
    lastPage: value.lastPage,
    total: value.total,
    eventName: eventNames(services),
    readAt,
  };
};
