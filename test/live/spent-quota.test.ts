import { expect, it } from 'vitest';
import { MINUTE, SECOND } from '#src/lib/time.ts';
import { QuotaSpent } from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { aHeld, aTournament } from '../render/held.ts';
import { NOON } from '../store/rows.ts';
import { anUpdate, pageOf } from './sources.ts';
import { aClockedStage } from './stage.ts';

it('once the share of the schedule is spent, results that nothing pushes are read each quarter of an hour', async () => {
  let isSpent = false;
  const reads: string[] = [];
  const expected = new Set<number>();
  const unpushed = aHeld({ id: 1, status: 'live', startedAt: NOON });
  const stage = await aClockedStage(
    {
      live: (query) => pageOf([[anUpdate(1)]], query),
      expectResults: (matches) => expected.add(matches),
      tournaments: () => pageOf([[aTournament()]]),
      tournamentMatches: (_id, _query, options) => {
        const priority = options?.priority ?? 'person';
        if (isSpent && priority === 'background') return Promise.reject(new QuotaSpent(NOON));
        reads.push(priority);
        return pageOf([[aMatch({ id: 1, status: 'live' })]]);
      },
    },
    () => ({ inPlay: () => Promise.resolve([unpushed]), upcoming: () => Promise.resolve([]) }),
  );
  const pass = async (duration: number): Promise<string[]> => {
    await stage.pass(duration, 10 * SECOND);
    return reads.splice(0);
  };
  expect(new Set(await pass(20 * MINUTE))).toEqual(new Set(['background']));
  isSpent = true;
  const late = await pass(60 * MINUTE);
  expect(new Set(late)).toEqual(new Set(['result']));
  expect(late.length).toBeGreaterThanOrEqual(3);
  expect(late.length).toBeLessThanOrEqual(4);
  expect(expected.has(1)).toBe(true);
});
