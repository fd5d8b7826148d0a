import { LRUCache } from 'lru-cache';
import type { Match } from '../../domain/match/match.ts';
import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import type { CachedResponse, RequestOptions } from '../request/cache.ts';
import type { Resources } from '../request/resources.ts';
import { CACHE_POLICIES } from '../request/cache-policies.ts';
import type { MergedIds } from '../request/merged-ids.ts';
import { PER_PAGE } from '../request/pages.ts';
import type { Page } from '../wire/envelope.ts';
import {
  queryOf,
  type Paging,
  type TournamentMatchesQuery,
  type TournamentsQuery,
} from '../queries.ts';
import { matchWire } from '../wire/match.ts';
import { editionWire, seasonWire, tournamentWire, videoWire } from '../wire/tournaments.ts';

/** More than any two schedule syncs on a day of play are apart (live/pacing.ts). */
const MAX_AGE_MS = 10 * MINUTE;
/** More tournaments than ever run at the same time. */
const MAX_LISTS = 20;

interface CachedList {
  readonly matches: readonly Match[];
  readonly readAt: Instant;
}

/** The main draw and all draws are two lists. */
const keyOf = (tournamentId: number, { draw }: Pick<TournamentMatchesQuery, 'draw'>): string =>
  `${tournamentId} ${draw ?? 'main'}`;

/** A page of all matches, or of those of one day; undefined for a query with other filters. */
const pageOf = (
  { matches, readAt }: CachedList,
  { page = 1, perPage, playedAt, draw: _draw, ...filters }: TournamentMatchesQuery,
): CachedResponse<Page<Match>> | undefined => {
  if (perPage !== PER_PAGE || Object.keys(filters).length > 0) return undefined;
  const items = matches.filter(({ playedOn }) => playedAt === undefined || playedOn === playedAt);
  const value = {
    items: items.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    page,
    lastPage: Math.max(1, Math.ceil(items.length / PER_PAGE)),
    total: items.length,
    unreadable: 0,
  };
  return { value, readAt };
};

/** Endpoints about tournaments and seasons. All of them throw the classes of ../errors.ts. */
export const createTournamentEndpoints = (
  { reader, pages }: Resources,
  { canonical }: Pick<MergedIds, 'canonical'>,
  { saw, now }: { readonly saw: (match: Match) => void; readonly now: () => Instant },
) => {
  const lists = new LRUCache<string, CachedList>({ max: MAX_LISTS });
  const tournament = reader('tournament', CACHE_POLICIES.calendar, tournamentWire);
  const tournaments = pages('tournaments', CACHE_POLICIES.calendar, tournamentWire);
  const editions = pages('editions', CACHE_POLICIES.seasons, editionWire);
  const matches = pages('tournament-matches', CACHE_POLICIES.matches, matchWire, saw);
  // Changes are read once and not cached.
  const changes = pages(
    'tournament-matches',
    { ...CACHE_POLICIES.matches, max: 1 },
    matchWire,
    saw,
  );
  const videos = pages('videos', CACHE_POLICIES.videos, videoWire);
  const seasons = pages('seasons', CACHE_POLICIES.seasons, seasonWire);

  const pathOf = (id: number): string => `/tournaments/${canonical('tournament', id)}`;

  return {
    /** `GET /tournaments`, by id unless sorted. Every plan. */
    tournaments: (query: TournamentsQuery, options?: RequestOptions) =>
      tournaments.read({ path: `/tournaments${queryOf(query)}` }, options),
    /**
     * `GET /tournaments/{tournament}`: also one that left the lists. A merged one returns its successor;
     * NotFound when it was deleted, and where the service lacks the endpoint (beyond the specification).
     */
    tournament: (id: number, options?: RequestOptions) =>
      tournament.read({ path: pathOf(id) }, options),
    /** `GET /tournaments/{tournament}/editions`: its other years, with their winners. Beyond the specification. */
    tournamentEditions: (id: number, paging: Paging = {}, options?: RequestOptions) =>
      editions.read({ path: `${pathOf(id)}/editions${queryOf(paging)}` }, options),
    /** The schedule sync has read all matches of a tournament: for ten minutes they serve a `person`. */
    cacheMatches: (
      id: number,
      query: Pick<TournamentMatchesQuery, 'draw'>,
      matches: readonly Match[],
      readAt: Instant,
    ): void => {
      lists.set(keyOf(canonical('tournament', id), query), { matches, readAt });
    },
    /**
     * `GET /tournaments/{tournament}/matches`; its matches carry the tournament's id. Every plan.
     * NotFound when it was deleted.
     */
    tournamentMatches: async (
      id: number,
      query: TournamentMatchesQuery = {},
      options: RequestOptions = {},
    ) => {
      const { priority = 'person' } = options;
      const list =
        priority === 'person' ? lists.get(keyOf(canonical('tournament', id), query)) : undefined;
      const known = list === undefined ? undefined : pageOf(list, query);
      if (known !== undefined && Math.abs(now() - known.readAt) <= MAX_AGE_MS) return known;
      const path = `${pathOf(id)}/matches${queryOf(query)}`;
      const { read } = query.updatedAfter === undefined ? matches : changes;
      const { value, readAt } = await read({ path }, options);
      if (known !== undefined && readAt < known.readAt) return known;
      // The specification does not show a match's tournament; the path has it, unless the response
      // redirected (302).
      const tournamentId = canonical('tournament', id);
      const items = value.items.map((match) => ({ ...match, tournamentId }));
      return { value: { ...value, items }, readAt };
    },
    /** `GET /tournaments/{tournament}/videos`; addresses may be masked on a small plan. */
    tournamentVideos: (id: number, paging: Paging = {}, options?: RequestOptions) =>
      videos.read({ path: `${pathOf(id)}/videos${queryOf(paging)}` }, options),
    /** `GET /seasons`. Every plan. */
    seasons: (paging: Paging = {}, options?: RequestOptions) =>
      seasons.read({ path: `/seasons${queryOf(paging)}` }, options),
    /** `GET /seasons/{season}/tournaments`. Every plan. */
    seasonTournaments: (id: number, paging: Paging = {}, options?: RequestOptions) =>
      tournaments.read({ path: `/seasons/${id}/tournaments${queryOf(paging)}` }, options),
  };
};

export type TournamentEndpoints = ReturnType<typeof createTournamentEndpoints>;
