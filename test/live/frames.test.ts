import { expect, it } from 'vitest';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import { createFrameReader } from '#src/live/subscriptions.ts';
import { createThrottledLog } from '#src/lib/throttled-log.ts';
import { aLog } from '../lib/log.ts';
import { anUpdate } from './sources.ts';

const aStage = () => {
  let passed = 0;
  const taken: LivePoints[] = [];
  const lines: object[] = [];
  const log = { ...aLog(), warn: (details: object) => lines.push(details) };
  const read = createFrameReader({
    warn: createThrottledLog(log, () => passed),
    take: (update) => {
      taken.push(update);
    },
  });
  const wait = (milliseconds: number): void => {
    passed += milliseconds;
  };
  return { read, taken, lines, wait };
};

it('an update of its channel’s own match is accepted', () => {
  const { read, taken, lines } = aStage();
  read(new Set([5]), { id: 5, status: 'live', sets: [] });
  expect(taken).toEqual([anUpdate(5)]);
  expect(lines).toEqual([]);
});

it.each<[string, unknown]>([
  ['is of another match', { id: 6, status: 'live', sets: [] }],
  ['has no id', { status: 'live', sets: [] }],
  ['is a string', '{"id":5'],
  ['is null', null],
  ['is a list', [5]],
])('a frame that %s is skipped and logged', (_case, payload) => {
  const { read, taken, lines } = aStage();
  read(new Set([5]), payload);
  expect(taken).toEqual([]);
  expect(lines).toHaveLength(1);
});

it('ten thousand invalid frames are logged once a minute, with their count', () => {
  const { read, lines, wait } = aStage();
  for (let nth = 0; nth < 10_000; nth += 1) read(new Set([5]), null);
  wait(60_000);
  read(new Set([5]), { id: 7 });
  expect(lines).toEqual([
    { matchId: 5, times: 1 },
    { matchId: 5, of: 7, times: 10_000 },
  ]);
});
