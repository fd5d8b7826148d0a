import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_SERVICE, type SpentQuota } from '#src/domain/quota.ts';
import { TimeoutError } from '#src/lib/with-timeout.ts';
import { SECOND } from '#src/lib/time.ts';
import { troubleOf } from '#src/store/trouble.ts';
import { judgeHealth, type ProcessHealth } from '#src/http/health.ts';
import type { Vitals } from '#src/http/vitals.ts';
import { NOON } from '../store/rows.ts';
import { aHouse, anEndpoint, aQuota } from './stage.ts';

const WELL: Vitals = {
  at: NOON,
  feed: { connected: true, lastUpdateAt: NOON, startedAt: NOON, silent: [] },
  isDiscordConnected: true,
  roles: {},
  service: { ...UNKNOWN_SERVICE, requestsLeft: 42 },
  database: null,
  clockAheadMs: 0,
  trackRecord: null,
  stored: { oldestUndeliveredAt: null, inbox: 0 },
};

const failure = (code: string): Error => Object.assign(new Error(code), { code });

const ago = (seconds: number): number => NOON - seconds * SECOND;

const feedUpdated = (secondsAgo: number, connected = true): Vitals['feed'] => ({
  connected,
  lastUpdateAt: ago(secondsAgo),
  startedAt: NOON,
  silent: [],
});

const aSilentMatch = { matchId: 7009, name: 'Vega/Lamas - Soria/Pinto', since: ago(95) };

const rateLimited = (seconds: number): Vitals['service'] => ({
  ...WELL.service,
  rateLimitedSince: ago(seconds),
});

const failing = (seconds: number): Vitals['service'] => ({
  ...WELL.service,
  failingSince: ago(seconds),
});

describe('the health report', () => {
  it('says at once how the data service fails, while the process is still ready', () => {
    const refused = { ...failing(3), failure: 'refuses-token' } as const;
    expect(judgeHealth({ ...WELL, service: refused })).toMatchObject({
      ready: true,
      parts: {
        padel_api: { ok: true, why: 'The padel data service has refused PADEL_API_TOKEN for 3 s.' },
      },
    });
  });

  it('names the refusal of the proxy, and what to do', () => {
    const refused = { ...failing(3), failure: 'refused-by-proxy', proxyError: 1010 } as const;
    expect(judgeHealth({ ...WELL, service: refused }).parts.padel_api).toEqual({
      ok: true,
      why:
        'The proxy in front of the padel data service has refused requests (403, error 1010) for 3 s.' +
        ' Ask the service to admit this address and User-Agent.',
    });
  });

  it('names what the answers of the data service lack, while the process is still ready', () => {
    const drift = Array.from({ length: 7 }, (_, index) => ({
      ...{ endpoint: 'rankings', what: `with ${index}`, carried: 0, of: 50 },
      ...{ since: ago(600), expected: 'text' },
    }));
    const part = (service: Vitals['service']) => judgeHealth({ ...WELL, service }).parts.padel_api;
    expect(part({ ...WELL.service, drift: drift.slice(0, 1) })).toEqual({
      ok: true,
      why: "The padel data service's answers have changed: rankings: 0 of 50 rows with 0 since 11:50 (expected text).",
    });
    const both = part({ ...failing(61), drift });
    expect(both.ok).toBe(false);
    expect(both.why).toMatch(/^Requests .* 61 s\. The padel .* with 4 since .*; 2 more\.$/);
  });

  it('is ready when nothing is wrong', () => {
    expect(judgeHealth(WELL)).toEqual({
      ready: true,
      track_record: null,
      parts: {
        feed: { ok: true },
        database: { ok: true },
        clock: { ok: true },
        discord: { ok: true },
        alerts: { ok: true, oldest_undelivered_seconds: null },
        padel_api: { ok: true },
        quota: { ok: true, degraded: false, day_left: null, month_left: null },
      },
    });
  });

  it.each<[SpentQuota['by'], string]>([
    ['day', "The day's share of the requests to the padel data service is spent."],
    ['month', "The month's requests to the padel data service are spent."],
    ['elsewhere', 'The padel data service refuses requests: another program spends its quota.'],
  ])('is ready and degraded when the quota is spent: %s', (by, words) => {
    const quota = aQuota({
      spent: (['person', 'names'] as const).map((priority) => ({ priority, by, until: NOON })),
    });
    expect(judgeHealth({ ...WELL, service: { ...rateLimited(900), quota } })).toMatchObject({
      ready: true,
      parts: {
        padel_api: { ok: true },
        quota: {
          ok: true,
          degraded: true,
          why: `${words} Refused until ${new Date(NOON).toISOString()}: person (members get saved data), names (names are not refreshed).`,
          day_left: 1_200,
          month_left: 36_000,
        },
      },
    });
  });

  it('contains the track record', () => {
    const record = { predictions: 3, matches: 1, brier: 0.2, logLoss: 0.6, tenths: [] };
    const { track_record } = judgeHealth({
      ...WELL,
      trackRecord: record,
    });
    expect(track_record).toEqual({
      predictions: 3,
      matches: 1,
      brier: 0.2,
      log_loss: 0.6,
      tenths: [],
    });
  });

  it.each<[string, keyof ProcessHealth['parts'], Partial<Vitals>]>([
    [
      'updates; they are polled: 7009 (Vega/Lamas - Soria/Pinto, for 95 s).',
      'feed',
      { feed: { ...feedUpdated(9), silent: [aSilentMatch] } },
    ],
    ['The realtime server is not connected', 'feed', { feed: feedUpdated(59, false) }],
    ['refused requests (429) for 119 s', 'padel_api', { service: rateLimited(119) }],
  ])('says why it is degraded although ready: %s', (words, part, more) => {
    expect(judgeHealth({ ...WELL, ...more }).parts[part]).toEqual({
      ok: true,
      why: expect.stringContaining(words) as string,
    });
  });

  it.each<[string, Partial<Vitals>]>([
    ['a disconnected realtime server and a live list', { feed: feedUpdated(59, false) }],
    ['a service that has failed for a minute', { service: failing(60) }],
    ['a service that has refused requests for 119 seconds', { service: rateLimited(119) }],
    ['an alert of ten minutes ago', { stored: { oldestUndeliveredAt: ago(600), inbox: 3 } }],
    ['a clock that was set back', { feed: feedUpdated(-3_600), service: failing(-3_600) }],
  ])('is ready with %s', (_what, more) => {
    expect(judgeHealth({ ...WELL, ...more }).ready).toBe(true);
  });

  it.each<[keyof ProcessHealth['parts'], string, Partial<Vitals>]>([
    [
      'feed',
      'No source has reported live matches yet.',
      { feed: { connected: true, lastUpdateAt: null, startedAt: NOON, silent: [] } },
    ],
    [
      'feed',
      'No source has reported live matches for 61 s; the realtime server is connected.',
      { feed: feedUpdated(61) },
    ],
    [
      'feed',
      'No source has reported live matches for 75 s; the realtime server is not connected.',
      { feed: feedUpdated(75, false) },
    ],
    [
      'database',
      'The database: Its disk is full. Free some space. (SQLITE_FULL)',
      { database: troubleOf(failure('SQLITE_FULL')), stored: null },
    ],
    [
      'database',
      'The database: It does not answer. Check the server and the network in between. (ETIMEDOUT)',
      { database: troubleOf(new TimeoutError(3_000)), stored: null },
    ],
    ['clock', "The machine's clock is 3 h behind. Set it.", { clockAheadMs: -3 * 3_600_000 }],
    ['discord', "Discord's gateway is not connected.", { isDiscordConnected: false }],
    [
      'alerts',
      'An alert has been waiting for 601 s.',
      { stored: { oldestUndeliveredAt: ago(601), inbox: 0 } },
    ],
    [
      'padel_api',
      'Requests to the padel data service have failed for 61 s.',
      { service: failing(61) },
    ],
    [
      'padel_api',
      'PADEL_API_URL has not answered like the padel data service for 61 s.',
      { service: { ...failing(61), failure: 'unreadable' } },
    ],
    [
      'padel_api',
      'The padel data service has refused requests (429) for 300 s.',
      { service: rateLimited(300) },
    ],
  ])('is not ready because of %s: %s', (part, why, more) => {
    const { ready, parts } = judgeHealth({ ...WELL, ...more });
    expect(ready).toBe(false);
    expect(parts[part]).toMatchObject({ ok: false, why });
  });
});

describe('GET /health', () => {
  it('responds with 200, and no caching, while all is well', async () => {
    const { get } = await anEndpoint({ webhook: null });
    const response = await get('/health');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toMatchObject({ ready: true });
    expect((await get('/health', 'HEAD')).status).toBe(200);
  });

  it('responds with 503 and the reason while something is wrong, and then with 200 again', async () => {
    let isDiscordConnected = false;
    const house = aHouse(() => ({ isDiscordConnected }));
    const { get, monotonic } = await anEndpoint({ house });
    const response = await get('/health');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      ready: false,
      parts: { discord: { ok: false, why: "Discord's gateway is not connected." } },
    });
    isDiscordConnected = true;
    monotonic.pass(2_000);
    expect((await get('/health')).status).toBe(200);
  });

  it('says when the database is readable but not writable', async () => {
    const { get, db, monotonic } = await anEndpoint();
    await sql`pragma query_only = on`.execute(db);
    const response = await get('/health');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      parts: {
        database: {
          ok: false,
          why: "The database: The file is not writable. Make the bot's user its owner. (SQLITE_READONLY)",
        },
      },
    });
    await sql`pragma query_only = off`.execute(db);
    monotonic.pass(2_000);
    expect((await get('/health')).status).toBe(200);
  });

  it('responds with 503 when the database is closed', async () => {
    const { get, db, stop } = await anEndpoint();
    await db.destroy();
    const response = await get('/health');
    expect(response.status).toBe(503);
    await stop();
  });

  it('reads the vitals once for all requests within two seconds', async () => {
    let reads = 0;
    const house = aHouse(() => {
      reads += 1;
      return {};
    });
    const { get, monotonic } = await anEndpoint({ house });
    await Promise.all(Array.from({ length: 50 }, () => get('/health')));
    monotonic.pass(1_999);
    await get('/metrics');
    expect(reads).toBe(1);
    monotonic.pass(1);
    await get('/health');
    expect(reads).toBe(2);
  });
});
