import { describe, expect, it } from 'vitest';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { createFreshness } from '#src/live/freshness.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import { aHeld } from '../render/held.ts';
import { NOON } from '../store/rows.ts';
import { anObserver } from './sources.ts';

const playing = (id: number, delayedSince: number | null = null): TrackedMatch =>
  aHeld({ id, status: 'live' }, { delayedSince });

const aStage = (...inPlay: TrackedMatch[]) => {
  let now = NOON;
  let passed = 0;
  let hasList = true;
  let isConnected = false;
  const { observer, observed } = anObserver({ inPlay: () => Promise.resolve(inPlay) });
  const freshness = createFreshness({
    observer,
    now: () => now,
    monotonic: () => passed,
    hasList: () => hasList,
    isConnected: () => isConnected,
  });
  const after = async (milliseconds: number): Promise<string[]> => {
    now += milliseconds;
    passed += milliseconds;
    await freshness.review();
    return observed.splice(0);
  };
  const jump = (milliseconds: number): void => {
    now += milliseconds;
  };
  const loseList = (): void => {
    hasList = false;
  };
  const connect = (): void => {
    isConnected = true;
  };
  return { freshness, after, inPlay, loseList, jump, connect };
};

describe('freshness', () => {
  it('lasts for four minutes of silence on a connected socket', async () => {
    const { freshness, after, connect } = aStage(playing(1));
    connect();
    freshness.dataReceived(1);
    expect(await after(4 * MINUTE)).toEqual([]);
    expect(await after(1)).toEqual(['delayed 1 since 0']);
  });

  it('lasts for one minute after a start without a connection', async () => {
    const { after } = aStage(playing(1));
    expect(await after(MINUTE)).toEqual([]);
    expect(await after(1)).toEqual(['delayed 1 since 0']);
  });

  it('ends for a match without a change for fifteen minutes, listed or not', async () => {
    const { freshness, after, inPlay, connect } = aStage(playing(1), playing(2), playing(3));
    connect();
    const listed = async (minutes: number): Promise<string[]> => {
      const lines: string[] = [];
      for (let minute = 0; minute < minutes; minute += 1) {
        freshness.listRead([1, 2]);
        lines.push(...(await after(MINUTE)));
        // Only the first one is played.
        inPlay[0] = { ...playing(1), changedAt: (inPlay[0]?.changedAt ?? NOON) + MINUTE };
      }
      return lines;
    };
    expect(await listed(16)).toEqual([]);
    expect(await listed(1)).toEqual(['delayed 2 since 0', 'delayed 3 since 0']);
    inPlay[1] = playing(2, NOON);
    inPlay[2] = playing(3, NOON);
    expect(await listed(2)).toEqual([]);
    inPlay[1] = { ...playing(2, NOON), changedAt: NOON + 18 * MINUTE };
    expect(await listed(1)).toEqual(['fresh 2']);
  });

  it('is not missed after the last point', async () => {
    const { after } = aStage(aHeld({ id: 1, status: 'ended' }));
    expect(await after(HOUR)).toEqual([]);
  });

  it('is reported in whole milliseconds although the monotonic clock has fractions', async () => {
    const { after } = aStage(playing(1));
    const [line] = await after(MINUTE + 0.4);
    expect(line).toMatch(/^delayed 1 since -?\d+$/);
  });

  it('of one match does not count for another', async () => {
    const { freshness, after } = aStage(playing(1), playing(2));
    await after(30_000);
    freshness.dataReceived(1);
    expect(await after(40_000)).toEqual(['delayed 2 since 0']);
  });

  it('of all matches comes from a source that lists them all', async () => {
    const { freshness, after } = aStage(playing(1), playing(2));
    await after(50_000);
    freshness.listRead([1, 2]);
    expect(await after(MINUTE)).toEqual([]);
    expect(await after(1)).toEqual(['delayed 1 since 50000', 'delayed 2 since 50000']);
  });

  it('is reported when it returns, only for matches that were delayed', async () => {
    const { freshness, after, inPlay } = aStage(playing(1), playing(2));
    await after(2 * MINUTE);
    inPlay[0] = playing(1, NOON);
    freshness.listRead([1]);
    expect(await after(0)).toEqual(['fresh 1']);
  });

  it('is not reported again while nothing changes', async () => {
    const { after } = aStage(playing(1, NOON));
    expect(await after(5 * MINUTE)).toEqual([]);
  });

  it('does not return by a restart alone for matches that were delayed before', async () => {
    const { freshness, after } = aStage(playing(1, NOON - MINUTE), playing(2, NOON - MINUTE));
    expect(await after(1_000)).toEqual([]);
    freshness.dataReceived(2);
    expect(await after(0)).toEqual(['fresh 2']);
  });

  it('does not come from reads of a match or the schedule when the plan has the live list', async () => {
    const { freshness, after } = aStage(playing(1), playing(2));
    await after(50_000);
    freshness.read();
    freshness.read(1);
    expect(freshness.lastReceivedAt()).toBeNull();
    expect(await after(10_001)).toEqual(['delayed 1 since 0', 'delayed 2 since 0']);
  });

  it('comes from reads of a match or the schedule when the plan has no live list', async () => {
    const { freshness, after, loseList } = aStage(playing(1), playing(2));
    loseList();
    await after(50_000);
    freshness.read();
    await after(30_000);
    freshness.read(1);
    expect(freshness.lastReceivedAt()).toBe(NOON + 80_000);
    expect(await after(MINUTE)).toEqual(['delayed 2 since 50000']);
  });

  it.each([
    ['forward', 5 * HOUR],
    ['backward', -5 * HOUR],
  ])('is unaffected when the wall clock jumps %s', async (_case, jumped) => {
    const { freshness, after, jump } = aStage(playing(1));
    freshness.dataReceived(1);
    jump(jumped);
    expect(await after(30_000)).toEqual([]);
    expect(freshness.lastReceivedAt()).toBe(NOON + jumped);
    expect(await after(30_001)).toEqual([`delayed 1 since ${jumped}`]);
  });

  it('forgets a match that is over', async () => {
    const { freshness, after, inPlay } = aStage(playing(1));
    freshness.dataReceived(1);
    inPlay.length = 0;
    await after(MINUTE);
    inPlay.push(playing(1));
    expect(await after(1)).toEqual(['delayed 1 since 0']);
  });
});
