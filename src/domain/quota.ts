import type { DriftFinding } from './schema-drift.ts';
import type { Instant } from './terms.ts';

/** Periods over which the data service counts a token's requests. */
export const HORIZONS = ['minute', 'day', 'month'] as const;

type Horizon = (typeof HORIZONS)[number];

/** The request quota of one period; null means no limit. */
export interface HorizonQuota {
  /**
   * Requests the bot may make in it: the plan's limit less a safety margin, and per day at most its
   * share of the month.
   */
  readonly limit: number | null;
  readonly used: number;
  readonly left: number | null;
  /** When it resets, on the service's clock. */
  readonly resetsAt: Instant;
}

/** The priorities of requests, the highest first. */
export const REQUEST_PRIORITIES = [
  'person',
  'result',
  'live',
  'background',
  'refresh',
  'names',
] as const;

/**
 * The priority of a request: a user who waits for a response, the final record of a match, live matches,
 * the background sync of the schedule, the refresh of a stale response, or the sync of all names and
 * videos. A person, live matches and the background have a reserved part of each minute and day; a result
 * shares the minute of live matches, and is the last that a day refuses.
 */
export type RequestPriority = (typeof REQUEST_PRIORITIES)[number];

/** Why requests of a priority are refused for longer than a minute, and until when. */
export interface SpentQuota {
  readonly priority: RequestPriority;
  /** `elsewhere`: the service responds 429 although the bot's count has requests left. */
  readonly by: 'day' | 'month' | 'elsewhere';
  /** When requests resume; for `elsewhere`, the next probe. */
  readonly until: Instant;
}

/** What is left of the data service's request quota. */
export interface Quota extends Readonly<Record<Horizon, HorizonQuota>> {
  /** The priorities that are refused, the highest first. */
  readonly spent: readonly SpentQuota[];
}

/**
 * How the data service fails: it does not respond, refuses the token, the proxy in front of it refuses
 * us, or it responds with unexpected content (another service at its address).
 */
export type ServiceFailure = 'down' | 'refuses-token' | 'refused-by-proxy' | 'unreadable';

/** `403, error 1010`, as operators find it in the proxy's documentation. */
export const proxyRefusalName = (code: number | null): string =>
  code === null ? '403' : `403, error ${code}`;

/** The data service as the process that calls it sees it. */
export interface ServiceState {
  /** Whether the plan recently refused live points. */
  readonly lacksLive: boolean;
  /** Whether the plan recently refused the statistics of a match. */
  readonly lacksStats: boolean;
  /** Whether the plan recently refused the places of a player over time, or the service has none. */
  readonly lacksPlayerRankings: boolean;
  /** Since when it has only failed; null while it responds. */
  readonly failingSince: Instant | null;
  /** How it fails; null while it works, or when unknown. */
  readonly failure: ServiceFailure | null;
  /** The error number that the proxy names with its refusal; null without one. */
  readonly proxyError: number | null;
  /** Since when it has refused requests (429); null while it accepts them. */
  readonly rateLimitedSince: Instant | null;
  /** What is left of each period; null while unknown. */
  readonly quota: Quota | null;
  /** How many requests for a member can be sent now. */
  readonly requestsLeft: number;
  /** How many requests are queued. */
  readonly requestsWaiting: number;
  /** What its answers no longer carry as they did, at most 20. */
  readonly drift: readonly DriftFinding[];
}

/** While no process calls the service. */
export const UNKNOWN_SERVICE: ServiceState = {
  lacksLive: false,
  lacksStats: false,
  lacksPlayerRankings: false,
  failingSince: null,
  failure: null,
  proxyError: null,
  rateLimitedSince: null,
  quota: null,
  requestsLeft: 0,
  requestsWaiting: 0,
  drift: [],
};
