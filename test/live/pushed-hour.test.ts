import { expect, it } from 'vitest';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import { MINUTE, SECOND } from '#src/lib/time.ts';
import { answer, pageOf } from './sources.ts';
import { aClockedStage, playing, POLLING } from './stage.ts';

const IDS = [11, 12, 13, 14, 15];

/** The service sends the points of five matches in play; the frames of some may be lost. */
const anEvening = async (isPushed: (id: number) => boolean) => {
  let seconds = 0;
  // Each channel gets another name in the middle of the hour, one after the other.
  const channelOf = (id: number): string =>
    seconds > 30 * 60 + 60 * (id - 11) ? `live-${id}-b` : `live-${id}-a`;
  const pointsOf = (id: number): LivePoints => ({
    matchId: id,
    status: 'live',
    channel: channelOf(id),
    sets: [
      {
        number: 1,
        score: null,
        games: [
          {
            number: 1,
            before: { team_1: 0, team_2: 0 },
            points: [{ team_1: String(Math.floor(seconds / 30)), team_2: '0' }],
          },
        ],
      },
    ],
  });
  const known = new Map<number, TrackedMatch>(IDS.map((id) => [id, playing(id)]));
  const take = (update: LivePoints): TrackedMatch | undefined => {
    const held = known.get(update.matchId);
    if (held === undefined) return undefined;
    const sets = update.sets.map((set) => ({ ...set, endedAfter: null }));
    const after = { ...held, state: { ...held.state, sets } };
    known.set(update.matchId, after);
    return after;
  };
  const stage = await aClockedStage(
    {
      live: (query) => pageOf([IDS.map(pointsOf)], query),
      tournamentMatches: () => pageOf([[]]),
      match: (id) => answer(playing(id).match),
    },
    () => ({
      inPlay: () => Promise.resolve([...known.values()]),
      upcoming: () => Promise.resolve([]),
      points: (update) => Promise.resolve(take(update)),
    }),
  );
  const frame = (id: number) => ({
    id,
    status: 'live',
    channel: channelOf(id),
    sets: [
      {
        set_number: 1,
        set_score: null,
        games: [
          {
            game_number: 1,
            game_score: '0 - 0',
            points: [`${Math.floor(seconds / 30)}:0`],
          },
        ],
      },
    ],
  });
  const listening = (id: number): boolean =>
    ['a', 'b'].some((end) => stage.realtime.listeners(`live-${id}-${end}`) > 0);
  await expect.poll(() => IDS.every(listening), POLLING).toBe(true);
  const pass = (duration: number) =>
    stage.pass(duration, 10 * SECOND, async (passed) => {
      if (passed > 0) seconds += 10;
      if (seconds % 30 > 0) return;
      for (const id of IDS.filter(isPushed)) {
        // The frame with the new name still comes by the old channel.
        const name = ['a', 'b'].find((end) => stage.realtime.listeners(`live-${id}-${end}`) > 0);
        await stage.publishOn(`live-${id}-${name ?? 'a'}`, frame(id));
      }
    });
  return { ...stage, pass, reads: () => stage.asked('live').length };
};

it('the live list is read at most 45 times in an hour with five matches on whose pushes arrive', async () => {
  const { pass, reads, live } = await anEvening(() => true);
  await pass(60 * MINUTE);
  expect(reads()).toBeLessThanOrEqual(45);
  expect(reads()).toBeGreaterThanOrEqual(36);
  expect(live.state().silent).toEqual([]);
});

it('a subscription that the server has dropped without notice is renewed', async () => {
  const { pass, live, realtime } = await anEvening(() => true);
  await pass(2 * MINUTE);
  realtime.drop('live-13-a');
  await pass(4 * MINUTE);
  expect(realtime.listeners('live-13-a')).toBe(1);
  expect(live.state().silent).toEqual([]);
});

it('one silent match is named, and the list read every 36 seconds, although others are pushed', async () => {
  const silent = new Set([13]);
  const { pass, reads, live } = await anEvening((id) => !silent.has(id));
  await pass(5 * MINUTE);
  expect(live.state().silent).toMatchObject([
    { matchId: 13, name: 'Ana Vega/Eva Lamas - Lea Soria/Mia Pinto' },
  ]);
  const before = reads();
  await pass(2 * MINUTE);
  expect(reads() - before).toBeGreaterThanOrEqual(3);
  expect(reads() - before).toBeLessThanOrEqual(4);
  silent.clear();
  await pass(MINUTE);
  expect(live.state().silent).toEqual([]);
});
