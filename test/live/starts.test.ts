import { describe, expect, it } from 'vitest';
import type { MatchObserver } from '#src/domain/match/observer.ts';
import { SECOND } from '#src/lib/time.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotInPlan } from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { aHeld } from '../render/held.ts';
import { NOON } from '../store/rows.ts';
import { answer, anUpdate, pageOf } from './sources.ts';
import { aClockedStage, aStage, never, POLLING, playing } from './stage.ts';

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

/** A start with those stored matches, whose schedule was read so long ago. */
const stored = (readAgo: number, answers: Partial<PadelApi> = {}): Parameters<typeof aStage> => [
  { live: (paging) => pageOf([[anUpdate(1), anUpdate(2)]], paging), ...answers },
  () => ({ ...HELD, scheduleReadAt: () => Promise.resolve(NOON - readAgo) }),
];

describe('a start with stored matches', () => {
  it('subscribes to matches in play and near ones before the data service responds', async () => {
    const { realtime, listeners } = await aStage({ live: never, tournaments: never }, () => HELD);
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    await expect.poll(() => realtime.listeners('matches.5'), POLLING).toBe(1);
    expect(realtime.listeners('matches.4')).toBe(0);
  });

  it('makes one request when the schedule was read seconds ago', async () => {
    const { requests, listeners, observed } = await aStage(...stored(10 * SECOND));
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    await expect.poll(() => observed, POLLING).toContain('points 2');
    expect(requests).toEqual(['live 1']);
  });

  it.each<[string, number]>([
    ['long ago', 9 * 60 * SECOND],
    ['in the future, by a wrong clock', -9 * 60 * SECOND],
  ])('reads the schedule at once when it was last read %s', async (_when, readAgo) => {
    const { requests } = await aStage(...stored(readAgo));
    await expect.poll(() => requests, POLLING).toContain('tournamentMatches 7');
  });

  it('reads the schedule when it is eight minutes old', async () => {
    const { asked, pass } = await aClockedStage(...stored(10 * SECOND));
    await pass(465 * SECOND);
    expect(asked('tournamentMatches')).toEqual([]);
    await pass(60 * SECOND);
    expect(asked('tournamentMatches')).toContain(7);
  });

  it('reads the schedule at once when the plan has no live list', async () => {
    const withoutList = stored(10 * SECOND, {
      live: () => Promise.reject(new NotInPlan()),
      match: (id) => answer(aMatch({ id, status: 'live' })),
    });
    const { requests } = await aStage(...withoutList);
    await expect.poll(() => requests, POLLING).toContain('tournamentMatches 7');
  });

  it('reads the live list although the realtime server is unreachable', async () => {
    const { realtime, requests, advance } = await aClockedStage(...stored(10 * SECOND));
    realtime.unplug();
    await advance(2 * SECOND);
    expect(requests).toContain('live 1');
  });
});
