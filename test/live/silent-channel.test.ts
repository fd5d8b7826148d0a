import { expect, it } from 'vitest';
import { afterPoint, newPlay, type Play } from '#src/domain/match/play.ts';
import { stateOf, withPoints } from '#src/domain/match/state.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import { MINUTE, SECOND } from '#src/lib/time.ts';
import { listInterval } from '#src/live/pacing.ts';
import { createPushWatch } from '#src/live/push-watch.ts';
import { randomFrom, wholeBetween, type Random } from '#sandbox/padel-service/world/random.ts';
import { feedOf } from '../domain/feed.ts';
import { aHeld } from '../render/held.ts';
import { NOON } from '../store/rows.ts';

const IDS = [1, 2, 3, 4, 5];

/** A score of a match, and when its last point was played. */
interface Point {
  readonly at: number;
  readonly held: TrackedMatch;
  readonly setsWon: number;
}

/** Before the next point: 20 to 40 s, a changeover, or a break between sets. */
const pauseAfter = (play: Play, random: Random): number => {
  const { games, points } = play;
  if (points.team_1 + points.team_2 > 0) return wholeBetween(random, 20, 40) * SECOND;
  const played = games.team_1 + games.team_2;
  if (played === 0) return wholeBetween(random, 130, 160) * SECOND;
  return (played % 2 === 1 ? wholeBetween(random, 100, 130) : 30) * SECOND;
};

const aMatchOf = (id: number, random: Random): readonly Point[] => {
  const plays = [newPlay()];
  const held = aHeld({ id, status: 'live', startedAt: NOON });
  let state = stateOf(held.match);
  let at = id * 50 * SECOND;
  const played: Point[] = [];
  for (let play = newPlay(); play.winner === null;) {
    at += pauseAfter(play, random);
    play = afterPoint(play, random() < 0.52 ? 'team_1' : 'team_2', 'star-point');
    plays.push(play);
    state = withPoints(state, feedOf(plays, id), null);
    played.push({ at, held: { ...held, state }, setsWon: play.sets.length });
  }
  return played;
};

const until = (played: readonly Point[] | undefined): number => played?.at(-1)?.at ?? 0;

/** Five matches at once, of which one channel may fall silent at some time. */
const anEvening = (seed: number, silent: number | null) => {
  const random = randomFrom('evening', seed);
  const matches = new Map(IDS.map((id) => [id, aMatchOf(id, random)]));
  const silentFrom = wholeBetween(random, 5, 60) * MINUTE;
  let now = 0;
  const watch = createPushWatch(() => now);
  const known = new Map<number, Point>();
  /** How late its sets were known. */
  const late: number[] = [];
  let lastReadAt = 0;
  const counted = { reads: 0, minutes: 0, renewals: 0 };
  const take = (id: number, point: Point, isListed: boolean): void => {
    const isSet = point.setsWon > (known.get(id)?.setsWon ?? 0);
    const endedAt = matches.get(id)?.find(({ setsWon }) => setsWon === point.setsWon)?.at ?? 0;
    if (isSet && id === silent && endedAt > silentFrom) late.push(now - endedAt);
    known.set(id, point);
    if (watch.updateProcessed(point.held, isListed)) counted.renewals += 1;
  };
  const interval = (): number =>
    listInterval(
      {
        serviceNow: NOON + now,
        inPlay: [...known.values()].map(({ held }) => held),
        interrupted: [],
        upcoming: [],
      },
      {
        isConnected: true,
        arrive: watch.arrive,
        pushedAfterMs: ({ match }) => watch.pushedAfterMs(match.id, lastReadAt),
      },
    );
  for (const id of IDS) watch.subscribed(id);
  const end = Math.max(...[...matches.values()].map(until));
  for (; now < end + MINUTE; now += SECOND) {
    for (const [id, played] of matches) {
      const point = played.find(({ at }) => at === now);
      if (point === undefined || (id === silent && now > silentFrom)) continue;
      watch.pushed(id);
      take(id, point, false);
    }
    const isAlone = ![...matches].some(([id, played]) => id !== silent && until(played) > now);
    if (!isAlone) counted.minutes += SECOND / MINUTE;
    if (now - lastReadAt < interval()) continue;
    lastReadAt = now;
    if (!isAlone) counted.reads += 1;
    for (const [id, played] of matches) {
      const point = played.findLast(({ at }) => at <= now);
      if (point !== undefined && point !== known.get(id)) take(id, point, true);
    }
  }
  return { ...counted, late };
};

/** Reads of the list in each minute while all pushes arrive. */
const PUSHED = 1 / 1.5;

it('a set is told at most 40 s after its end though one channel fell silent, for one more read a minute', () => {
  const evenings = [1, 2, 3, 4].map((seed) => anEvening(seed, 3));
  const late = evenings.flatMap((evening) => evening.late);
  expect(late.length).toBeGreaterThanOrEqual(4);
  expect(Math.max(...late)).toBeLessThanOrEqual(40 * SECOND);
  for (const { reads, minutes, renewals } of evenings) {
    expect(reads / minutes).toBeLessThanOrEqual(PUSHED + 1);
    expect(renewals).toBe(1);
  }
});

it('changeovers, breaks between sets and set points cost no read while all pushes arrive', () => {
  const { reads, minutes, renewals } = anEvening(1, null);
  expect(reads / minutes).toBeLessThanOrEqual(PUSHED);
  expect(renewals).toBe(0);
});
