import type { z } from 'zod';
import type { LivePoints } from '../domain/live-points.ts';
import type { Match } from '../domain/match.ts';
import type { Player, Simulation, Tournament } from '../domain/people.ts';
import type { ByTeam } from '../domain/terms.ts';
import type { Logger } from '../lib/logger.ts';
import { createBudget, type Budget, type Lane } from './budget.ts';
import { createCache, type Answer, type Cache } from './cache.ts';
import { UnreadableAnswer } from './errors.ts';
import { createHttp, type Call, type Http, type HttpOptions } from './http.ts';
import { createPlan, type Plan } from './plan.ts';
import { pageOf, type Page } from './wire/envelope.ts';
import { liveWire } from './wire/live.ts';
import { matchWire } from './wire/match.ts';
import { playerWire, simulationWire, tournamentWire } from './wire/people.ts';

/** Pages of at most 50 (specification, "Limits"). */
export interface Paging {
  readonly page?: number;
  readonly perPage?: number;
}

export interface PlayersQuery extends Paging {
  readonly sortBy?: 'name' | 'ranking' | 'points';
}

export interface TournamentsQuery extends Paging {
  /** Local dates, `YYYY-MM-DD`. */
  readonly afterDate?: string;
  readonly beforeDate?: string;
}

/** Player ids of each team, one or two (specification, "Limits"). */
export type TeamIds = ByTeam<readonly number[]>;

/**
 * The padel data service: one method per endpoint, the domain's types out. All of them throw the
 * classes of errors.ts. What a person may wait for is cached by kind; `lane` tells who asks.
 */
export interface PadelApi {
  /** `GET /players` */
  players: (query: PlayersQuery, lane: Lane) => Promise<Page<Player>>;
  /** `GET /players/{player}`; a merged player answers as the one they were merged into. */
  player: (id: number) => Promise<Answer<Player>>;
  /** `GET /matches/{match}`, past the cache: for the one who keeps the state. */
  match: (id: number, lane: Lane) => Promise<Match>;
  /** `GET /matches/{match}/live`. Restricted: throws NotInPlan on a small plan. */
  matchLive: (id: number, lane: Lane) => Promise<LivePoints>;
  /** `POST /matches/head2head` */
  head2Head: (teams: TeamIds) => Promise<Answer<Page<Match>>>;
  /** `POST /matches/simulate` */
  simulate: (teams: TeamIds, lane?: Lane) => Promise<Answer<Simulation>>;
  /** `GET /live`: matches active within the last 10 minutes. Pro plan only. */
  live: (page: number) => Promise<Page<LivePoints>>;
  /** `GET /tournaments` */
  tournaments: (query: TournamentsQuery, lane: Lane) => Promise<Page<Tournament>>;
  /** `GET /tournaments/{tournament}/matches`; its matches carry the tournament's id. */
  tournamentMatches: (id: number, query: Paging, lane: Lane) => Promise<Page<Match>>;
  /** Whether live points were refused by the plan lately. */
  lacksLive: () => boolean;
  /** The service's clock, in milliseconds since 1970. */
  serviceNow: () => number;
  close: () => Promise<void>;
}

export interface PadelApiOptions extends Omit<HttpOptions, 'budget'> {
  readonly log: Logger;
  readonly requestsPerMinute?: number | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const createPadelApi = (options: PadelApiOptions): PadelApi => {
  const { now, log, requestsPerMinute } = options;
  const budget: Budget = createBudget({
    now,
    perMinute: requestsPerMinute,
  });
  const http: Http = createHttp({ ...options, budget });
  const plan: Plan = createPlan(now);
  const cache = <T>(freshFor: number): Cache<T> =>
    createCache<T>({ freshFor, servedFor: DAY, now });
  const playerCache = cache<Player>(60 * MINUTE);
  const meetingsCache = cache<Page<Match>>(10 * MINUTE);
  const simulationCache = cache<Simulation>(10 * MINUTE);

  const get = async <T>(schema: z.ZodType<T>, path: string, lane: Lane): Promise<T> =>
    parse(schema, await http.json({ method: 'GET', path, lane }));
  const post = async <T>(
    schema: z.ZodType<T>,
    path: string,
    body: unknown,
    lane: Lane,
  ): Promise<T> => parse(schema, await http.json({ method: 'POST', path, body, lane }));

  /** A page of a list; what could not be read of it is logged, and missing. */
  const list = async <T>(item: z.ZodType<T>, call: Omit<Call, 'method'>): Promise<Page<T>> => {
    const method = call.body === undefined ? 'GET' : 'POST';
    const page = parse(pageOf(item), await http.json({ ...call, method }));
    const { unreadable } = page;
    if (unreadable > 0) log.warn({ path: call.path, unreadable }, 'items could not be read');
    return page;
  };

  return {
    players: ({ sortBy, ...paging }, lane) =>
      list(playerWire, {
        path: `/players${queryOf({ sort_by: sortBy, ...pages(paging) })}`,
        lane,
      }),
    player: (id) => playerCache.get(`${id}`, () => get(playerWire, `/players/${id}`, 'person')),
    match: (id, lane) => get(matchWire, `/matches/${id}`, lane),
    matchLive: (id, lane) => plan.guard('live', () => get(liveWire, `/matches/${id}/live`, lane)),
    head2Head: (teams) =>
      meetingsCache.get(keyOfTeams(teams), () =>
        list(matchWire, { path: '/matches/head2head?per_page=50', body: teams, lane: 'person' }),
      ),
    simulate: (teams, lane = 'person') =>
      simulationCache.get(keyOfTeams(teams), () =>
        plan.guard('simulate', () => post(simulationWire, '/matches/simulate', teams, lane)),
      ),
    live: (page) =>
      plan.guard('live', () =>
        list(liveWire, { path: `/live${queryOf({ page, per_page: 50 })}`, lane: 'live' }),
      ),
    tournaments: ({ afterDate, beforeDate, ...paging }, lane) =>
      list(tournamentWire, {
        path: `/tournaments${queryOf({ after_date: afterDate, before_date: beforeDate, ...pages(paging) })}`,
        lane,
      }),
    tournamentMatches: async (id, paging, lane) => {
      const path = `/tournaments/${id}/matches${queryOf(pages(paging))}`;
      const page = await list(matchWire, { path, lane });
      // The specification does not show a match's tournament; here it is known from the path.
      return { ...page, items: page.items.map((match) => ({ ...match, tournamentId: id })) };
    },
    lacksLive: () => plan.lacks('live'),
    serviceNow: http.serviceNow,
    close: async () => {
      budget.stop();
      await http.close();
    },
  };
};

const parse = <T>(schema: z.ZodType<T>, json: unknown): T => {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new UnreadableAnswer(parsed.error);
};

const pages = ({ page, perPage }: Paging): Record<string, number | undefined> => ({
  page,
  per_page: perPage,
});

const queryOf = (values: Readonly<Record<string, string | number | undefined>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
};

/** The order of the players of a team does not matter to the service. */
const keyOfTeams = ({ team_1, team_2 }: TeamIds): string =>
  [team_1, team_2].map((ids) => ids.toSorted((a, b) => a - b).join('-')).join(' v ');
