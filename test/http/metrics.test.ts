import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_SERVICE } from '#src/domain/quota.ts';
import { HOUR } from '#src/lib/time.ts';
import { createMetrics } from '#src/http/metrics.ts';
import { addEvents } from '#src/store/outbox/events.ts';
import { aDeliveryOnWire } from '../padel-api/bodies.ts';
import { NOON } from '../store/rows.ts';
import { aClock, aHouse, anEndpoint, aQuota, METRICS } from './stage.ts';

/** A sample of the text format of Prometheus, which accepts numbers in any case. */
const SAMPLE = /^[a-z_][a-z0-9_]*(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? (Nan|[-+]?[\d.e+-]+)$/i;

type Get = Awaited<ReturnType<typeof anEndpoint>>['get'];

const samples = async (get: Get): Promise<readonly string[]> => {
  const text = await (await get('/metrics')).text();
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
};

describe('GET /metrics', () => {
  it('has the text format of Prometheus', async () => {
    const { get } = await anEndpoint({ webhook: null });
    const response = await get('/metrics');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    for (const line of lines)
      expect(line).toMatch(line.startsWith('#') ? /^# (HELP|TYPE) / : SAMPLE);
    const ours = lines.filter((line) => line.startsWith('# TYPE bandeja_'));
    for (const line of ours) {
      const [, , name = '', type] = line.split(' ');
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
    }
  });

  it('reports the vitals', async () => {
    const house = aHouse(() => ({
      feed: { connected: false, lastUpdateAt: NOON - 7_500, startedAt: NOON - HOUR, silent: [] },
      service: {
        ...UNKNOWN_SERVICE,
        failingSince: NOON - 90_000,
        rateLimitedSince: NOON - 90_000,
        quota: aQuota(),
        requestsLeft: 31,
        requestsWaiting: 4,
        drift: ['readable', 'with date'].map((what) => ({
          ...{ what, endpoint: 'rankings', carried: 0, of: 50 },
          ...{ since: NOON, expected: 'date' },
        })),
      },
    }));
    const { get, db } = await anEndpoint({ house });
    const news = {
      event: { kind: 'start', matchId: 1 },
      priority: 0,
      expiresAt: NOON + HOUR,
    } as const;
    await addEvents(db, [news], NOON - 12_000);
    const lines = await samples(get);
    expect(lines).toEqual(
      expect.arrayContaining([
        'bandeja_padel_schema_drift{endpoint="rankings"} 2',
        'bandeja_padel_schema_drift{endpoint="matches/:id"} 0',
        'bandeja_feed_connected 0',
        'bandeja_feed_last_update_age_seconds 7.5',
        'bandeja_discord_connected 1',
        'bandeja_padel_failing_seconds 90',
        'bandeja_padel_requests_left 31',
        'bandeja_padel_requests_waiting 4',
        'bandeja_padel_rate_limited_seconds 90',
        'bandeja_padel_quota_limit{horizon="day"} 1500',
        'bandeja_padel_quota_used{horizon="month"} 9000',
        'bandeja_padel_quota_spent{priority="result"} 0',
        'bandeja_oldest_undelivered_alert_age_seconds 12',
        'bandeja_inbox_waiting 0',
        'bandeja_database_up 1',
        'bandeja_role_held{role="feed"} 1',
        'bandeja_role_held{role="sender"} 0',
        `bandeja_start_time_seconds ${NOON / 1_000}`,
      ]),
    );
    expect(lines.some((line) => line.startsWith('process_cpu_seconds_total '))).toBe(true);
    expect(lines.some((line) => line.startsWith('nodejs_heap_size_used_bytes '))).toBe(true);
  });

  it('counts the age of live data from the start when there is none: NaN would exceed no limit', async () => {
    const feed = { connected: true, lastUpdateAt: null, startedAt: NOON - 130_000, silent: [] };
    const { get } = await anEndpoint({ house: aHouse(() => ({ feed })) });
    expect(await samples(get)).toEqual(
      expect.arrayContaining([
        'bandeja_feed_last_update_age_seconds 130',
        'bandeja_padel_failing_seconds 0',
      ]),
    );
  });

  it('has every series of a counter from zero on, so that the first of a kind is an increase', async () => {
    const { get } = await anEndpoint();
    const lines = await samples(get);
    for (const series of [
      'bandeja_discord_requests_total{result="rejected",priority="card"} 0',
      'bandeja_padel_requests_total{priority="person",status="401"} 0',
      'bandeja_padel_requests_total{priority="live",status="none"} 0',
      'bandeja_padel_requests_total{priority="names",status="5xx"} 0',
    ]) {
      expect(lines).toContain(series);
    }
  });

  it('reports NaN for values of the database while that fails', async () => {
    const { get, db } = await anEndpoint();
    await sql`pragma query_only = on`.execute(db);
    expect(await samples(get)).toEqual(
      expect.arrayContaining([
        'bandeja_database_up 0',
        'bandeja_oldest_undelivered_alert_age_seconds Nan',
        'bandeja_inbox_waiting Nan',
      ]),
    );
  });

  it('counts webhook deliveries by outcome, from zero on', async () => {
    const { get, send } = await anEndpoint();
    const delivery = JSON.stringify(aDeliveryOnWire());
    for (const body of [delivery, delivery, '{', '{}']) await send(body);
    await send(delivery, { signature: 'invalid-signature' });
    await send(delivery, { 'content-type': 'text/plain' });
    const counted = (await samples(get)).filter((line) =>
      line.startsWith('bandeja_webhook_deliveries_total'),
    );
    const ones = [
      'accepted',
      'repeated',
      'malformed',
      'unknown',
      'invalid-signature',
      'wrong-type',
    ];
    const zeros = ['too-large', 'limited', 'incomplete', 'store-failed'];
    expect(counted.toSorted()).toEqual(
      [...ones.map((name) => [name, 1]), ...zeros.map((name) => [name, 0])]
        .map(([name, count]) => `bandeja_webhook_deliveries_total{outcome="${name}"} ${count}`)
        .toSorted(),
    );
  });

  it('counts alerts, and requests to Discord and to the data service', async () => {
    const { get, metrics } = await anEndpoint();
    metrics.delivery('sent', 'headline');
    metrics.delivery('sent', 'headline');
    metrics.delivery('suppressed', 'set');
    metrics.discord('limited', 'card');
    metrics.padel('live', 200);
    metrics.padel('person', null);
    expect(await samples(get)).toEqual(
      expect.arrayContaining([
        'bandeja_alert_deliveries_total{outcome="sent",priority="headline"} 2',
        'bandeja_alert_deliveries_total{outcome="suppressed",priority="set"} 1',
        'bandeja_discord_requests_total{result="limited",priority="card"} 1',
        'bandeja_padel_requests_total{priority="live",status="200"} 1',
        'bandeja_padel_requests_total{priority="person",status="none"} 1',
      ]),
    );
  });

  it('has few series, whatever status a service sends', async () => {
    const { get, metrics } = await anEndpoint();
    for (let status = 100; status < 1_000; status += 1) metrics.padel('live', status);
    const counted = (await samples(get)).filter((line) =>
      line.startsWith('bandeja_padel_requests_total{priority="live"'),
    );
    expect(counted.length).toBeLessThan(20);
    expect(counted).toContain('bandeja_padel_requests_total{priority="live",status="5xx"} 99');
  });
});

describe('the share of Discord’s limit', () => {
  it('covers the last ten seconds', async () => {
    const clock = aClock();
    const metrics = createMetrics({ ...METRICS, monotonic: clock.now });
    const share = async (): Promise<string | undefined> => {
      const text = await metrics.text({
        at: NOON,
        feed: { connected: true, lastUpdateAt: null, startedAt: NOON, silent: [] },
        isDiscordConnected: true,
        roles: {},
        service: UNKNOWN_SERVICE,
        database: null,
        clockAheadMs: 0,
        trackRecord: null,
        stored: null,
      });
      return /^bandeja_discord_limit_used_ratio (.*)$/m.exec(text)?.[1];
    };
    expect(await share()).toBe('0');
    for (let second = 0; second < 10; second += 1) {
      if (second > 0) clock.pass(1_000);
      for (let request = 0; request < 45; request += 1) metrics.discord('sent', 'card');
    }
    expect(await share()).toBe('0.9');
    clock.pass(5_000);
    expect(await share()).toBe('0.45');
    clock.pass(60_000);
    expect(await share()).toBe('0');
  });
});
