import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { statusReport } from '#src/doctor/status.ts';
import { MINUTE, SECOND } from '#src/lib/time.ts';
import { openStore, type Db } from '#src/store/connection/database.ts';
import { savePredictionChange } from '#src/store/matches/predictions.ts';
import { startFeedRecord, startPostingRecord } from '#src/webhook/public-status/record.ts';
import { addPublicStatus } from '#src/webhook/public-status/routes.ts';
import { aLog } from '../lib/log.ts';
import { migratedFile } from '../store/migrated.ts';
import { NOON } from '../store/rows.ts';
import { aClock, anEndpoint } from './stage.ts';

const statusWire = z.object({
  down_since: z.string().nullable(),
  no_live_data_since: z.string().nullable(),
  uptime_percent: z.number().nullable(),
  point_to_post_ms: z.object({ p50: z.number(), p95: z.number() }).nullable(),
  messages: z.number(),
  days: z.array(z.object({ down_minutes: z.number().nullable(), messages: z.number() })).length(90),
  feed_gaps: z.array(z.object({ from: z.string(), to: z.string() })),
  track_record: z.object({ brier: z.number(), predictions: z.number() }).nullable(),
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

const aFile = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-status-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return await migratedFile(join(folder, 'bandeja.sqlite'));
};

/** A process that has both roles. */
const aProcess = async (
  url: string,
  lastUpdateAt: () => number | null,
  isDiscordConnected = () => true,
) => {
  const { db, close } = await openStore(url, aLog());
  let isHeld = true;
  const options = { db, now: Date.now, isHeld: () => isHeld, log: aLog() };
  const posting = startPostingRecord({ ...options, isDiscordConnected });
  const feed = startFeedRecord({ ...options, lastUpdateAt });
  const stop = async (): Promise<void> => {
    await Promise.all([posting.stop(), feed.stop()]);
    await close();
  };
  return {
    db,
    posted: posting.posted,
    stop,
    /** Like kill -9: nothing more is written. */
    kill: async (): Promise<void> => {
      isHeld = false;
      await stop();
    },
  };
};

/** The published status, and what the doctor computes from the same file. */
const readBoth = async (db: Db, url: string) => {
  const server = Fastify();
  addPublicStatus(server, { db, now: Date.now, monotonic: () => 0, log: aLog() });
  const { body } = await server.inject('/status.json');
  const page = await server.inject('/status');
  await server.close();
  const doctor = await statusReport({ DATABASE_URL: url }, { now: Date.now, json: true });
  const text = await statusReport({ DATABASE_URL: url }, { now: Date.now, json: false });
  const [published, recomputed] = [body, doctor].map((json) => JSON.parse(json) as unknown);
  return { published, recomputed, read: statusWire.parse(published), page: page.body, text };
};

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the public status', () => {
  it('equals what the doctor computes from the database, across a kill -9 and a restart', async () => {
    const url = await aFile();
    let silentSince: number | null = null;
    const lastUpdateAt = () => silentSince ?? Date.now();

    const first = await aProcess(url, lastUpdateAt);
    await later(1);
    const made = { matchId: 1, sets: 0, favourite: 'team_1', chance: 0.8 } as const;
    await first.db
      .transaction()
      .execute((tx) => savePredictionChange(tx, 1, { made, winner: null }, NOON));
    await first.db
      .transaction()
      .execute((tx) => savePredictionChange(tx, 1, { made: null, winner: 'team_1' }, NOON));
    for (let minute = 0; minute < 10; minute += 1) {
      for (const latency of [90, 380, 420, 1_900]) first.posted(latency);
      await later(MINUTE);
    }
    // Live data is late for three minutes: a gap.
    silentSince = Date.now();
    await later(3 * MINUTE);
    silentSince = null;
    await later(30 * SECOND);
    first.posted(90);
    await first.kill();

    // Down for four minutes and a half, of which four are whole; the live data of that time is missing.
    await later(4 * MINUTE + 30 * SECOND);
    const second = await aProcess(url, lastUpdateAt);
    await later(2 * MINUTE);
    const { published, recomputed, read, page, text } = await readBoth(second.db, url);
    expect(published).toEqual(recomputed);
    expect(read).toMatchObject({ down_since: null, no_live_data_since: null, messages: 40 });
    // 12:00 to 12:13 and 12:18, 12:19 of twenty minutes.
    expect(read.uptime_percent).toBe(80);
    expect(read.point_to_post_ms).toEqual({ p50: 400, p95: 1_960 });
    // The killed process had not written that live data was back.
    expect(read.feed_gaps).toEqual([
      { from: '2026-06-07T12:10:00.001Z', to: '2026-06-07T12:18:00.001Z' },
    ]);
    expect(read.track_record).toEqual(
      expect.objectContaining({ brier: expect.closeTo(0.04) as number, predictions: 1 }),
    );
    for (const shown of ['80.00 %', '0.40 s', '2.0 s', '0.040', '7 Jun 2026, 12:10']) {
      expect(page).toContain(shown);
      expect(text).toContain(shown);
    }

    await second.stop();
    await later(10 * MINUTE);
    const reopened = await openStore(url, aLog());
    onTestFinished(reopened.close);
    const again = await readBoth(reopened.db, url);
    expect(again.published).toEqual(again.recomputed);
    expect(again.read).toMatchObject({
      messages: 40,
      down_since: '2026-06-07T12:21:00.000Z',
      no_live_data_since: '2026-06-07T12:20:00.001Z',
    });
    expect(again.page).toContain('Not posting since 7 Jun 2026, 12:21 UTC');
  });

  it('counts a minute without a gateway connection as down, unless Discord accepts a message', async () => {
    const url = await aFile();
    let isConnected = true;
    const { db, posted, stop } = await aProcess(url, Date.now, () => isConnected);
    onTestFinished(stop);
    // 12:00 counts; 12:03, too, by its message; 12:05, since the connection is back in it.
    await later(1);
    isConnected = false;
    await later(3 * MINUTE);
    posted(90);
    await later(2.5 * MINUTE);
    isConnected = true;
    await later(20 * SECOND);
    isConnected = false;
    await later(4 * MINUTE + 10 * SECOND);
    const { read, page } = await readBoth(db, url);
    expect([read.uptime_percent, read.down_since]).toEqual([30, '2026-06-07T12:06:00.000Z']);
    expect(page).toContain('Not posting since 7 Jun 2026, 12:06 UTC');
  });

  it('keeps figures that could not be written, and writes them a minute later', async () => {
    const url = await aFile();
    const { db, posted, stop } = await aProcess(url, () => null);
    onTestFinished(stop);
    await later(1);
    await sql`create trigger is_full before insert on latency_days
      begin select raise(abort, 'database or disk is full'); end`.execute(db);
    posted(90);
    await later(MINUTE);
    await sql`drop trigger is_full`.execute(db);
    await later(2 * MINUTE);
    const { read } = await readBoth(db, url);
    expect([read.messages, read.days.at(-1)?.down_minutes]).toEqual([1, 1]);
  });
});

describe('GET /status', () => {
  const http = { publicStatus: true } as const;

  it('is off by default', async () => {
    const { get } = await anEndpoint({ webhook: null });
    expect([(await get('/status')).status, (await get('/status.json')).status]).toEqual([404, 404]);
  });

  it('has no script and no external resource, and a policy that forbids both', async () => {
    const { get } = await anEndpoint({ webhook: null, http });
    const response = await get('/status');
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(page).not.toMatch(/<script|style="| on\w+=|https?:|NaN|undefined|null/);
    expect(page).toContain('No figures yet');
  });

  it('reads the database once a minute for all requests, and responds with 503 when that fails', async () => {
    vi.useRealTimers();
    const { get, db, monotonic, log } = await anEndpoint({ webhook: null, http });
    await db.destroy();
    const responses = await Promise.all(Array.from({ length: 20 }, () => get('/status.json')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
    expect(responses[0]?.headers.get('cache-control')).toBe('no-store');
    const failures = () => log.lines.filter((line) => line.includes('could not be read')).length;
    expect(failures()).toBe(1);
    monotonic.pass(MINUTE);
    await get('/status');
    expect(failures()).toBe(2);
  });
});

it('the doctor says why there is no status when the database is missing', async () => {
  const clock = aClock(NOON);
  const url = `file:${join(tmpdir(), 'bandeja-status-missing.sqlite')}`;
  await expect(
    statusReport({ DATABASE_URL: url }, { now: clock.now, json: false }),
  ).rejects.toThrow('There is no status yet: the first start creates the database.');
});
