import { expect, it } from 'vitest';
import { NotFound } from '#src/padel-api/errors.ts';
import { createAskAfterVanished } from '#src/live/vanished.ts';
import { aHeld } from '../render/held.ts';
import { aMatch } from '../domain/feed.ts';
import { NOON } from '../store/rows.ts';
import { anApi, anObserver, answer } from './sources.ts';

const HOUR = 60 * 60_000;
const TODAY = new Date(NOON).toISOString().slice(0, 10);
const LATER = new Date(NOON + 5 * 24 * HOUR).toISOString().slice(0, 10);

/** Matches 1 to 3 are to come by tomorrow, 4 is later; 3 was deleted. */
const aStage = () => {
  let now = NOON;
  const asked: number[] = [];
  const upcoming = [
    aHeld({ id: 1, playedOn: TODAY }),
    aHeld({ id: 2, playedOn: null }),
    aHeld({ id: 3, playedOn: TODAY }),
    aHeld({ id: 4, playedOn: LATER }),
  ];
  const { observer, told } = anObserver({ upcoming: () => Promise.resolve(upcoming) });
  const askAfter = createAskAfterVanished({
    observer,
    ask: { lane: 'background' },
    now: () => now,
    api: anApi({
      match: (id) => {
        asked.push(id);
        return id === 3 ? Promise.reject(new NotFound()) : answer(aMatch({ id }));
      },
    }),
  });
  return {
    askAfter,
    told,
    asked,
    wait: (time: number): void => {
      now += time;
    },
  };
};

it('asks after matches of these days that no schedule lists, and tells what became of them', async () => {
  const { askAfter, told, asked } = aStage();
  await askAfter(new Set([1]));
  expect(asked).toEqual([2, 3]);
  expect(told).toEqual(['match 2 scheduled', 'removed 3']);
});

it('asks nothing when all are listed', async () => {
  const { askAfter, asked } = aStage();
  await askAfter(new Set([1, 2, 3]));
  expect(asked).toEqual([]);
});

it('asks after each once an hour', async () => {
  const { askAfter, asked, wait } = aStage();
  await askAfter(new Set([1, 3]));
  await askAfter(new Set([1, 3]));
  expect(asked).toEqual([2]);
  wait(HOUR + 1);
  await askAfter(new Set([1, 3]));
  expect(asked).toEqual([2, 2]);
});
