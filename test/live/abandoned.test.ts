import { describe, expect, it } from 'vitest';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import { aMatch } from '../domain/feed.ts';
import { NOON } from '../store/rows.ts';
import { answer, anUpdate, pageOf } from './sources.ts';
import { aClockedStage, playing, POLLING } from './stage.ts';

/** A process with one match in play whose last news is this old; what it costs in the next hour. */
const aLeftMatch = async (ageMs: number) => {
  let held: TrackedMatch = { ...playing(1), changedAt: NOON - ageMs };
  const stage = await aClockedStage(
    {
      live: (query) => pageOf([[anUpdate(1)]], query),
      match: (id) => answer(aMatch({ id, status: 'live' })),
      matchLive: (id) => answer(anUpdate(id)),
      tournamentMatches: () => pageOf([[aMatch({ id: 1, status: 'live' })]]),
    },
    () => ({ inPlay: () => Promise.resolve([held]), upcoming: () => Promise.resolve([]) }),
  );
  const isNews = (): void => {
    held = { ...held, changedAt: NOON + HOUR };
  };
  const requests = () => (['live', 'match', 'matchLive'] as const).flatMap(stage.asked);
  return { ...stage, requests, anHour: () => stage.pass(HOUR, MINUTE), isNews };
};

describe('a match left in play', () => {
  it('for eleven hours without news is still listened to and polled', async () => {
    const { requests, anHour, listeners } = await aLeftMatch(10 * HOUR);
    await expect.poll(listeners, POLLING).toEqual([1, 0, 0]);
    await anHour();
    expect(requests().length).toBeGreaterThan(10);
  });

  it('for twelve hours without news costs nothing any more, and comes back with the next news', async () => {
    const { requests, anHour, isNews, listeners } = await aLeftMatch(12 * HOUR + 1);
    await anHour();
    // Each process reads the list once at its start.
    expect(requests()).toEqual([1]);
    expect(listeners()).toEqual([0, 0, 0]);
    isNews();
    await anHour();
    expect(requests().length).toBeGreaterThan(10);
    await expect.poll(listeners, POLLING).toEqual([1, 0, 0]);
  });
});
