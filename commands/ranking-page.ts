import type { Services } from '../src/discord/command.ts';
import type { DirectoryEntry } from '../src/domain/directory.ts';
import type { Category } from '../src/domain/terms.ts';
import type { RankingView } from '../src/render/ranking.ts';

/** Which ranking, and who is looked for in it. */
export interface RankingQuestion {
  readonly category: Category;
  readonly country: string | null;
  readonly sought: DirectoryEntry | null;
}

const PER_PAGE = 20;

/** One page of a ranking. */
export const rankingPage = async (
  { category, country, sought }: RankingQuestion,
  page: number,
  { api }: Services,
): Promise<RankingView> => {
  const { value, readAt } = await api.players({
    category,
    ...(country === null ? {} : { nationality: country }),
    sortBy: 'ranking',
    orderBy: 'asc',
    page,
    perPage: PER_PAGE,
  });
  const { items: players, lastPage, total } = value;
  return { category, country, sought, players, page, lastPage, total, isMissing: false, readAt };
};

/** The page on which a player stands; the first one, which says so, when they are not found. */
export const pageOfPlayer = async (
  question: RankingQuestion & { readonly sought: DirectoryEntry },
  services: Services,
): Promise<RankingView> => {
  const { sought } = question;
  for (const page of likelyPages(question, services)) {
    const view = await rankingPage(question, page, services);
    if (view.players.some(({ id }) => id === sought.id)) return view;
  }
  return { ...(await rankingPage(question, 1, services)), isMissing: true };
};

/**
 * Where the directory has them, and the pages beside it: its places may be a week older than those
 * of the service.
 */
const likelyPages = (
  { category, country, sought }: RankingQuestion & { readonly sought: DirectoryEntry },
  { directory }: Services,
): readonly number[] => {
  const place = directory
    .all('player')
    .filter((entry) => entry.category === category)
    .filter((entry) => country === null || entry.country === country)
    .findIndex(({ id }) => id === sought.id);
  if (place < 0) return [];
  const page = Math.floor(place / PER_PAGE) + 1;
  return [page, page - 1, page + 1].filter((each) => each > 0);
};
