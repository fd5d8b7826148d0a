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

/** The years for which the service has seasons (specification, "Limits"). */
export const SEASON_YEARS = [2023, 2024, 2025, 2026] as const;

export type SeasonYear = (typeof SEASON_YEARS)[number];

/** The season at an instant: the nearest one where the service has none. */
export const seasonYearAt = (at: Instant): SeasonYear => {
  const year = new Date(at).getUTCFullYear();
  return SEASON_YEARS.find((each) => each >= year) ?? 2026;
};

export interface Video {
  readonly id: number;
  readonly name: string;
  readonly url: string | null;
  /** The service's type of the video; its values are not specified. */
  readonly type: string | null;
  readonly startedAt: Instant | null;
  readonly withheld: Withheld;
}
