import type { Services } from '../../src/discord/command.ts';
import type { DirectoryEntry } from '../../src/domain/people/directory.ts';
import { appearanceOf } from '../../src/domain/people/form.ts';
import { idsOfPair } from '../../src/domain/people/pairs.ts';
import type { Directory } from '../../src/padel-api/names/directory.ts';
import type { MatchListView } from '../../src/render/match/list.ts';
import { withTrackedPlay } from './tracked-match.ts';
import { eventNames } from './playing.ts';

const PER_PAGE = 10;

export const pairHeading = (
  key: number,
  directory: Directory,
): Pick<DirectoryEntry, 'name' | 'category'> => {
  const known = directory.get('pair', key);
  if (known !== undefined) return { name: known.name, category: known.category };
  const players = idsOfPair(key).map((id) => directory.get('player', id));
  return {
    name: players.map((player) => player?.name ?? '?').join(' / '),
    category: players[0]?.category ?? null,
  };
};

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
  const matches = await withTrackedPlay(value.items, services);
  return {
    ...pairHeading(key, directory),
    matches: matches.flatMap((match) => appearanceOf(match, ids) ?? []),
    page,
    lastPage: value.lastPage,
    total: value.total,
    eventName: eventNames(services),
    readAt,
  };
};
