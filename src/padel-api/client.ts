import type { Merge } from '../domain/merges.ts';
import type { Quota } from '../domain/quota.ts';
import type { Logger } from '../lib/logger.ts';
import { createBudget, type BudgetOptions } from './budget.ts';
import { createCalls } from './calls.ts';
import { createMatchEndpoints, type MatchEndpoints } from './endpoints/matches.ts';
import { createPeopleEndpoints, type PeopleEndpoints } from './endpoints/people.ts';
import { createTournamentEndpoints, type TournamentEndpoints } from './endpoints/tournaments.ts';
import { createWebhookEndpoints, type WebhookEndpoints } from './endpoints/webhooks.ts';
import { createHttp, type HttpOptions } from './http.ts';
import { createMerges } from './merges.ts';
import { createPlan } from './plan.ts';
import type { CalendarEntry } from './quota/calendar.ts';
import { createResults } from './results.ts';
import { createServiceHealth, type ServiceHealth } from './service-health.ts';
import type { Spending } from './spending.ts';
import { createSyncedLists } from './synced-lists.ts';

export type { TeamIds } from './endpoints/matches.ts';

/**
 * The padel data service: one method per endpoint, the domain's types out, each answer with the
 * time at which it was read. All of them throw the classes of errors.ts.
 */
export interface PadelApi
  extends
    MatchEndpoints,
    PeopleEndpoints,
    TournamentEndpoints,
    WebhookEndpoints,
    Pick<ServiceHealth, 'failingSince' | 'failure'> {
  /** Whether live points were refused by the plan lately. */
  readonly lacksLive: () => boolean;
  /** Whether the statistics of a match were refused by the plan lately. */
  readonly lacksStats: () => boolean;
  /** How many requests wait for their turn in the budget. */
  readonly waiting: () => number;
  /** How many requests could be made for people at this moment. */
  readonly requestsLeft: () => number;
  /** Since when the service has refused requests (429); null while it takes them. */
  readonly heldOffSince: () => number | null;
  /** What is left of the minute, the day and the month; null while no process tells. */
  readonly quota: () => Quota | null;
  /** The service's clock, in milliseconds since 1970. */
  readonly serviceNow: () => number;
  readonly close: () => Promise<void>;
}

export interface PadelApiOptions extends Omit<HttpOptions, 'budget' | 'onMoved'> {
  readonly log: Logger;
  /**
   * Requests that the plan allows: 60 a minute, and any number a day and a month, unless told otherwise.
   */
  readonly limits?: Pick<BudgetOptions, 'perMinute' | 'perDay' | 'perMonth'>;
  /** What was spent before, and who remembers what is spent from now on. */
  readonly spending?: Spending | undefined;
  /** The tournaments that are known: what a day may spend of the month is planned by them. */
  readonly calendar?: (() => readonly CalendarEntry[]) | undefined;
  /** Milliseconds that a person waits for an answer at most. */
  readonly patience?: number | undefined;
  /** Is told once of each record that turned out to be another one. */
  readonly onMerged?: ((merge: Merge) => void) | undefined;
}

export const createPadelApi = (options: PadelApiOptions): PadelApi => {
  const { now, log, limits, spending, calendar, patience, onMerged } = options;
  const { monotonic = () => performance.now() } = options;
  const budget = createBudget({
    ...limits,
    now,
    monotonic,
    serviceNow: () => http.serviceNow(),
    spending,
    calendar,
  });
  const merges = createMerges();
  const http = createHttp({
    ...options,
    monotonic,
    budget,
    onMoved: (from, to) => {
      for (const merge of merges.moved(from, to)) onMerged?.(merge);
    },
  });
  const plan = createPlan(monotonic);
  const results = createResults({ now, monotonic });
  const health = createServiceHealth({ now, monotonic, log });
  const calls = createCalls({ http, health, plan, results, now, monotonic, patience, log });

  return {
    ...createMatchEndpoints(calls, merges, results.saw),
    ...createPeopleEndpoints(calls, merges),
    ...createTournamentEndpoints(calls, merges, {
      saw: results.saw,
      lists: createSyncedLists(now),
    }),
    ...createWebhookEndpoints(calls),
    lacksLive: () => plan.lacks('live'),
    lacksStats: () => plan.lacks('match-stats'),
    waiting: budget.waiting,
    requestsLeft: () => budget.free('person'),
    failingSince: health.failingSince,
    failure: health.failure,
    heldOffSince: budget.heldOffSince,
    quota: budget.quota,
    serviceNow: http.serviceNow,
    close: async () => {
      budget.stop();
      await http.close();
    },
  };
};
