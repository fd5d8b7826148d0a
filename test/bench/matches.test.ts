import { expect, it } from 'vitest';
import { firstSetEnds, framesOf } from '#bench/delivery/world/matches.ts';
import { parseLive } from '#src/padel-api/wire/live.ts';

it('writes frames that the parser of the live feed reads', () => {
  const frames = framesOf(7);
  const update = parseLive(frames[firstSetEnds(frames)]);
  expect(update).toMatchObject({ matchId: 7, status: 'live' });
  expect(update?.sets.map(({ number, score }) => [number, score])).toEqual([
    [1, { team_1: 6, team_2: 0, tieBreak: null }],
    [2, null],
  ]);
});

it('adds at most one point with each frame', () => {
  const counts = framesOf(7).map(
    ({ sets }) => sets.flatMap(({ games }) => games.flatMap(({ points }) => points)).length,
  );
  expect(counts.slice(0, 6)).toEqual([0, 1, 2, 3, 3, 4]);
});
