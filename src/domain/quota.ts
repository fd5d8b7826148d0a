import type { Instant } from './terms.ts';

/** Over which the data service counts requests of a token. */
export const HORIZONS = ['minute', 'day', 'month'] as const;

export type Horizon = (typeof HORIZONS)[number];

/** What there is of one horizon. Null stands for no limit. */
export interface HorizonQuota {
  /**
   * Requests that the bot may make within it: less than the plan allows, by a safety margin, and for
   * the day no more than its share of the month.
   */
  readonly limit: number | null;
  readonly used: number;
  readonly left: number | null;
  /** When it begins anew, by the service's clock. */
  readonly resetsAt: Instant;
}

/** Why people's requests are refused for longer than a minute, and until when. */
export interface SpentQuota {
  /** `elsewhere`: the service refuses (429) although our count has requests left. */
  readonly by: 'day' | 'month' | 'elsewhere';
  /** When requests go on; for `elsewhere`, when the next one probes. */
  readonly until: Instant;
}

/** What is left of the requests to the data service. */
export interface Quota extends Readonly<Record<Horizon, HorizonQuota>> {
  /** Null while people's requests are made. */
  readonly spent: SpentQuota | null;
}
