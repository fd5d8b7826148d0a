import {
  proxyRefusalName,
  type RequestPriority,
  type ServiceFailure,
  type SpentQuota,
} from '../domain/quota.ts';
import { driftSummary } from '../domain/schema-drift.ts';
import { clockDifference } from '../lib/clocks.ts';
import type { TrackRecord } from '../domain/probability/track-record.ts';
import type { Vitals } from './vitals.ts';
import { CLOCK_WRONG_MS, elapsed } from '../lib/time.ts';

/**
 * One part of the health; `why` describes the fault and is missing without one. A fault that may pass
 * by itself is `ok` for a while.
 */
interface HealthPart {
  readonly ok: boolean;
  readonly why?: string;
}

/** How good the predictions of the past year were (docs/predictions.md). */
interface PredictionRecord {
  readonly predictions: number;
  readonly matches: number;
  readonly brier: number;
  readonly log_loss: number;
  readonly tenths: TrackRecord['tenths'];
}

/** The response of `GET /health`. */
export interface ProcessHealth {
  readonly ready: boolean;
  readonly parts: {
    readonly feed: HealthPart;
    readonly database: HealthPart;
    readonly clock: HealthPart;
    readonly discord: HealthPart;
    readonly alerts: HealthPart & { readonly oldest_undelivered_seconds: number | null };
    readonly padel_api: HealthPart;
    /** Always `ok`, since pushes continue without it; `degraded` means that requests are paused. */
    readonly quota: HealthPart & {
      readonly degraded: boolean;
      readonly day_left: number | null;
      readonly month_left: number | null;
    };
  };
  /** Null while no predicted match is decided. */
  readonly track_record: PredictionRecord | null;
}

/** Grace periods in seconds: how long each part may be faulty before it counts. */
const GRACE = {
  /** Without pushes the live list is read every twenty seconds (live/pacing.ts). */
  feed: 60,
  /** A result takes three and a half minutes to reach ten thousand channels. */
  alerts: 10 * 60,
  padelApi: 60,
  /** A 429 ends with the service's next minute. */
  padelApiRateLimited: 2 * 60,
} as const;

const FINE: HealthPart = { ok: true };

const wrong = (why: string): HealthPart => ({ ok: false, why });

export const judgeHealth = (vitals: Vitals): ProcessHealth => {
  const parts = {
    feed: feed(vitals),
    database: database(vitals),
    clock: clock(vitals),
    discord: discord(vitals),
    alerts: alerts(vitals),
    padel_api: padelApi(vitals),
    quota: quota(vitals),
  };
  return {
    ready: Object.values(parts).every(({ ok }) => ok),
    parts,
    track_record: predictionRecord(vitals.trackRecord),
  };
};

const predictionRecord = (record: TrackRecord | null): PredictionRecord | null => {
  if (record === null) return null;
  const { logLoss, ...others } = record;
  return { ...others, log_loss: logLoss };
};

const secondsSince = (instant: number, { at }: Vitals): number =>
  Math.round(elapsed(instant, at) / 1_000);

const feed = (vitals: Vitals): HealthPart => {
  const { connected, lastUpdateAt } = vitals.feed;
  if (lastUpdateAt === null) return wrong('No source has reported live matches yet.');
  const silence = secondsSince(lastUpdateAt, vitals);
  if (silence <= GRACE.feed) {
    const why = connected
      ? silentMatches(vitals)
      : 'The realtime server is not connected; live matches are polled.';
    return why === null ? FINE : { ok: true, why };
  }
  const realtime = connected ? 'connected' : 'not connected';
  return wrong(
    `No source has reported live matches for ${silence} s; the realtime server is ${realtime}.`,
  );
};

const silentMatches = (vitals: Vitals): string | null => {
  const { silent } = vitals.feed;
  if (silent.length === 0) return null;
  const names = silent.map(
    ({ matchId, name, since }) => `${matchId} (${name}, for ${secondsSince(since, vitals)} s)`,
  );
  return `Nothing is pushed of matches that the live list updates; they are polled: ${names.join('; ')}.`;
};

/** The doctor's words. */
const database = ({ database: trouble }: Vitals): HealthPart => {
  if (trouble === null) return FINE;
  const { says, next, code } = trouble;
  return wrong(`The database: ${says} ${next}${code === null ? '' : ` (${code})`}`);
};

const clock = ({ clockAheadMs }: Vitals): HealthPart =>
  clockAheadMs === null || Math.abs(clockAheadMs) < CLOCK_WRONG_MS
    ? FINE
    : wrong(`The machine's clock is ${clockDifference(clockAheadMs)}. Set it.`);

const discord = ({ isDiscordConnected }: Vitals): HealthPart =>
  isDiscordConnected ? FINE : wrong("Discord's gateway is not connected.");

const alerts = (vitals: Vitals): ProcessHealth['parts']['alerts'] => {
  const { stored } = vitals;
  if (stored === null) {
    return {
      ...wrong('The database does not report waiting alerts.'),
      oldest_undelivered_seconds: null,
    };
  }
  if (stored.oldestUndeliveredAt === null) return { ...FINE, oldest_undelivered_seconds: null };
  const waits = secondsSince(stored.oldestUndeliveredAt, vitals);
  const part = waits <= GRACE.alerts ? FINE : wrong(`An alert has been waiting for ${waits} s.`);
  return { ...part, oldest_undelivered_seconds: waits };
};

const FAILING: Readonly<Record<ServiceFailure, string>> = {
  down: 'Requests to the padel data service have failed',
  'refuses-token': 'The padel data service has refused PADEL_API_TOKEN',
  'refused-by-proxy': 'The proxy in front of the padel data service has refused requests',
  unreadable: 'PADEL_API_URL has not answered like the padel data service',
};

/** Changed answers are named and do not count against the health: the bot goes on with what they have. */
const padelApi = (vitals: Vitals): HealthPart => {
  const { ok, why } = requests(vitals);
  const drift = driftSummary(vitals.service.drift, vitals.at);
  if (drift === null) return why === undefined ? { ok } : { ok, why };
  const changed = `The padel data service's answers have changed: ${drift}.`;
  return { ok, why: why === undefined ? changed : `${why} ${changed}` };
};

/** Described from the first moment on; counts against the health after the grace period. */
const requests = (vitals: Vitals): HealthPart => {
  const { failingSince, failure, proxyError, rateLimitedSince, quota } = vitals.service;
  const limited = rateLimitedSince === null ? 0 : secondsSince(rateLimitedSince, vitals);
  // A quota that another program has spent is reported as such.
  const isSpent = quota?.spent.some(({ priority }) => priority === 'person') === true;
  if (limited > 0 && !isSpent) {
    const why = `The padel data service has refused requests (429) for ${limited} s.`;
    return { ok: limited <= GRACE.padelApiRateLimited, why };
  }
  if (failingSince === null) return FINE;
  const failing = secondsSince(failingSince, vitals);
  const isProxy = failure === 'refused-by-proxy';
  const name = isProxy ? ` (${proxyRefusalName(proxyError)})` : '';
  const next = isProxy ? ' Ask the service to admit this address and User-Agent.' : '';
  const why = `${FAILING[failure ?? 'down']}${name} for ${failing} s.${next}`;
  return { ok: failing <= GRACE.padelApi, why };
};

const SPENT: Readonly<Record<SpentQuota['by'], string>> = {
  day: "The day's share of the requests to the padel data service is spent",
  month: "The month's requests to the padel data service are spent",
  elsewhere: 'The padel data service refuses requests: another program spends its quota',
};

/** What a refused priority means. */
const REFUSED: Readonly<Record<RequestPriority, string>> = {
  person: 'members get saved data',
  result: 'results are late',
  live: 'starts and points without a push are late',
  background:
    'changes of the schedule are late, and results without a push by a quarter of an hour',
  refresh: 'saved data is not refreshed',
  names: 'names are not refreshed',
};

const quota = ({ service }: Vitals): ProcessHealth['parts']['quota'] => {
  const { spent = [], day, month } = service.quota ?? {};
  const left = { day_left: day?.left ?? null, month_left: month?.left ?? null };
  const [first] = spent;
  if (first === undefined) return { ...FINE, degraded: false, ...left };
  const effects = spent.map(({ priority }) => `${priority} (${REFUSED[priority]})`).join(', ');
  const until = new Date(first.until).toISOString();
  const why = `${SPENT[first.by]}. Refused until ${until}: ${effects}.`;
  return { ok: true, why, degraded: true, ...left };
};
