import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { HORIZONS, REQUEST_PRIORITIES } from '../domain/quota.ts';
import type { Clocks } from '../lib/clocks.ts';
import { createSlidingWindowCounter } from '../lib/sliding-window-counter.ts';
import { elapsed, SECOND } from '../lib/time.ts';
import { ENDPOINT_NAMES } from '../padel-api/wire/records.ts';
import { DELIVERY_OUTCOMES, type DeliveryOutcome } from './outcomes.ts';
import type { Vitals } from './vitals.ts';

interface MetricsOptions extends Pick<Clocks, 'monotonic'> {
  readonly discordPerSecond: number;
  /** The possible results of a request to Discord, and the priorities: each series starts at zero. */
  readonly discordResults: readonly string[];
  readonly discordPriorities: readonly string[];
  /** When the bot was started, wall clock, milliseconds. */
  readonly startedAt: number;
}

const SHARE_WINDOW_SECONDS = 10;

/** The statuses of the service (specification, "Errors"). */
const KNOWN_STATUSES: ReadonlySet<number> = new Set([200, 302, 401, 402, 404, 422, 429, 500]);

const statusLabel = (status: number | null): string => {
  if (status === null) return 'none';
  return KNOWN_STATUSES.has(status) ? String(status) : `${Math.floor(status / 100)}xx`;
};

/**
 * Every expected label of `statusLabel`. Prometheus sees no increase in a counter whose first sample is
 * 1, so its alert would not fire.
 */
const STATUS_LABELS = ['none', ...[...KNOWN_STATUSES].map(String), '3xx', '4xx', '5xx'];

/** Node's metrics of the process, shared by every start of the bot in it. */
let ofProcess: Registry | undefined;

const processRegistry = (): Registry => {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
};

/** The counters of the bot. Labels have few values, whatever comes from outside. */
export const createMetrics = (options: MetricsOptions) => {
  const { discordPerSecond, monotonic, startedAt } = options;
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name: `bandeja_${name}`, help, labelNames: [...labelNames], registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `bandeja_${name}`, help, labelNames: [...labelNames], registers });

  const webhooks = counter('webhook_deliveries_total', 'Webhook deliveries received, by outcome.', [
    'outcome',
  ]);
  const deliveries = counter(
    'alert_deliveries_total',
    'Outcomes of alerts in channels: sent, suppressed, failed, or pending.',
    ['outcome', 'priority'],
  );
  const discord = counter(
    'discord_requests_total',
    'Requests of alerts to Discord, by what became of them.',
    ['result', 'priority'],
  );
  const padel = counter(
    'padel_requests_total',
    'Requests to the padel data service, by status; "none" brought no answer.',
    ['priority', 'status'],
  );
  for (const outcome of DELIVERY_OUTCOMES) webhooks.inc({ outcome }, 0);
  for (const priority of options.discordPriorities) {
    for (const result of options.discordResults) discord.inc({ result, priority }, 0);
  }
  for (const priority of REQUEST_PRIORITIES) {
    for (const status of STATUS_LABELS) padel.inc({ priority, status }, 0);
  }
  gauge(
    'start_time_seconds',
    'When the bot last started in this process, or restarted after it lost its database.',
  ).set(startedAt / 1_000);

  const share = gauge(
    'discord_limit_used_ratio',
    `Share of Discord's requests a second that alerts used in the last ${SHARE_WINDOW_SECONDS} seconds.`,
  );
  const gauges = {
    discordConnected: gauge('discord_connected', 'Whether the gateway of Discord is connected.'),
    feedConnected: gauge('feed_connected', 'Whether the realtime server is connected.'),
    feedAge: gauge(
      'feed_last_update_age_seconds',
      'Time since a source last reported live matches, or since the start; 0 while no news can be missing.',
    ),
    undeliveredAge: gauge(
      'oldest_undelivered_alert_age_seconds',
      'Age of the oldest undelivered alert; 0 when there is none.',
    ),
    roleHeld: gauge('role_held', 'Whether this process has the role, which one of all has.', [
      'role',
    ]),
    databaseUp: gauge('database_up', 'Whether the database can be written.'),
    inbox: gauge('inbox_waiting', 'Webhook change notices that are not handled yet.'),
    padelFailing: gauge(
      'padel_failing_seconds',
      'Time for which the data service has answered no request well; 0 while it does.',
    ),
    padelLeft: gauge(
      'padel_requests_left',
      'Requests for users that the limit of the minute allows now.',
    ),
    padelWaiting: gauge('padel_requests_waiting', 'Queued requests to the data service.'),
    padelRateLimited: gauge(
      'padel_rate_limited_seconds',
      'Time for which the data service has rate limited requests (429); 0 while it does not.',
    ),
    padelDrift: gauge(
      'padel_schema_drift',
      'Fields and rows that answers of an endpoint of the data service no longer have as they had.',
      ['endpoint'],
    ),
    quotaLimit: gauge(
      'padel_quota_limit',
      'Requests to the data service that may be made within a horizon; NaN where there is no limit.',
      ['horizon'],
    ),
    quotaUsed: gauge(
      'padel_quota_used',
      'Requests to the data service that were made within a horizon.',
      ['horizon'],
    ),
    quotaSpent: gauge(
      'padel_quota_spent',
      'Whether requests of a priority are refused because the quota of the day or the month is spent.',
      ['priority'],
    ),
  };
  const recent = createSlidingWindowCounter({
    // The current second counts besides.
    windowMs: (SHARE_WINDOW_SECONDS - 1) * SECOND,
    stepMs: SECOND,
    monotonic,
  });

  const show = (vitals: Vitals): void => {
    const { at, stored, feed, service } = vitals;
    const age = (instant: number) => elapsed(instant, at) / 1_000;
    share.set(recent.count() / (SHARE_WINDOW_SECONDS * discordPerSecond));
    gauges.discordConnected.set(Number(vitals.isDiscordConnected));
    gauges.feedConnected.set(Number(feed.connected));
    gauges.feedAge.set(age(feed.lastUpdateAt ?? feed.startedAt));
    for (const [role, isHeld] of Object.entries(vitals.roles)) {
      gauges.roleHeld.set({ role }, Number(isHeld));
    }
    gauges.databaseUp.set(Number(vitals.database === null));
    gauges.inbox.set(stored?.inbox ?? NaN);
    gauges.undeliveredAge.set(stored === null ? NaN : age(stored.oldestUndeliveredAt ?? at));
    gauges.padelFailing.set(age(service.failingSince ?? at));
    gauges.padelLeft.set(service.requestsLeft);
    gauges.padelWaiting.set(service.requestsWaiting);
    gauges.padelRateLimited.set(age(service.rateLimitedSince ?? at));
    for (const endpoint of ENDPOINT_NAMES) {
      const findings = service.drift.filter((finding) => finding.endpoint === endpoint);
      gauges.padelDrift.set({ endpoint }, findings.length);
    }
    const { quota } = service;
    for (const horizon of HORIZONS) {
      gauges.quotaLimit.set({ horizon }, quota?.[horizon].limit ?? NaN);
      gauges.quotaUsed.set({ horizon }, quota?.[horizon].used ?? NaN);
    }
    for (const priority of REQUEST_PRIORITIES) {
      const isSpent = quota?.spent.some((spent) => spent.priority === priority) === true;
      gauges.quotaSpent.set({ priority }, Number(isSpent));
    }
  };

  let last: { readonly vitals: Vitals; readonly text: Promise<string> } | undefined;
  return {
    webhook: (outcome: DeliveryOutcome): void => {
      webhooks.inc({ outcome });
    },
    delivery: (outcome: string, priority: string): void => {
      deliveries.inc({ outcome, priority });
    },
    discord: (result: string, priority: string): void => {
      recent.add();
      discord.inc({ result, priority });
    },
    /** Counts a response of the padel data service by status; null for none. */
    padel: (priority: string, status: number | null): void => {
      padel.inc({ priority, status: statusLabel(status) });
    },
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    /** All metrics in the text format of Prometheus, with these vital signs; cached as long as they are. */
    text: (vitals: Vitals): Promise<string> => {
      if (last?.vitals !== vitals) {
        show(vitals);
        last = { vitals, text: Registry.merge([registry, processRegistry()]).metrics() };
      }
      return last.text;
    },
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
