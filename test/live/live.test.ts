import { onTestFinished, describe, expect, it } from 'vitest';
import type { Observer } from '#src/domain/observer.ts';
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

const HALF_AN_HOUR = 30 * 60_000;

/** Matches 1 and 2 are in play; match 3 is to come. It is noon until the test says otherwise. */
const aStage = async (
  answers: Partial<PadelApi> = {},
  overrides: (told: string[]) => Partial<Observer> = () => ({}),
) => {
  const { realtime, port, publisher, stop } = await startRealtime();
  onTestFinished(stop);
  const listening = anObserverOf(playing(1), playing(2), aHeld({ id: 3 }));
  const polled: number[] = [];
  let now = NOON;
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
    observer: { ...listening.observer, ...overrides(listening.told) },
    log,
    now: () => now,
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
  const wait = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { ...listening, realtime, live, polled, log, publish, listeners, wait };
};

/** Two pages of the live list once, and after that what the test says. */
const listOnce = (later: () => Promise<never>): Pick<PadelApi, 'live'> => {
  let pages = 0;
  return {
    live: (paging) => {
      pages += 1;
      return pages > 2 ? later() : pageOf([[anUpdate(1)], [anUpdate(2)]], paging);
    },
  };
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

  it('poll in their time though reads of the matches hang', async () => {
    let polls = 0;
    const reading: number[] = [];
    const { told } = await aStage({
      // The list lacks both matches in play: each is to be read by itself, and no read ends.
      live: (paging) => {
        polls += 1;
        return pageOf([[anUpdate(4)]], paging);
      },
      match: (id, ask) => {
        reading.push(id);
        return new Promise((_resolve, reject) => {
          ask?.signal?.addEventListener('abort', () => {
            reject(new Error('given up'));
          });
        });
      },
    });
    await expect.poll(() => polls, PATIENCE).toBe(2);
    expect(reading).toHaveLength(1);
    expect(told.filter((line) => line === 'points 4')).toHaveLength(2);
  });

  it('leave nothing under way when they stop', async () => {
    const taken = Promise.withResolvers<undefined>();
    const ended: string[] = [];
    const { live, publish, listeners, told } = await aStage({}, (told) => ({
      points: async () => {
        told.push('points');
        await taken.promise;
        ended.push('taken');
        return playing(3);
      },
    }));
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await publish(3, { id: 3, status: 'live', sets: [] });
    await expect.poll(() => told, PATIENCE).toContain('points');
    const stopping = live.stop().then(() => ended.push('stopped'));
    await new Promise(setImmediate);
    taken.resolve(undefined);
    await stopping;
    expect(ended.at(-1)).toBe('stopped');
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

describe('what is heard of the matches in play', () => {
  it('is delayed when the service is down, although the realtime server is connected', async () => {
    const stage = await aStage(
      listOnce(() => {
        stage.wait(HALF_AN_HOUR);
        return Promise.reject(new ServiceDown('x'));
      }),
    );
    const { told, live } = stage;
    await expect.poll(() => told, PATIENCE).toContain('delayed 2 since 0');
    expect(told).toContain('delayed 1 since 0');
    expect(live.state()).toEqual({ connected: true, heardAt: NOON });
  });

  it('is fresh of a match that is pushed, and of that alone', async () => {
    const stage = await aStage(
      listOnce(async () => {
        stage.wait(HALF_AN_HOUR);
        await stage.publish(1, { id: 1, status: 'live', sets: [], channel: 'matches.1' });
        const pushed = () => stage.live.state().heardAt;
        await expect.poll(pushed, PATIENCE).toBe(NOON + HALF_AN_HOUR);
        throw new ServiceDown('x');
      }),
    );
    await expect.poll(() => stage.told, PATIENCE).toContain('delayed 2 since 0');
    expect(stage.told).not.toContain('delayed 1 since 0');
  });

  it('comes from the schedule on a plan without the live list', async () => {
    const { live, realtime, listeners } = await aStage({
      live: () => Promise.reject(new NotInPlan()),
    });
    await expect.poll(listeners, PATIENCE).toEqual([0, 0, 1]);
    realtime.unplug();
    await expect.poll(() => live.state(), PATIENCE).toEqual({ connected: false, heardAt: NOON });
  });

  it('does not come from the schedule while the live list should be there', async () => {
    const { live, listeners } = await aStage({ live: () => Promise.reject(new ServiceDown('x')) });
    await expect.poll(listeners, PATIENCE).toEqual([0, 0, 1]);
    expect(live.state()).toEqual({ connected: true, heardAt: null });
  });
});
