import { describe, expect, it } from 'vitest';
import type { MatchObserver } from '#src/domain/match/observer.ts';
import { SECOND } from '#src/lib/time.ts';
import type { RequestOptions } from '#src/padel-api/request/request-layer.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotInPlan } from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { aHeld, aTournament } from '../render/held.ts';
import { NOON } from '../store/rows.ts';
import { aClock } from './clock.ts';
import { answer, anUpdate, pageOf } from './sources.ts';
import { aStage, PATIENCE, playing } from './stage.ts';

/** Two matches in play are held, one of today, and one that should have been played long ago. */
const HELD: Partial<MatchObserver> = {
  inPlay: () => Promise.resolve([playing(1), playing(2)]),
  upcoming: () =>
    Promise.resolve([
      aHeld({ id: 3, playedOn: '2026-06-07' }),
      aHeld({ id: 4, playedOn: '2026-05-01' }),
    ]),
};

/** Nothing is answered before whoever asks gives up. */
const never = (_query: unknown, ask?: RequestOptions): Promise<never> =>
  new Promise((_resolve, reject) => {
    ask?.signal?.addEventListener('abort', () => {
      reject(new Error('given up'));
    });
  });

/** A start with that held; answers which requests it makes. */
const aStart = async (
  readAgo: number,
  answers: Partial<PadelApi> = {},
): Promise<Awaited<ReturnType<typeof aStage>> & { readonly asked: readonly string[] }> => {
  const asked: string[] = [];
  const noting = <T>(what: string, value: T): T => {
    asked.push(what);
    return value;
  };
  const stage = await aStage(
    {
      live: (paging) => noting('live', pageOf([[anUpdate(1), anUpdate(2)]], paging)),
      tournaments: () => noting('tournaments', pageOf([[aTournament()]])),
      tournamentMatches: () => noting('matches', pageOf([[aMatch({ id: 3 })]])),
      ...answers,
    },
    () => ({ ...HELD, scheduleReadAt: () => Promise.resolve(NOON - readAgo) }),
  );
  return { ...stage, asked };
};

describe('a start with matches that are held', () => {
  it('subscribes to what is in play and near before the data service has answered anything', async () => {
    const { realtime, listeners } = await aStage({ live: never, tournaments: never }, () => HELD);
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    expect(realtime.listeners('matches.4')).toBe(0);
  });

  it('makes one request when the schedule was read a moment ago', async () => {
    const { asked, listeners, told } = await aStart(10 * SECOND);
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await expect.poll(() => told, PATIENCE).toContain('points 2');
    expect(asked).toEqual(['live']);
  });

  it.each<[string, number]>([
    ['long ago', 9 * 60 * SECOND],
    ['by a clock that was wrong', -9 * 60 * SECOND],
  ])('reads the schedule at once that was read %s', async (_when, readAgo) => {
    const { asked } = await aStart(readAgo);
    await expect.poll(() => asked, PATIENCE).toContain('matches');
  });

  it('reads the schedule when it is eight minutes old', async () => {
    const passing = aClock();
    const { asked, wait } = await aStart(10 * SECOND);
    const pass = async (seconds: number): Promise<void> => {
      wait(seconds * SECOND);
      await passing(seconds * SECOND);
    };
    for (let minute = 0; minute < 7; minute += 1) await pass(60);
    await pass(45);
    expect(asked).not.toContain('matches');
    await pass(60);
    expect(asked).toContain('matches');
  });

  it('reads it at once where the plan has no live list', async () => {
    const { asked } = await aStart(10 * SECOND, {
      live: () => Promise.reject(new NotInPlan()),
      match: (id) => answer(aMatch({ id, status: 'live' })),
    });
    await expect.poll(() => asked, PATIENCE).toContain('matches');
  });

  it('reads the list though the realtime server is not there', async () => {
    const passing = aClock();
    const { realtime, asked } = await aStart(10 * SECOND);
    realtime.unplug();
    await passing(2 * SECOND);
    expect(asked).toContain('live');
  });
});
