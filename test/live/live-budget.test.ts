import { expect, it, onTestFinished } from 'vitest';
import { SECOND } from '#src/lib/time.ts';
import { createBudget } from '#src/padel-api/quota/budget.ts';
import { aMatch } from '../domain/feed.ts';
import { anUpdate, answer, pageOf } from './sources.ts';
import { aClockedStage, playing } from './stage.ts';

it('the live list is polled on time although thirty matches in play are missing from it', async () => {
  let clock = 0;
  const budget = createBudget({ perMinute: 60, now: () => clock, monotonic: () => clock });
  onTestFinished(budget.stop);
  const never = new AbortController().signal;
  const pollsAt: number[] = [];
  const read = new Set<number>();
  const stage = await aClockedStage({
    live: (paging, options) =>
      budget.run(
        'live',
        () => {
          pollsAt.push(clock / SECOND);
          return pageOf([[anUpdate(1)]], paging);
        },
        options?.signal ?? never,
      ),
    match: (id, options) =>
      budget.run(
        'live',
        () => {
          read.add(id);
          return answer(aMatch({ id, status: 'live' }));
        },
        options?.signal ?? never,
      ),
  });
  for (let id = 101; id <= 130; id += 1) stage.hold(playing(id));
  stage.realtime.unplug();
  await stage.pass(300 * SECOND, SECOND, () => (clock += SECOND));
  const gaps = pollsAt.slice(1).map((at, index) => at - (pollsAt[index] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(22);
  expect(pollsAt.length).toBeGreaterThanOrEqual(14);
  expect(read.size).toBeGreaterThanOrEqual(30);
});
