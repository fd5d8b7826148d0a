import type { Services } from '../../src/discord/command.ts';
import type { DirectoryEntry } from '../../src/domain/people/directory.ts';
import type { RankingKind } from '../../src/domain/people/people.ts';
import type { Category } from '../../src/domain/terms.ts';
import { readRanking } from '../../src/padel-api/rankings.ts';
import type { RankingView } from '../../src/render/people/ranking.ts';

interface RankingRequest {
  readonly kind: RankingKind;
  readonly category: Category;
  readonly country: string | null;
  readonly sought: DirectoryEntry | null;
}

const PER_PAGE = 20;

export const rankingPage = async (
  question: RankingRequest,
  page: number,
  { api }: Services,
): Promise<RankingView> => {
  const { kind, category, country } = question;
  const { value, readAt, kinds } = await readRanking(api, {
    kind,
    category,
    nationality: country,
    page,
    perPage: PER_PAGE,
  });
  const { items: players, lastPage, total } = value;
  return { ...question, kinds, players, page, lastPage, total, isMissing: false, readAt };
};

/**
 * The page with a player; the first page when not found, flagged as missing for the official
 * ranking, whose positions the directory knows.
 */
export const pageOfPlayer = async (
  question: RankingRequest & { readonly sought: DirectoryEntry },
  services: Services,
): Promise<RankingView> => {
  const { sought } = question;
  for (const page of likelyPages(question, services)) {
    const view = await rankingPage(question, page, services);
    if (view.players.some(({ id }) => id === sought.id)) return view;
  }
  const isMissing = question.kind === 'official';
  return { ...(await rankingPage(question, 1, services)), isMissing };
};

const byPlace = (a: DirectoryEntry, b: DirectoryEntry): number =>
  (a.ranking ?? Number.MAX_SAFE_INTEGER) - (b.ranking ?? Number.MAX_SAFE_INTEGER);

const byRating = (a: DirectoryEntry, b: DirectoryEntry): number =>
  (b.rating?.elo ?? 0) - (a.rating?.elo ?? 0);

/**
 * The player's page by the directory, and the pages beside it: the directory may be a week older
 * than the service.
 */
const likelyPages = (
  { kind, category, country, sought }: RankingRequest & { readonly sought: DirectoryEntry },
  { directory }: Services,
): readonly number[] => {
  const place = directory
    .all('player')
    .filter((entry) => entry.category === category)
    .filter((entry) => country === null || entry.country === country)
    .toSorted(kind === 'elo' ? byRating : byPlace)
    .findIndex(({ id }) => id === sought.id);
  if (place < 0) return [];
  const page = Math.floor(place / PER_PAGE) + 1;
  return [page, page - 1, page + 1].filter((each) => each > 0);
};
