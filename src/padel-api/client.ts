import type { Merge } from '../domain/match/match.ts';
import type { ServiceState } from '../domain/quota.ts';
import type { DriftFinding } from '../domain/schema-drift.ts';
import type { Logger } from '../lib/logger.ts';
import { createBudget, type BudgetOptions } from './quota/budget.ts';
import { createAnswers } from './request/answers.ts';
import { createRequestLayer } from './request/request-layer.ts';
import { createMatchEndpoints, type MatchEndpoints } from './endpoints/matches.ts';
import { createPeopleEndpoints, type PeopleEndpoints } from './endpoints/people.ts';
import { createTournamentEndpoints, type TournamentEndpoints } from './endpoints/tournaments.ts';
import { createWebhookEndpoints, type WebhookEndpoints } from './endpoints/webhooks.ts';
import { UnreadableAnswer } from './errors.ts';
import { createHttp, type ServiceHttpOptions } from './request/http.ts';
import { createMergedIds } from './request/merged-ids.ts';
import { createPathForms } from './request/path-forms.ts';
import { createMissing } from './request/missing.ts';
import { createPlan } from './request/plan.ts';
import type { CalendarEntry } from './quota/calendar.ts';
import { createResults } from './request/results.ts';
import { createSchemaDrift } from './request/schema-drift.ts';
import { createServiceHealth } from './request/service-health.ts';
import type { Spending } from './quota/request-counts.ts';
import { createSyncedLists } from './synced-lists.ts';
import { withinBounds } from './wire/envelope.ts';
import { liveWire } from './wire/live.ts';

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

/** A list of which the rows are judged already is named once. */
const withLists = (rows: readonly DriftFinding[], lists: readonly DriftFinding[]) => [
  ...rows,
  ...lists.filter(({ endpoint, what }) =>
    rows.every((row) => row.endpoint !== endpoint || row.what !== what),
  ),
];

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
  const plan = createPlan(monotonic);
  const paths = createPathForms(options.baseUrl);
  const { ofKnownRecord } = paths;
  const { serviceNow } = http;
  const missing = createMissing({ monotonic, serviceNow, ofKnownRecord, log });
  const results = createResults({ now, monotonic });
  const health = createServiceHealth({ now, monotonic, serviceNow: http.serviceNow, log });
  const drift = createSchemaDrift({ monotonic, serviceNow: http.serviceNow, log });
  const answers = createAnswers(drift);
  const calls = createRequestLayer({
    http,
    answers,
    health,
    plan,
    missing,
    paths,
    results,
    now,
    monotonic,
    userTimeoutMs,
    log,
  });

  return {
    ...createMatchEndpoints(calls, merges, results.recordMatch),
    ...createPeopleEndpoints(calls, merges),
    ...createTournamentEndpoints(calls, merges, {
      saw: results.recordMatch,
      lists: createSyncedLists(now),
    }),
    ...createWebhookEndpoints(calls),
    state: () => ({
      lacksLive: plan.lacks('live'),
      lacksStats: plan.lacks('match-stats'),
      lacksPlayerRankings: plan.lacks('player-rankings') || missing.lacks('player-rankings'),
      failingSince: health.failingSince(),
      failure: health.failure(),
      proxyError: health.proxyError(),
      rateLimitedSince: budget.rateLimitedSince(),
      quota: budget.quota(),
      requestsLeft: budget.free('person'),
      requestsWaiting: budget.waiting(),
      drift: [...missing.findings(), ...withLists(drift.findings(), health.unreadable())],
    }),
    sawFrame: (payload) => {
      try {
        answers.record(liveWire, '/frames', withinBounds(payload));
      } catch (error) {
        if (!(error instanceof UnreadableAnswer)) throw error;
      }
    },
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
