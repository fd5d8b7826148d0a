import { expect, it, onTestFinished } from 'vitest';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import { inspectRealtime } from '#src/live/inspection.ts';
import { startRealtime } from '../../sandbox/test/realtime/server.ts';
import { feedOf, playOut } from '../domain/feed.ts';
import { anUpdate } from './sources.ts';

const CHANNEL = 'live-9f2c';
const EVENT = String.raw`App\PadelApi\Events\MatchLiveUpdated`;
const ROW: LivePoints = { ...anUpdate(7009, null), channel: CHANNEL };
const LATER: LivePoints = { ...feedOf(playOut(['team_1'], 'golden-point').slice(0, 3), 7009) };

/** Inspects a server whose live list has these rows, first and after the wait. */
const aVisit = async (first: readonly LivePoints[], later = first) => {
  const { port, publisher, stop } = await startRealtime();
  onTestFinished(stop);
  let reads = 0;
  let now = 0;
  const began: unknown[] = [];
  const visit = (frame?: object) =>
    inspectRealtime({
      realtime: {
        appKey: 'sandbox',
        cluster: 'eu',
        server: { host: '127.0.0.1', port, tls: false },
      },
      live: () => {
        reads += 1;
        return Promise.resolve(reads === 1 ? first : later);
      },
      monotonic: () => (now += 5_000),
      onListening: (matchId) => {
        began.push(matchId);
        if (frame !== undefined) void publisher().trigger(CHANNEL, EVENT, frame);
      },
      listenMs: frame === undefined ? 50 : 8_000,
    });
  return { visit, began };
};

it('a push of a match in play is heard on the channel that the live list names', async () => {
  const { visit, began } = await aVisit([anUpdate(1, 'finished'), ROW]);
  expect(await visit({ id: 7009, sets: [] })).toEqual({
    kind: 'heard',
    matchId: 7009,
    afterMs: 5_000,
  });
  expect(began).toEqual([7009]);
});

it('without a push it tells whether the live list has moved: a subscription proves nothing', async () => {
  const silent = { kind: 'unheard', matchId: 7009, afterMs: 5_000 };
  const still = await aVisit([ROW]);
  expect(await still.visit()).toEqual({ ...silent, hasMoved: false });
  const moving = await aVisit([ROW], [LATER]);
  expect(await moving.visit()).toEqual({ ...silent, hasMoved: true });
});

it('without a match in play only the connection is tried', async () => {
  const { visit, began } = await aVisit([anUpdate(1, 'ended')]);
  expect(await visit()).toEqual({ kind: 'connected' });
  expect(began).toEqual([]);
});
