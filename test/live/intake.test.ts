import { expect, it, onTestFinished } from 'vitest';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import { startIntake } from '#src/live/intake.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { aLog } from '../lib/log.ts';
import { NOON } from '../store/rows.ts';
import { aHeld } from '../render/held.ts';
import { anApi, anObserver, anUpdate } from './sources.ts';

/** Processes updates one by one, as the test allows. */
const aStage = (answers: Partial<PadelApi> = {}) => {
  const started: { readonly update: LivePoints; readonly done: () => void }[] = [];
  const { observer, observed } = anObserver({
    points: (update) =>
      new Promise((resolve) => {
        started.push({
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
    isFollowed: () => true,
    listed: () => undefined,
  });
  const turn = () => new Promise(setImmediate);
  /** Finishes all updates in progress; the next ones start. */
  const finishCurrent = async (): Promise<void> => {
    for (const { done } of started) done();
    await turn();
  };
  onTestFinished(async () => {
    await finishCurrent();
    await intake.stop();
  });
  return { intake, started, observed, finishCurrent };
};

const numbered = (matchId: number, status: string): LivePoints => anUpdate(matchId, status);
const seen = (started: readonly { readonly update: LivePoints }[]) =>
  started.map(({ update }) => `${update.matchId} ${update.status}`);

it('updates of one match are processed in order, those of other matches in parallel', async () => {
  const { intake, started, finishCurrent } = aStage();
  for (const status of ['a', 'b', 'c']) intake.take(numbered(1, status));
  intake.take(numbered(2, 'd'));
  expect(seen(started)).toEqual(['1 a', '2 d']);
  await finishCurrent();
  expect(seen(started)).toEqual(['1 a', '2 d', '1 b']);
  await finishCurrent();
  expect(seen(started)).toEqual(['1 a', '2 d', '1 b', '1 c']);
});

it('only the newest of a flood of updates of one match are processed', async () => {
  const { intake, started, finishCurrent } = aStage();
  for (let nth = 0; nth < 10_000; nth += 1) intake.take(numbered(1, `s${nth}`));
  for (let nth = 0; nth < 30; nth += 1) await finishCurrent();
  expect(started).toHaveLength(17);
  expect(seen(started).at(-1)).toBe('1 s9999');
});

it('an update that fails does not block the next one', async () => {
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
    isFollowed: () => true,
    listed: () => undefined,
  });
  for (const status of ['a', 'b']) intake.take(numbered(1, status));
  await expect.poll(() => taken).toEqual(['a', 'b']);
  await intake.stop();
});
