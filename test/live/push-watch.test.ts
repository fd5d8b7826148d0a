import { expect, it } from 'vitest';
import type { LiveSet } from '#src/domain/match/live-points.ts';
import { MINUTE } from '#src/lib/time.ts';
import { createPushWatch } from '#src/live/push-watch.ts';
import { aHeld } from '../render/held.ts';

const SETS: readonly LiveSet[] = [
  { number: 1, score: null, games: [{ number: 1, before: { team_1: 0, team_2: 0 }, points: [] }] },
];

/** A watch with one subscribed match that the live list has sent once. */
const aWatch = () => {
  let now = 0;
  const watch = createPushWatch(() => now);
  const held = aHeld({ id: 1, status: 'live' });
  const later = {
    ...held,
    state: { ...held.state, sets: SETS.map((set) => ({ ...set, endedAfter: null })) },
  };
  watch.subscribed(1);
  watch.updateProcessed(held, true);
  const wait = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { watch, held, later, wait };
};

it('pushes are unreliable when the list has points that were not pushed, until one is pushed', () => {
  const { watch, later, wait } = aWatch();
  wait(2 * MINUTE);
  watch.updateProcessed(later, true);
  expect(watch.isReliable()).toBe(false);
  watch.pushed(1);
  expect(watch.isReliable()).toBe(true);
});

it('pushes are reliable when list and push cross, nothing is new, or a push brings the points', () => {
  const { watch, held, later, wait } = aWatch();
  watch.updateProcessed(later, true);
  wait(2 * MINUTE);
  watch.updateProcessed({ ...later, rev: held.rev + 9 }, true);
  watch.updateProcessed(held, false);
  expect(watch.isReliable()).toBe(true);
});
