import type { TournamentLevel } from '../domain/levels.ts';
import type { RankingKind } from '../domain/people/people.ts';
import type { Category, Round } from '../domain/terms.ts';
import { PER_PAGE } from './request/pages.ts';

/**
 * The options of the endpoints, in camelCase (specification, "Endpoints"). Dates are local dates,
 * `YYYY-MM-DD`; both ends of a period are included.
 */
export interface Paging {
  /** From 1 on; the first one by default. */
  readonly page?: number;
  /** 1 to 50, and never more; the service's default is 15. */
  readonly perPage?: number;
}

interface Period {
  readonly afterDate?: string;
  readonly beforeDate?: string;
}

interface Ordered {
  readonly orderBy?: 'asc' | 'desc';
}

/** Which results the statistics include. */
export interface CareerQuery extends Period {
  readonly round?: Round;
}

/** Beyond the specification: a service without it ignores it, and a plan may lack it. */
interface Changed {
  /** Changes since then, ISO 8601. */
  readonly updatedAfter?: string;
  /** By default the main draw alone, also where the plan lacks the others. */
  readonly draw?: 'all';
}

export interface LiveQuery extends Paging, Pick<Changed, 'draw'> {}

/** Matches of a player or of a pair. */
export interface ResultsQuery extends Paging, Period, Ordered {
  readonly round?: Round;
  readonly sortBy?: 'played_at' | 'round' | 'watchability';
}

export interface MatchesQuery extends ResultsQuery, Changed {
  readonly category?: Category;
}

/** Paid: a small plan lacks the endpoint. */
export interface PlayerRankingsQuery extends Paging, Period {
  readonly type?: RankingKind;
}

export interface TournamentMatchesQuery extends Paging, Changed {
  readonly playedAt?: string;
  readonly round?: Round;
  readonly category?: Category;
}

export interface PlayersQuery extends Paging, Ordered {
  /** Several names are separated by commas. */
  readonly name?: string;
  /** ISO 3166 alpha-2. */
  readonly nationality?: string;
  readonly category?: Category;
  readonly sortBy?: 'name' | 'ranking' | 'points' | 'height' | 'birthdate' | 'elo';
}

/** Beyond the specification: not every service of this kind has it. */
export interface RankingsQuery extends Paging, Ordered {
  readonly type: RankingKind;
  readonly category: Category;
  /** ISO 3166 alpha-2. */
  readonly nationality?: string;
  readonly sortBy?: 'ranking' | 'ranking_diff' | 'points_diff';
}

export interface TournamentsQuery extends Paging, Period, Ordered {
  readonly name?: string;
  /** ISO 3166 alpha-2. */
  readonly country?: string;
  readonly level?: TournamentLevel;
  readonly sortBy?: 'name' | 'location' | 'country' | 'level' | 'start_date' | 'end_date';
}

/** `perPage` becomes `per_page`. */
const onWire = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const FIRST_PAGE = 1;

/** More is refused. */
const bounded = (name: string, value: unknown): unknown =>
  name === 'perPage' && typeof value === 'number' ? Math.min(value, PER_PAGE) : value;

/**
 * Options as a query string, with its `?`; empty without options. Page 1 is left out, so that both
 * forms share one cached response.
 */
export const queryOf = (options: object): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) {
    const isDefault = name === 'page' && value === FIRST_PAGE;
    if (value !== undefined && !isDefault) query.set(onWire(name), String(bounded(name, value)));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
};
