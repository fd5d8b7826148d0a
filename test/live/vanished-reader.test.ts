import { expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { NotFound, RequestRefused, ServiceBusy, ServiceDown } from '#src/padel-api/errors.ts';
import { createVanishedReader } from '#src/live/vanished-reader.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import { aHeld } from '../render/held.ts';
import { aMatch } from '../domain/feed.ts';
import { aLog } from '../lib/log.ts';
import { NOON } from '../store/rows.ts';
import { anApi, anObserver, answer } from './sources.ts';

const TODAY = new Date(NOON).toISOString().slice(0, 10);
const LATER = new Date(NOON + 5 * 24 * HOUR).toISOString().slice(0, 10);

const deletedThird = (id: number): Promise<Match> =>
  id === 3 ? Promise.reject(new NotFound()) : Promise.resolve(aMatch({ id }));

/** Matches 1 to 3 are to come by tomorrow, 4 is later; 3 was deleted unless told otherwise. */
const aStage = (read = deletedThird) => {
  let now = NOON;
  const asked: number[] = [];
  const upcoming = [
    aHeld({ id: 1, playedOn: TODAY }),
    aHeld({ id: 2, playedOn: null }),
    aHeld({ id: 3, playedOn: TODAY }),
    aHeld({ id: 4, playedOn: LATER }),
  ];
  const { observer, told } = anObserver({ upcoming: () => Promise.resolve(upcoming) });
  const log = aLog();
  const askAfter = createVanishedReader({
    order: createReadOrder(),
    log,
    observer,
    requestOptions: { priority: 'background' },
    monotonic: () => now,
    api: anApi({
      match: async (id) => {
        asked.push(id);
        return await answer(await read(id));
      },
    }),
  });
  return {
    askAfter,
    told,
    asked,
    log,
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

it('tells of a match that was merged into another: the old one is no more', async () => {
  const { askAfter, told } = aStage((id) => Promise.resolve(aMatch({ id: id + 100 })));
  await askAfter(new Set([2, 3]));
  expect(told).toEqual(['merged 1 into 101', 'match 101 scheduled']);
});

it('goes on to the others when one cannot be read, and tries that one again in ten minutes', async () => {
  const { askAfter, told, asked, wait, log } = aStage((id) =>
    id === 2 ? Promise.reject(new RequestRefused('no')) : deletedThird(id),
  );
  await askAfter(new Set([1]));
  expect(told).toEqual(['removed 3']);
  expect(log.lines).toEqual(['warn match that left the schedule could not be read']);
  wait(10 * MINUTE);
  await askAfter(new Set([1]));
  expect(asked).toEqual([2, 3, 2]);
});

it.each<[string, Error]>([
  ['down', new ServiceDown('timeout')],
  ['busy', new ServiceBusy()],
])('ends its round when the service is %s, and begins the next with another', async (_case, no) => {
  const { askAfter, asked } = aStage(() => Promise.reject(no));
  await askAfter(new Set([1]));
  expect(asked).toEqual([2]);
  await askAfter(new Set([1]));
  expect(asked).toEqual([2, 3]);
});
