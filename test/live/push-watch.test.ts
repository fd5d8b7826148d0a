import { expect, it } from 'vitest';
import type { LiveSet } from '#src/domain/match/live-points.ts';
import { MINUTE, SECOND } from '#src/lib/time.ts';
import { createPushWatch } from '#src/live/push-watch.ts';
import { aHeld } from '../render/held.ts';

/** The first set of a match in play after this many games. */
const setsAfter = (games: number): readonly LiveSet[] => [
  {
    number: 1,
    score: null,
    games: Array.from({ length: games }, (_, index) => ({
      number: index + 1,
      before: { team_1: index, team_2: 0 },
      points: [{ team_1: '15', team_2: '0' }],
    })),
  },
];

const after = (games: number, id = 1) => {
  const held = aHeld({ id, status: 'live' });
  const sets = setsAfter(games).map((set) => ({ ...set, endedAfter: null }));
  return { ...held, state: { ...held.state, sets } };
};

/** A watch with one subscribed match that the live list has sent once. */
const aWatch = () => {
  let now = 0;
  const watch = createPushWatch(() => now);
  watch.subscribed(1);
  watch.updateProcessed(after(1), true);
  const wait = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { watch, wait };
};

it('pushes are missing when the list has points that were not pushed, until one is pushed', () => {
  const { watch, wait } = aWatch();
  watch.pushed(1);
  wait(2 * MINUTE);
  expect(watch.arrive(after(1))).toBe(true);
  watch.updateProcessed(after(2), true);
  expect(watch.isReliable()).toBe(false);
  expect(watch.arrive(after(2))).toBe(false);
  watch.pushed(1);
  expect(watch.isReliable()).toBe(true);
  expect(watch.arrive(after(2))).toBe(true);
});

it('pushes arrive when list and push cross, nothing is new, or a push brings the points', () => {
  const { watch, wait } = aWatch();
  watch.pushed(1);
  watch.updateProcessed(after(2), true);
  wait(2 * MINUTE);
  watch.updateProcessed({ ...after(2), rev: 10 }, true);
  watch.updateProcessed(after(3), false);
  expect(watch.isReliable()).toBe(true);
  expect(watch.arrive(after(3))).toBe(true);
});

it('a subscription proves nothing: after a minute of play without a frame no pushes arrive', () => {
  const { watch, wait } = aWatch();
  expect(watch.arrive(after(1))).toBe(true);
  wait(MINUTE + SECOND);
  expect(watch.arrive(after(1))).toBe(false);
  expect(watch.arrive(after(0))).toBe(true);
  watch.pushed(1);
  expect(watch.arrive(after(1))).toBe(true);
  watch.subscribed(1);
  wait(MINUTE + SECOND);
  expect(watch.arrive(after(1))).toBe(false);
});

it('a match that rests for ten minutes after a reconnect lacks no push, until the list has a point', () => {
  const { watch, wait } = aWatch();
  wait(10 * MINUTE);
  watch.updateProcessed(after(1), true);
  expect(watch.arrive(after(1))).toBe(false);
  wait(SECOND);
  expect(watch.arrive(after(1))).toBe(true);
  watch.updateProcessed(after(2), true);
  expect(watch.arrive(after(2))).toBe(false);
});

it('the last score that the list brings after the end is no missing push', () => {
  const { watch, wait } = aWatch();
  wait(2 * MINUTE);
  watch.updateProcessed(after(2), true);
  expect(watch.isReliable()).toBe(false);
  const ended = after(3);
  watch.updateProcessed({ ...ended, state: { ...ended.state, status: 'ended' } }, true);
  expect(watch.isReliable()).toBe(true);
});

it('no pushes arrive of a match that is not subscribed to, or after the connection was lost', () => {
  const { watch } = aWatch();
  expect(watch.arrive(after(1, 2))).toBe(false);
  watch.pushed(1);
  watch.lost();
  expect(watch.arrive(after(1))).toBe(false);
});

it('one silent match is named after a minute although the frames of another arrive', () => {
  const { watch, wait } = aWatch();
  watch.subscribed(2);
  watch.updateProcessed(after(1, 2), true);
  wait(2 * MINUTE);
  for (const id of [1, 2]) watch.updateProcessed(after(2, id), true);
  watch.pushed(2);
  expect(watch.silent()).toEqual([]);
  wait(MINUTE + SECOND);
  watch.pushed(2);
  const name = 'Ana Vega/Eva Lamas - Lea Soria/Mia Pinto';
  expect(watch.silent()).toEqual([{ matchId: 1, name, since: 2 * MINUTE }]);
  watch.pushed(1);
  expect(watch.silent()).toEqual([]);
});

it('a match that is no longer in play is not named as silent', () => {
  const { watch, wait } = aWatch();
  wait(2 * MINUTE);
  watch.updateProcessed(after(2), true);
  wait(2 * MINUTE);
  watch.inPlay(new Set([1]));
  expect(watch.silent()).toHaveLength(1);
  watch.inPlay(new Set([2]));
  expect(watch.silent()).toEqual([]);
});

it('at most ten silent matches are named, the longest silent ones, each in a short line', () => {
  const { watch, wait } = aWatch();
  const long = { id: 0, name: 'x'.repeat(300) };
  for (let id = 20; id > 0; id -= 1) {
    const held = after(1, id);
    const match = { ...held.match, teams: { team_1: [long, long], team_2: [long, long] } };
    watch.subscribed(id);
    watch.updateProcessed({ ...held, match }, true);
    wait(2 * MINUTE);
    watch.updateProcessed({ ...after(2, id), match }, true);
  }
  wait(2 * MINUTE);
  const silent = watch.silent();
  expect(silent.map(({ matchId }) => matchId)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11]);
  expect(Math.max(...silent.map(({ name }) => name.length))).toBeLessThanOrEqual(120);
});

it('a subscription asks for a read, unless the state came seconds before over the same connection', () => {
  const { watch, wait } = aWatch();
  expect(watch.subscribed(2)).toBe(true);
  watch.stateRead(2);
  wait(5 * SECOND);
  expect(watch.subscribed(2)).toBe(false);
  wait(6 * SECOND);
  expect(watch.subscribed(2)).toBe(true);
  watch.pushed(2);
  expect(watch.subscribed(2)).toBe(false);
  watch.lost();
  expect(watch.subscribed(2)).toBe(true);
});

it('a match whose pushes begin to be missing is reported once, until one is pushed', () => {
  const { watch, wait } = aWatch();
  wait(2 * MINUTE);
  expect(watch.updateProcessed(after(2), true)).toBe(true);
  wait(MINUTE);
  expect(watch.updateProcessed(after(3), true)).toBe(false);
  watch.pushed(1);
  wait(2 * MINUTE);
  expect(watch.updateProcessed(after(4), true)).toBe(true);
});

it('a match is not followed before its state came, while its channel is silent, or when pushes are missing', () => {
  const { watch, wait } = aWatch();
  expect(watch.follows(1)).toBe(false);
  watch.pushed(1);
  expect(watch.follows(1)).toBe(true);
  wait(MINUTE + SECOND);
  watch.stateRead(1);
  expect(watch.follows(1)).toBe(false);
  watch.updateProcessed(after(2), true);
  watch.subscribed(1);
  expect(watch.follows(1)).toBe(false);
  watch.pushed(1);
  expect(watch.follows(1)).toBe(true);
});

it('says how long after a read the last push came', () => {
  const { watch, wait } = aWatch();
  expect(watch.pushedAfterMs(1, -Infinity)).toBe(0);
  wait(MINUTE);
  watch.pushed(1);
  expect(watch.pushedAfterMs(1, 50 * SECOND)).toBe(10 * SECOND);
  expect(watch.pushedAfterMs(1, 2 * MINUTE)).toBe(0);
});
