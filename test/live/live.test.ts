import { onTestFinished, describe, expect, it } from 'vitest';
import { startLive } from '#src/live/live.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotInPlan, ServiceDown } from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { aLog } from '../lib/log.ts';
import { aHeld, aTournament } from '../render/held.ts';
import { startRealtime } from '../sandbox/realtime/server.ts';
import { NOON } from '../store/rows.ts';
import { anApi, anObserverOf, anUpdate, pageOf } from './sources.ts';

const EVENT = String.raw`App\Service\Events\MatchLiveUpdated`;
const PATIENCE = { timeout: 8_000, interval: 20 };

const playing = (id: number) =>
  aHeld({ id, status: 'live', startedAt: NOON }, { chances: { team_1: 0.5, team_2: 0.5 } });

/** Matches 1 and 2 are in play; match 3 is to come. */
const aStage = async (answers: Partial<PadelApi> = {}) => {
  const { realtime, port, publisher, stop } = await startRealtime();
  onTestFinished(stop);
  const listening = anObserverOf(playing(1), playing(2), aHeld({ id: 3 }));
  const polled: number[] = [];
  const log = aLog();
  const api = anApi({
    live: (paging) => {
      polled.push(paging?.page ?? 1);
      return pageOf([[anUpdate(1)], [anUpdate(2)]], paging);
    },
    tournaments: () => pageOf([[aTournament()]]),
    tournamentMatches: () => pageOf([[aMatch({ id: 3 })]]),
    ...answers,
  });
  const live = startLive({
    api,
    observer: listening.observer,
    log,
    now: () => NOON,
    realtime: {
      appKey: 'sandbox',
      cluster: 'eu',
      event: EVENT,
      server: { host: '127.0.0.1', port, tls: false },
    },
  });
  onTestFinished(live.stop);
  const publish = (matchId: number, payload: object) =>
    publisher().trigger(`matches.${matchId}`, EVENT, payload);
  const listeners = () => [1, 2, 3].map((id) => realtime.listeners(`matches.${id}`));
  return { ...listening, realtime, polled, log, publish, listeners };
};

describe('the sources together', () => {
  it('listen to what is in play and what is to come, and poll again when they do', async () => {
    const { told, polled, listeners } = await aStage();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await expect.poll(() => polled, PATIENCE).toEqual([1, 2, 1, 2]);
    expect(told).toEqual(expect.arrayContaining(['points 1', 'points 2', 'tournament 7']));
  });

  it('bring a pushed point to the observer', async () => {
    const { told, listeners, publish } = await aStage();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await publish(3, { id: 3, status: 'live', sets: [], channel: 'matches.3' });
    await expect.poll(() => told, PATIENCE).toContain('points 3');
  });

  it('pass over a frame that nobody can read, and log it', async () => {
    const { log, listeners, publish, told } = await aStage();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await publish(3, { id: 'three' });
    await expect.poll(() => log.lines, PATIENCE).toContain('warn a frame could not be read');
    expect(told).not.toContain('points 3');
  });

  it('poll once for all matches after the feed was lost', async () => {
    const { realtime, polled, listeners } = await aStage();
    await expect.poll(() => polled, PATIENCE).toEqual([1, 2, 1, 2]);
    realtime.unplug();
    realtime.plug();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await expect.poll(() => polled, PATIENCE).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it('go on with the others when one match cannot be completed', async () => {
    const { told, log, hold } = await aStage({ match: () => Promise.reject(new ServiceDown('x')) });
    hold(aHeld({ id: 1, status: 'live' }));
    await expect.poll(() => told, PATIENCE).toContain('points 2');
    expect(log.lines.every((line) => !line.startsWith('error'))).toBe(true);
  });

  it('listen to the schedule though the plan has no live points, and say nothing of it', async () => {
    const { listeners, log } = await aStage({ live: () => Promise.reject(new NotInPlan()) });
    await expect.poll(listeners, PATIENCE).toEqual([0, 0, 1]);
    expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([]);
  });

  it('go on when the service is down, and log it', async () => {
    const { listeners, log } = await aStage({ live: () => Promise.reject(new ServiceDown('x')) });
    await expect.poll(listeners, PATIENCE).toEqual([0, 0, 1]);
    expect(log.lines).toContain('warn the live poll failed');
  });
});
