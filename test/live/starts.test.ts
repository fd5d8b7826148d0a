import { describe, expect, it } from 'vitest';
import type { MatchObserver } from '#src/domain/match/observer.ts';
import { SECOND } from '#src/lib/time.ts';
import type { RequestOptions } from '#src/padel-api/request/cache.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotInPlan } from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { aHeld, aTournament } from '../render/held.ts';
import { NOON } from '../store/rows.ts';
import { aClock } from './clock.ts';
import { answer, anUpdate, pageOf } from './sources.ts';
import { aStage, POLLING, playing } from './stage.ts';

/** Stored: two matches in play, a suspended one, one of today, and one that should have been played long ago. */
const HELD: Partial<MatchObserver> = {
  inPlay: () => Promise.resolve([playing(1), playing(2)]),
  interrupted: () => Promise.resolve([aHeld({ id: 5, status: 'suspended' })]),
  upcoming: () =>
    Promise.resolve([
      aHeld({ id: 3, playedOn: '2026-06-07' }),
      aHeld({ id: 4, playedOn: '2026-05-01' }),
    ]),
};

/** A request that ends only when it is aborted. */
const never = (_query: unknown, options?: RequestOptions): Promise<never> =>
  new Promise((_resolve, reject) => {
    options?.signal?.addEventListener('abort', () => {
      reject(new Error('given up'));
    });
  });

/** A start with those stored matches; it records the requests. */
const aStart = async (
  readAgo: number,
  answers: Partial<PadelApi> = {},
): Promise<Awaited<ReturnType<typeof aStage>> & { readonly requests: readonly string[] }> => {
  const requests: string[] = [];
  const recording = <T>(what: string, value: T): T => {
    requests.push(what);
    return value;
  };
  const stage = await aStage(
    {
      live: (paging) => recording('live', pageOf([[anUpdate(1), anUpdate(2)]], paging)),
      tournaments: () => recording('tournaments', pageOf([[aTournament()]])),
      tournamentMatches: () => recording('matches', pageOf([[aMatch({ id: 3 })]])),
      ...answers,
    },
    () => ({ ...HELD, scheduleReadAt: () => Promise.resolve(NOON - readAgo) }),
  );
  return { ...stage, requests };
};

describe('a start with stored matches', () => {
  it('subscribes to matches in play and near ones before the data service responds', async () => {
    const { realtime, listeners } = await aStage({ live: never, tournaments: never }, () => HELD);
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    await expect.poll(() => realtime.listeners('matches.5'), POLLING).toBe(1);
    expect(realtime.listeners('matches.4')).toBe(0);
  });

  it('makes one request when the schedule was read seconds ago', async () => {
    const { requests, listeners, observed } = await aStart(10 * SECOND);
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    await expect.poll(() => observed, POLLING).toContain('points 2');
    expect(requests).toEqual(['live']);
  });

  it.each<[string, number]>([
    ['long ago', 9 * 60 * SECOND],
    ['in the future, by a wrong clock', -9 * 60 * SECOND],
  ])('reads the schedule at once when it was last read %s', async (_when, readAgo) => {
    const { requests } = await aStart(readAgo);
    await expect.poll(() => requests, POLLING).toContain('matches');
  });

  it('reads the schedule when it is eight minutes old', async () => {
    const advance = aClock();
    const { requests, wait } = await aStart(10 * SECOND);
    const pass = async (seconds: number): Promise<void> => {
      wait(seconds * SECOND);
      await advance(seconds * SECOND);
    };
    for (let minute = 0; minute < 7; minute += 1) await pass(60);
    await pass(45);
    expect(requests).not.toContain('matches');
    await pass(60);
    expect(requests).toContain('matches');
  });

  it('reads the schedule at once when the plan has no live list', async () => {
    const { requests } = await aStart(10 * SECOND, {
      live: () => Promise.reject(new NotInPlan()),
      match: (id) => answer(aMatch({ id, status: 'live' })),
    });
    await expect.poll(() => requests, POLLING).toContain('matches');
  });

  it('reads the live list although the realtime server is unreachable', async () => {
    const advance = aClock();
    const { realtime, requests } = await aStart(10 * SECOND);
    realtime.unplug();
    await advance(2 * SECOND);
    expect(requests).toContain('live');
  });
});
