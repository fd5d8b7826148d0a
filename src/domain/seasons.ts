import type { Instant } from './terms.ts';

/** A year of tournaments. */
export interface Season {
  readonly id: number;
  readonly name: string;
  readonly year: number | null;
  readonly tournaments: number | null;
  /** `active`, `finished`; words that we do not know are kept. */
  readonly status: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** A video of a tournament. */
export interface Video {
  readonly id: number;
  readonly name: string;
  /** An address on the web. */
  readonly url: string | null;
  /** The service's word for what it is; its values are not specified. */
  readonly type: string | null;
  readonly startedAt: Instant | null;
}
