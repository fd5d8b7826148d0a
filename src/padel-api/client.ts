import type { Merge } from '../domain/match/match.ts';
import type { ServiceState } from '../domain/quota.ts';
import type { Logger } from '../lib/logger.ts';
import { createBudget, type BudgetOptions } from './quota/budget.ts';
import { createMatchEndpoints, type MatchEndpoints } from './endpoints/matches.ts';
import { createPeopleEndpoints, type PeopleEndpoints } from './endpoints/people.ts';
import { createTournamentEndpoints, type TournamentEndpoints } from './endpoints/tournaments.ts';
import { createWebhookEndpoints, type WebhookEndpoints } from './endpoints/webhooks.ts';
import { createHttp, type ServiceHttpOptions } from './request/http.ts';
import { createMergedIds } from './request/merged-ids.ts';
import type { CalendarEntry } from './quota/calendar.ts';
import { createResources } from './request/resources.ts';
import { createResults } from './request/results.ts';
import type { Spending } from './quota/request-counts.ts';

export type { TeamIds } from './endpoints/matches.ts';

/**
 * The client of the padel data service: one method per endpoint, returning domain types with the time
 * at which they were read. All of them throw the classes of errors.ts.
 */
export interface PadelApi
  extends MatchEndpoints, PeopleEndpoints, TournamentEndpoints, WebhookEndpoints {
  readonly state: () => ServiceState;
  /** Counts what a pushed frame lacks; its receiver parses it. */
  readonly sawFrame: (payload: unknown) => void;
  /** Takes `resultsToday` (live/pacing.ts): requests are kept for each. */
  readonly expectResults: (matches: number) => void;
  /** The service's clock, in milliseconds since 1970. */
  readonly serviceNow: () => number;
  readonly close: () => Promise<void>;
}

export interface PadelApiOptions extends Omit<ServiceHttpOptions, 'budget' | 'onMoved'> {
  readonly log: Logger;
  /** The plan's limits; none by default. */
  readonly limits?: Pick<BudgetOptions, 'perMinute' | 'perDay' | 'perMonth'>;
  /** The stored request counts, and where to store new ones. */
  readonly spending?: Spending | undefined;
  readonly calendar?: (() => readonly CalendarEntry[]) | undefined;
  /** How long a user waits for a response, milliseconds. */
  readonly userTimeoutMs?: number | undefined;
  readonly onMerged?: ((merge: Merge) => void) | undefined;
}

/** With so few requests a minute (the Free plan) the service refuses three that are sent at once. */
const SERIAL_PER_MINUTE = 10;

export const createPadelApi = (options: PadelApiOptions): PadelApi => {
  const { now, log, limits, spending, calendar, userTimeoutMs, onMerged } = options;
  const { monotonic = () => performance.now() } = options;
  let resultsToday = 0;
  const budget = createBudget({
    ...limits,
    resultsToday: () => resultsToday,
    now,
    monotonic,
    serviceNow: () => http.serviceNow(),
    spending,
    calendar,
  });
  const merges = createMergedIds();
  const http = createHttp({
    ...options,
    connections: (limits?.perMinute ?? Infinity) <= SERIAL_PER_MINUTE ? 1 : undefined,
    monotonic,
    budget,
    onMoved: (from, to) => {
      for (const merge of merges.moved(from, to)) onMerged?.(merge);
    },
  });
  const results = createResults({ now, monotonic });
  const resources = createResources({
    baseUrl: options.baseUrl,
    http,
    now,
    monotonic,
    userTimeoutMs,
    log,
    wholeSince: results.wholeSince,
  });

  return {
    ...createMatchEndpoints(resources, merges, results.recordMatch),
    ...createPeopleEndpoints(resources, merges),
    ...createTournamentEndpoints(resources, merges, { saw: results.recordMatch, now }),
    ...createWebhookEndpoints(resources),
    state: () => ({
      ...resources.state(),
      rateLimitedSince: budget.rateLimitedSince(),
      quota: budget.quota(),
      requestsLeft: budget.free('person'),
      requestsWaiting: budget.waiting(),
    }),
    sawFrame: resources.sawFrame,
    expectResults: (matches) => {
      resultsToday = matches;
    },
    serviceNow: http.serviceNow,
    close: async () => {
      budget.stop();
      await http.close();
    },
  };
};
