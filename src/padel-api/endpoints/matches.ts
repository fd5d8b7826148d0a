import type { Match } from '../../domain/match/match.ts';
import { byTeam, type ByTeam } from '../../domain/terms.ts';
import type { RequestOptions } from '../request/cache.ts';
import type { Resources } from '../request/resources.ts';
import { CACHE_POLICIES } from '../request/cache-policies.ts';
import type { MergedIds } from '../request/merged-ids.ts';
import type { ResultTotals } from '../request/results.ts';
import { queryOf, type LiveQuery, type MatchesQuery, type Paging } from '../queries.ts';
import { liveWire } from '../wire/live.ts';
import { matchWire } from '../wire/match.ts';
import { simulationWire } from '../wire/people.ts';
import { matchStatsWire } from '../wire/statistics.ts';

/** Player ids of each team, one or two (specification, "Limits"). */
export type TeamIds = ByTeam<readonly number[]>;

/** Orders the teams, so that both orders share one cached response. */
const inOneOrder = ({ team_1, team_2 }: TeamIds): TeamIds =>
  (team_1[0] ?? 0) <= (team_2[0] ?? 0) ? { team_1, team_2 } : { team_1: team_2, team_2: team_1 };

/** Endpoints about matches. All of them throw the classes of ../errors.ts. */
export const createMatchEndpoints = (
  { reader, pages }: Resources,
  { canonical }: Pick<MergedIds, 'canonical'>,
  saw: (match: Match) => void,
) => {
  const match = reader('match', CACHE_POLICIES.match, matchWire);
  const matches = pages('matches', CACHE_POLICIES.matches, matchWire, (one) => {
    match.put({ path: `/matches/${one.id}` }, one);
  });
  const stats = reader('match-stats', CACHE_POLICIES.matchStats, matchStatsWire);
  const points = reader('points', CACHE_POLICIES.points, liveWire);
  const live = pages('live', CACHE_POLICIES.livePoints, liveWire);
  const meetings = pages('head2head', CACHE_POLICIES.meetings, matchWire);
  const chances = reader('simulate', CACHE_POLICIES.chances, simulationWire);

  const pathOf = (id: number): string => `/matches/${canonical('match', id)}`;

  /** Orders the players of each team, so that all orders share one cached response. */
  const bodyOf = (teams: TeamIds): TeamIds =>
    byTeam((team) => teams[team].map((id) => canonical('player', id)).sort((a, b) => a - b));

  const countsOf = ({ team_1, team_2 }: TeamIds, as: ResultTotals['as']): ResultTotals => ({
    resultsOf: [...team_1, ...team_2],
    as,
  });

  return {
    /** Invalidates the cached match after a change. */
    forgetMatch: (id: number): void => {
      match.invalidate({ path: pathOf(id) });
      stats.invalidate({ path: `${pathOf(id)}/stats` });
      points.invalidate({ path: `${pathOf(id)}/live` });
    },
    /** `GET /matches`, by id unless sorted. Every plan; small ones mask values. */
    matches: (query: MatchesQuery, options?: RequestOptions) =>
      matches.read({ path: `/matches${queryOf(query)}` }, options),
    /** `GET /matches/{match}`. Throws NotFound when it was deleted. */
    match: async (id: number, options?: RequestOptions) => {
      const answer = await match.read({ path: pathOf(id) }, options);
      saw(answer.value);
      return answer;
    },
    /** `GET /matches/{match}/stats`. NotInPlan on a small plan, NotFound where the level has no official data. */
    matchStats: (id: number, options?: RequestOptions) =>
      stats.read({ path: `${pathOf(id)}/stats` }, options),
    /** `GET /matches/{match}/live`. NotInPlan on a small plan, NotFound where the level has no points. */
    matchLive: (id: number, options?: RequestOptions) =>
      points.read({ path: `${pathOf(id)}/live` }, options),
    /**
     * Earlier matches between the same teams, by `GET /matches/{match}/headtohead` or another form
     * (request/path-forms.ts). NotInPlan on a small plan.
     */
    matchHead2Head: (id: number, paging: Paging = {}, options?: RequestOptions) =>
      meetings.read({ path: `${pathOf(id)}/headtohead${queryOf(paging)}` }, options),
    /**
     * `POST /matches/headtohead`, or another form as above: matches between two teams, or two players.
     * The specification shows no paging here; it is sent as everywhere. RequestRefused when a player is
     * unknown.
     */
    head2Head: (teams: TeamIds, paging: Paging = {}, options?: RequestOptions) => {
      const body = inOneOrder(bodyOf(teams));
      const path = `/matches/headtohead${queryOf(paging)}`;
      return meetings.read({ path, body, counts: countsOf(body, 'matches') }, options);
    },
    /**
     * `POST /matches/simulate`: chances from the current Elo ratings, 0 to 1; null where a small plan
     * masks them. RequestRefused when a player is unknown.
     */
    simulate: (teams: TeamIds, options?: RequestOptions) => {
      const body = bodyOf(teams);
      const counts = countsOf(body, 'figures');
      return chances.read({ path: '/matches/simulate', body, counts }, options);
    },
    /**
     * `GET /live`: matches active within the last 10 minutes. NotInPlan on a small plan; where it lacks
     * `draw` alone, those of the main draw.
     */
    live: (query: LiveQuery = {}, options?: RequestOptions) =>
      live.read({ path: `/live${queryOf(query)}` }, options),
  };
};

export type MatchEndpoints = ReturnType<typeof createMatchEndpoints>;
