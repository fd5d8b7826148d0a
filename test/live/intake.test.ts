import { expect, it, onTestFinished } from 'vitest';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import { startIntake } from '#src/live/intake.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { aMatch } from '../domain/feed.ts';
import { aLog } from '../lib/log.ts';
import { NOON } from '../store/rows.ts';
import { aHeld } from '../render/held.ts';
import { anApi, anObserver, answer, anUpdate } from './sources.ts';

/** Takes updates in one by one, as the test lets it. */
const aStage = (answers: Partial<PadelApi> = {}) => {
  const taking: { readonly update: LivePoints; readonly done: () => void }[] = [];
  const { observer, told } = anObserver({
    points: (update) =>
      new Promise((resolve) => {
        taking.push({
          update,
          done: () => {
            const { matchId: id, status } = update;
            const match = { id, status: status ?? 'live', startedAt: NOON };
            resolve(aHeld(match, { chances: { team_1: 0.5, team_2: 0.5 } }));
          },
        });
      }),
  });
  const intake = startIntake({
    order: createReadOrder(),
    api: anApi(answers),
    requestOptions: { priority: 'live' },
    observer,
    monotonic: () => 0,
    log: aLog(),
    hasList: () => true,
    listed: () => undefined,
  });
  const turn = () => new Promise(setImmediate);
  /** Lets everything that is being taken in end, and what follows begin. */
  const letTake = async (): Promise<void> => {
    for (const { done } of taking) done();
    await turn();
  };
  onTestFinished(async () => {
    await letTake();
    await intake.stop();
  });
  return { intake, taking, told, letTake };
};

const numbered = (matchId: number, status: string): LivePoints => anUpdate(matchId, status);
const seen = (taking: readonly { readonly update: LivePoints }[]) =>
  taking.map(({ update }) => `${update.matchId} ${update.status}`);

it('updates of one match are taken in one after the other, as they came; others beside them', async () => {
  const { intake, taking, letTake } = aStage();
  for (const status of ['a', 'b', 'c']) intake.take(numbered(1, status));
  intake.take(numbered(2, 'd'));
  expect(seen(taking)).toEqual(['1 a', '2 d']);
  await letTake();
  expect(seen(taking)).toEqual(['1 a', '2 d', '1 b']);
  await letTake();
  expect(seen(taking)).toEqual(['1 a', '2 d', '1 b', '1 c']);
});

it('of a flood about one match the newest are taken in', async () => {
  const { intake, taking, letTake } = aStage();
  for (let nth = 0; nth < 10_000; nth += 1) intake.take(numbered(1, `s${nth}`));
  for (let nth = 0; nth < 30; nth += 1) await letTake();
  expect(taking).toHaveLength(17);
  expect(seen(taking).at(-1)).toBe('1 s9999');
});

it('a match that has ended is read, and its next update does not wait for that', async () => {
  const read = Promise.withResolvers<undefined>();
  const { intake, taking, told, letTake } = aStage({
    match: async (id) => {
      await read.promise;
      return await answer(aMatch({ id, status: 'finished' }));
    },
  });
  intake.take(numbered(1, 'ended'));
  await letTake();
  intake.take(numbered(1, 'finished'));
  expect(seen(taking)).toEqual(['1 ended', '1 finished']);
  read.resolve(undefined);
  await letTake();
  expect(told).toContain('match 1 finished');
});

it('an update that cannot be taken in keeps the next one from nothing', async () => {
  const { observer } = anObserver();
  const taken: (string | null)[] = [];
  const intake = startIntake({
    order: createReadOrder(),
    api: anApi({}),
    requestOptions: { priority: 'live' },
    observer: {
      ...observer,
      points: ({ status }) => {
        taken.push(status);
        return status === 'a'
          ? Promise.reject(new Error('the disk is full'))
          : Promise.resolve(undefined);
      },
    },
    monotonic: () => 0,
    log: aLog(),
    hasList: () => true,
    listed: () => undefined,
  });
  for (const status of ['a', 'b']) intake.take(numbered(1, status));
  await expect.poll(() => taken).toEqual(['a', 'b']);
  await intake.stop();
});
