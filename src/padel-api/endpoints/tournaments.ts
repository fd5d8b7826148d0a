import type { Match } from '../../domain/match/match.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { Season, Video } from '../../domain/tournament/seasons.ts';
import type { CachedResponse } from '../request/cache.ts';
import type { RequestOptions, RequestLayer } from '../request/request-layer.ts';
import { CACHE_POLICIES } from '../request/cache-policies.ts';
import type { MergedIds } from '../request/merged-ids.ts';
import type { SyncedLists } from '../synced-lists.ts';
import {
  queryOf,
  type Paging,
  type SeasonsQuery,
  type TournamentMatchesQuery,
  type TournamentsQuery,
} from '../queries.ts';
import type { Page } from '../wire/envelope.ts';
import { matchWire } from '../wire/match.ts';
import { tournamentWire } from '../wire/people.ts';
import { seasonWire, videoWire } from '../wire/seasons.ts';

/** Endpoints about tournaments and seasons. All of them throw the classes of ../errors.ts. */
export interface TournamentEndpoints {
  /** `GET /tournaments`, by id unless sorted. Every plan. */
  readonly tournaments: (
    query: TournamentsQuery,
    options?: RequestOptions,
  ) => Promise<CachedResponse<Page<Tournament>>>;
  /**
   * `GET /tournaments/{tournament}/matches`; its matches carry the tournament's id. Every plan.
   * NotFound when it was deleted.
   */
  readonly tournamentMatches: (
    id: number,
    query?: TournamentMatchesQuery,
    options?: RequestOptions,
  ) => Promise<CachedResponse<Page<Match>>>;
  /** `GET /tournaments/{tournament}/videos`; addresses may be masked on a small plan. */
  readonly tournamentVideos: (
    id: number,
    paging?: Paging,
    options?: RequestOptions,
  ) => Promise<CachedResponse<Page<Video>>>;
  /** `GET /seasons`. Every plan. RequestRefused for a year outside 2023 to 2026. */
  readonly seasons: (
    query?: SeasonsQuery,
    options?: RequestOptions,
  ) => Promise<CachedResponse<Page<Season>>>;
  /** `GET /seasons/{season}/tournaments`. Every plan. */
  readonly seasonTournaments: (
    id: number,
    paging?: Paging,
    options?: RequestOptions,
  ) => Promise<CachedResponse<Page<Tournament>>>;
}

export const createTournamentEndpoints = (
  { pages }: RequestLayer,
  { canonical }: Pick<MergedIds, 'canonical'>,
  { saw, lists }: { readonly saw: (match: Match) => void; readonly lists: SyncedLists },
): TournamentEndpoints => {
  const tournaments = pages({
    ...CACHE_POLICIES.calendar,
    feature: 'tournaments',
    item: tournamentWire,
  });
  const matches = pages({
    ...CACHE_POLICIES.matches,
    feature: 'matches',
    item: matchWire,
    each: saw,
  });
  // Changes are read once and not cached.
  const changes = pages({
    ...CACHE_POLICIES.matches,
    max: 1,
    feature: 'matches',
    item: matchWire,
    each: saw,
  });
  const videos = pages({ ...CACHE_POLICIES.videos, feature: 'videos', item: videoWire });
  const seasons = pages({ ...CACHE_POLICIES.seasons, feature: 'seasons', item: seasonWire });

  return {
    tournaments: (query, options) =>
      tournaments.read({ path: `/tournaments${queryOf(query)}` }, options),
    tournamentMatches: async (id, query = {}, options) => {
      const isPerson = (options?.priority ?? 'person') === 'person';
      const synced = isPerson ? lists.pageOf(canonical('tournament', id), query) : undefined;
      if (synced !== undefined && lists.isCurrent(synced)) return synced;
      const path = `/tournaments/${canonical('tournament', id)}/matches${queryOf(query)}`;
      const reader = query.updatedAfter === undefined ? matches : changes;
      const { value, readAt } = await reader.read({ path }, options);
      if (synced !== undefined && readAt < synced.readAt) return synced;
      // The specification does not show a match's tournament; the path has it, unless the response
      // redirected (302).
      const tournamentId = canonical('tournament', id);
      const items = value.items.map((match) => ({ ...match, tournamentId }));
      const response = { value: { ...value, items }, readAt };
      if (query.updatedAfter === undefined) lists.read(tournamentId, query, response);
      else lists.changed(tournamentId, query, response);
      return response;
    },
    tournamentVideos: (id, paging = {}, options) =>
      videos.read(
        { path: `/tournaments/${canonical('tournament', id)}/videos${queryOf(paging)}` },
        options,
      ),
    seasons: (query = {}, options) => seasons.read({ path: `/seasons${queryOf(query)}` }, options),
    seasonTournaments: (id, paging = {}, options) =>
      tournaments.read({ path: `/seasons/${id}/tournaments${queryOf(paging)}` }, options),
  };
};
