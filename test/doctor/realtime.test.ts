import { expect, it, onTestFinished } from 'vitest';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import { lineOf } from '#src/doctor/finding.ts';
import { realtimeFinding } from '#src/doctor/realtime.ts';
import { startRealtime } from '../../sandbox/test/realtime/server.ts';
import { feedOf, playOut } from '../domain/feed.ts';
import { anUpdate } from '../live/sources.ts';

const CHANNEL = 'live-9f2c';
const EVENT = String.raw`App\PadelApi\Events\MatchLiveUpdated`;
const ROW: LivePoints = { ...anUpdate(7009, null), channel: CHANNEL };
const LATER: LivePoints = { ...feedOf(playOut(['team_1'], 'golden-point').slice(0, 3), 7009) };

/** Looks at a server whose live list has these rows, first and after the wait. */
const aVisit = async (first: readonly LivePoints[], later = first, frame?: object) => {
  const { port, publisher, stop } = await startRealtime();
  onTestFinished(stop);
  let reads = 0;
  let now = 0;
  const awaited: number[] = [];
  const finding = await realtimeFinding({
    realtime: { appKey: 'sandbox', cluster: 'eu', server: { host: '127.0.0.1', port, tls: false } },
    live: () => {
      reads += 1;
      return Promise.resolve(reads === 1 ? first : later);
    },
    monotonic: () => (now += 5_000),
    onListening: (matchId) => {
      awaited.push(matchId);
      if (frame !== undefined) void publisher().trigger(CHANNEL, EVENT, frame);
    },
    listenMs: frame === undefined ? 50 : 8_000,
  });
  return { line: lineOf(finding), awaited };
};

it('a push of a match in play is heard on the channel that the live list names', async () => {
  const rows = [anUpdate(1, 'finished'), ROW];
  expect(await aVisit(rows, rows, { id: 7009, sets: [] })).toEqual({
    line: '✓ Live socket      A push of match 7009 came after 5 s.',
    awaited: [7009],
  });
});

it('without a push it tells whether the live list has moved: a subscription proves nothing', async () => {
  const still = await aVisit([ROW]);
  expect(still.line).toBe(
    '✓ Live socket      Subscribed, but nothing was pushed of match 7009 in 5 s; nothing happened in the live list, either.',
  );
  const moving = await aVisit([ROW], [LATER]);
  expect(moving.line).toBe(
    "! Live socket      Subscribed, but nothing was pushed of match 7009 in 5 s, while its points changed in the live list. → Check REALTIME_EVENT and REALTIME_APP_KEY against the service's documentation; until pushes come, scores are polled.",
  );
});

it('without a match in play only the connection is tried', async () => {
  expect(await aVisit([anUpdate(1, 'ended')])).toEqual({
    line: '✓ Live socket      Connected, and subscribed to a channel; no match is in play whose pushes could be awaited.',
    awaited: [],
  });
});
