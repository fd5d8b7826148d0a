import { describe, expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import {
  NotFound,
  NotInPlan,
  RequestRefused,
  ServiceDown,
  UnreadableAnswer,
} from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { NOON } from '../store/rows.ts';
import { answer, anUpdate, pageOf } from './sources.ts';
import { aClockedStage, aStage, HALF_AN_HOUR, listOnce, POLLING } from './stage.ts';

describe('live data of the matches in play', () => {
  it('is delayed when the service is down, although the realtime server is connected', async () => {
    const stage = await aStage(
      listOnce(() => {
        stage.wait(HALF_AN_HOUR);
        return Promise.reject(new ServiceDown('x'));
      }),
    );
    const { observed, live } = stage;
    await expect.poll(() => observed, POLLING).toContain('delayed 2 since 0');
    expect(observed).toContain('delayed 1 since 0');
    expect(live.state()).toMatchObject({ connected: true, lastUpdateAt: NOON });
  });

  it('is fresh only for a match that is pushed', async () => {
    const stage = await aStage(
      listOnce(async () => {
        stage.wait(HALF_AN_HOUR);
        await stage.publish(1, { id: 1, status: 'live', sets: [], channel: 'matches.1' });
        const pushed = () => stage.live.state().lastUpdateAt;
        await expect.poll(pushed, POLLING).toBe(NOON + HALF_AN_HOUR);
        throw new ServiceDown('x');
      }),
    );
    await expect.poll(() => stage.observed, POLLING).toContain('delayed 2 since 0');
    expect(stage.observed).not.toContain('delayed 1 since 0');
  });
});

it.each([new NotFound(), new UnreadableAnswer('{'), new RequestRefused('no such filter')])(
  'a live list that is missing is asked for each ten minutes, and records are read instead: %s',
  async (error) => {
    let isBack = false;
    const stage = await aClockedStage({
      live: (paging) => (isBack ? pageOf([[anUpdate(1)]], paging) : Promise.reject(error)),
      match: (id) => answer(aMatch({ id, status: 'live' })),
      matchLive: () => Promise.reject(new NotFound()),
    });
    await expect.poll(stage.listeners, POLLING).toEqual([1, 1, 1]);
    await stage.pass(30 * MINUTE);
    expect(stage.asked('live').length).toBeLessThanOrEqual(5);
    expect(new Set(stage.asked('matchLive'))).toEqual(new Set([1, 2]));
    expect(stage.observed).toEqual(expect.arrayContaining(['match 1 live', 'match 2 live']));
    expect(stage.observed).not.toContain('points 1');
    isBack = true;
    await stage.pass(11 * MINUTE);
    expect(stage.observed).toContain('points 1');
  },
);

describe('the live sources on a plan without the live list', () => {
  const finished = (id: number) => answer(aMatch({ id, status: 'finished', winner: 'team_1' }));
  const playingOn = (id: number) => answer(aMatch({ id, status: 'live' }));
  const noList = () => Promise.reject(new NotInPlan());

  it('read matches in play until they end with a result', async () => {
    const { observed } = await aStage({ live: noList, match: finished });
    await expect
      .poll(() => observed, POLLING)
      .toEqual(expect.arrayContaining(['match 1 finished', 'match 2 finished']));
  });

  it('read formerly listed matches, too, when the plan loses the list', async () => {
    const { observed } = await aStage({ ...listOnce(noList), match: finished });
    await expect
      .poll(() => observed, POLLING)
      .toEqual(expect.arrayContaining(['match 1 finished', 'match 2 finished']));
  });

  it('count a read of a match as live data', async () => {
    const stage = await aStage({
      live: noList,
      tournaments: () => Promise.reject(new ServiceDown('x')),
      match: (id) => {
        stage.wait(HALF_AN_HOUR);
        return answer(aMatch({ id, status: 'live' }));
      },
    });
    const lastUpdateAt = () => stage.live.state().lastUpdateAt;
    await expect.poll(lastUpdateAt, POLLING).toBe(NOON + 2 * HALF_AN_HOUR);
  });

  it.each<[string, Partial<PadelApi>, number]>([
    ['three minutes of play', { live: noList }, 180_000],
    ['eight minutes where there is a list', {}, 480_000],
  ])('read the schedule every %s', async (_case, answers, every) => {
    let now = 0;
    const syncs: number[] = [];
    const { listeners, pass } = await aClockedStage({
      match: playingOn,
      ...answers,
      tournamentMatches: () => {
        syncs.push(now);
        return pageOf([[aMatch({ id: 3 })]]);
      },
    });
    await expect.poll(() => listeners()[2], POLLING).toBe(1);
    await pass(3 * every, 5_000, (passed) => (now = passed));
    const [before = 0, last = 0] = syncs.slice(-2);
    expect(last - before).toBeGreaterThanOrEqual(every - 5_000);
    expect(last - before).toBeLessThanOrEqual(every + 10_000);
  });
});
