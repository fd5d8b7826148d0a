import type { Withheld } from '../match/match.ts';
import type { Instant } from '../terms.ts';

export interface Season {
  readonly id: number;
  readonly name: string;
  readonly year: number | null;
  readonly tournaments: number | null;
  /** `upcoming`, `active`, `finished`; unknown values are kept. */
  readonly status: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** The first year for which the service has a season (specification, "Limits"). */
export const FIRST_SEASON_YEAR = 2023;

/** The year of the season at an instant; before the first season, that season's year. */
export const seasonYearAt = (at: Instant): number =>
  Math.max(FIRST_SEASON_YEAR, new Date(at).getUTCFullYear());

export interface Video {
  readonly id: number;
  readonly name: string;
  readonly url: string | null;
  /** The service's type of the video; its values are not specified. */
  readonly type: string | null;
  readonly startedAt: Instant | null;
  readonly withheld: Withheld;
}
