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

/** Matches 1 to 3 are upcoming until tomorrow, 4 is later; by default 3 was deleted. */
const aStage = (read = deletedThird) => {
  let now = NOON;
  const requests: string[] = [];
  const upcoming = [
    aHeld({ id: 1, playedOn: TODAY }),
    aHeld({ id: 2, playedOn: null }),
    aHeld({ id: 3, playedOn: TODAY }),
    aHeld({ id: 4, playedOn: LATER }),
  ];
  const { observer, observed } = anObserver({ upcoming: () => Promise.resolve(upcoming) });
  const log = aLog();
  const readVanished = createVanishedReader({
    order: createReadOrder(),
    log,
    observer,
    requestOptions: { priority: 'background' },
    monotonic: () => now,
    api: anApi({ match: async (id) => await answer(await read(id)) }, requests),
  });
  return {
    readVanished,
    observed,
    requests,
    log,
    wait: (time: number): void => {
      now += time;
    },
  };
};

it('the reader requests near matches that no schedule lists, and reports the results', async () => {
  const { readVanished, observed, requests } = aStage();
  await readVanished(new Set([1]));
  expect(requests).toEqual(['match 2', 'match 3']);
  expect(observed).toEqual(['match 2 scheduled', 'removed 3']);
});

it('the reader requests nothing when all matches are listed', async () => {
  const { readVanished, requests } = aStage();
  await readVanished(new Set([1, 2, 3]));
  expect(requests).toEqual([]);
});

it('the reader requests each missing match once an hour', async () => {
  const { readVanished, requests, wait } = aStage();
  await readVanished(new Set([1, 3]));
  await readVanished(new Set([1, 3]));
  expect(requests).toEqual(['match 2']);
  wait(HOUR + 1);
  await readVanished(new Set([1, 3]));
  expect(requests).toEqual(['match 2', 'match 2']);
});

it('the reader reports a match that was merged into another one', async () => {
  const { readVanished, observed } = aStage((id) => Promise.resolve(aMatch({ id: id + 100 })));
  await readVanished(new Set([2, 3]));
  expect(observed).toEqual(['merged 1 into 101', 'match 101 scheduled']);
});

it('the reader continues when one match cannot be read, and retries it after ten minutes', async () => {
  const { readVanished, observed, requests, wait, log } = aStage((id) =>
    id === 2 ? Promise.reject(new RequestRefused('no')) : deletedThird(id),
  );
  await readVanished(new Set([1]));
  expect(observed).toEqual(['removed 3']);
  expect(log.lines).toEqual(['warn match that left the schedule could not be read']);
  wait(10 * MINUTE);
  await readVanished(new Set([1]));
  expect(requests).toEqual(['match 2', 'match 3', 'match 2']);
});

it.each<[string, Error]>([
  ['down', new ServiceDown('timeout')],
  ['busy', new ServiceBusy()],
])(
  'the reader ends its round when the service is %s, and starts the next with another match',
  async (_case, no) => {
    const { readVanished, requests } = aStage(() => Promise.reject(no));
    await readVanished(new Set([1]));
    expect(requests).toEqual(['match 2']);
    await readVanished(new Set([1]));
    expect(requests).toEqual(['match 2', 'match 3']);
  },
);
