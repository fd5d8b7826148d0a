import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { SEND_PRIORITY_NAMES, SEND_RESULTS } from '#src/alerts/delivery/instrumented-sender.ts';
import { UNKNOWN_SERVICE, type Quota } from '#src/domain/quota.ts';
import { HOUR } from '#src/lib/time.ts';
import type { ChangeNotice } from '#src/padel-api/wire/webhook.ts';
import { aStore } from '../store/migrated.ts';
import { startInbox, type InboxOptions } from '#src/http/inbox.ts';
import { startEndpoint, type EndpointOptions } from '#src/http/endpoint.ts';
import { createMetrics } from '#src/http/metrics.ts';
import { createVitals, type BotVitals } from '#src/http/vitals.ts';
import { aLog } from '../lib/log.ts';
import { NOON } from '../store/rows.ts';

export const SECRET = 'secret-of-the-webhook';

/** The path of webhooks in tests. */
export const PATH = '/webhooks/padel';

export const signed = (body: string | Uint8Array, secret = SECRET): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** Vital signs without a fault. */
export const aHouse =
  (more: () => Partial<BotVitals> = () => ({})) =>
  (): BotVitals => ({
    feed: { connected: true, lastUpdateAt: NOON, startedAt: NOON, silent: [] },
    isDiscordConnected: true,
    clockAheadMs: 0,
    roles: { feed: true, sender: false },
    service: { ...UNKNOWN_SERVICE, quota: aQuota(), requestsLeft: 42 },
    ...more(),
  });

/** A quota with requests left. */
export const aQuota = (more: Partial<Quota> = {}): Quota => ({
  minute: { limit: 60, used: 18, left: 42, resetsAt: NOON + 60_000 },
  day: { limit: 1_500, used: 300, left: 1_200, resetsAt: NOON + 12 * HOUR },
  month: { limit: 45_000, used: 9_000, left: 36_000, resetsAt: NOON + 500 * HOUR },
  spent: [],
  ...more,
});

/** A clock that only the test advances, milliseconds. */
export const aClock = (start = 0) => {
  let at = start;
  return {
    now: () => at,
    pass: (milliseconds: number): void => {
      at += milliseconds;
    },
  };
};

export const METRICS = {
  discordPerSecond: 50,
  discordResults: SEND_RESULTS,
  discordPriorities: SEND_PRIORITY_NAMES,
  startedAt: NOON,
  monotonic: () => 0,
} as const;

export const newMetrics = () => createMetrics(METRICS);

type Http = NonNullable<EndpointOptions['http']>;

export interface StageOptions extends Partial<Pick<EndpointOptions, 'db' | 'discordKey'>> {
  readonly house?: () => BotVitals;
  readonly look?: InboxOptions['refresh'];
  /** Null for health and metrics only. */
  readonly webhook?: Http['webhook'] | null;
  readonly http?: Partial<Http>;
}

/** The endpoint on a free port, with its own database and a stopped clock. */
export const anEndpoint = async (options: StageOptions = {}) => {
  const { webhook = { path: PATH, signing: { secrets: [SECRET], header: 'Signature' } } } = options;
  const notices: ChangeNotice[] = [];
  const log = aLog();
  const store = await aStore(log);
  onTestFinished(store.close);
  const { db = store.db } = options;
  const wall = aClock(NOON);
  const monotonic = aClock();
  const metrics = newMetrics();
  const clocks = { now: wall.now, monotonic: monotonic.now };
  const inbox = startInbox({
    db,
    refresh:
      options.look ??
      ((notice) => {
        notices.push(notice);
        return Promise.resolve();
      }),
    ...clocks,
    log,
  });
  onTestFinished(inbox.stop);
  const endpoint = await startEndpoint({
    http: {
      port: 0,
      host: '127.0.0.1',
      trustProxy: [],
      ...(webhook === null ? {} : { webhook }),
      ...options.http,
    },
    db,
    onStored: inbox.wake,
    discordKey: options.discordKey ?? (() => null),
    vitals: createVitals({ db, botVitals: options.house ?? aHouse(), ...clocks }),
    metrics,
    ...clocks,
    log,
  });
  onTestFinished(endpoint.stop);

  const origin = endpoint.origin ?? '';
  const send = (
    body: string | Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = { signature: signed(body) },
    method = 'POST',
  ) =>
    fetch(`${origin}${webhook?.path ?? PATH}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body }),
    });
  /** The entries of the inbox, in order. */
  const stored = async (): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('inbox')
      .select(['kind', 'change', 'recordId'])
      .orderBy('id')
      .execute();
    return rows.map(({ kind, change, recordId }) => `${kind}.${change} ${recordId}`);
  };
  return {
    ...endpoint,
    origin,
    db,
    wall,
    monotonic,
    notices,
    log,
    metrics,
    send,
    stored,
    get: (path: string, method = 'GET') => fetch(`${origin}${path}`, { method }),
  };
};
