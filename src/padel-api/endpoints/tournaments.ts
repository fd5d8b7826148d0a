import type { Match } from '../../domain/match/match.ts';
import type { RequestOptions } from '../request/cache.ts';
import type { Resources } from '../request/resources.ts';
import { CACHE_POLICIES } from '../request/cache-policies.ts';
import type { MergedIds } from '../request/merged-ids.ts';
import type { SyncedLists } from '../synced-lists.ts';
import {
  queryOf,
  type Paging,
  type TournamentMatchesQuery,
  type TournamentsQuery,
} from '../queries.ts';
import { matchWire } from '../wire/match.ts';
import { editionWire } from '../wire/editions.ts';
import { tournamentWire } from '../wire/people.ts';
import { seasonWire, videoWire } from '../wire/seasons.ts';

/** Endpoints about tournaments and seasons. All of them throw the classes of ../errors.ts. */
export const createTournamentEndpoints = (
  { reader, pages }: Resources,
  { canonical }: Pick<MergedIds, 'canonical'>,
  { saw, lists }: { readonly saw: (match: Match) => void; readonly lists: SyncedLists },
) => {
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
    /**
     * `GET /tournaments/{tournament}/matches`; its matches carry the tournament's id. Every plan.
     * NotFound when it was deleted.
     */
    tournamentMatches: async (
      id: number,
      query: TournamentMatchesQuery = {},
      options?: RequestOptions,
    ) => {
      const isPerson = (options?.priority ?? 'person') === 'person';
      const synced = isPerson ? lists.pageOf(canonical('tournament', id), query) : undefined;
      if (synced !== undefined && lists.isCurrent(synced)) return synced;
      const path = `${pathOf(id)}/matches${queryOf(query)}`;
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
