import { describe, expect, it } from 'vitest';
import {
  advancingFrom,
  drawOf,
  isKnown,
  isPlaceKnown,
  sectionsOf,
  type DrawPlace,
} from '#src/domain/tournament/draw.ts';
import type { Team } from '#src/domain/terms.ts';
import { matchWire } from '#src/padel-api/wire/match.ts';
import { aMatchOnWire } from '../padel-api/bodies.ts';
import { team, won } from './drawn.ts';
import { aRubber } from './team-event.ts';

const sides = ({ teams }: DrawPlace) =>
  [teams.team_1, teams.team_2].map((side) => side?.[0]?.id ?? null);

describe('the advancing side', () => {
  it.each([
    ['the winner by the service', won(4, 0, [1, 2], { winner: 'team_2' }), 'team_2'],
    ['the winner by the score', won(4, 0, [1, 2], { winner: null }), 'team_1'],
    [
      'the side with a bye',
      won(4, 0, [1, 2], {
        status: 'bye',
        score: null,
        winner: null,
        teams: { team_1: [], team_2: team(3) },
      }),
      'team_2',
    ],
    ['unknown for a match in play', won(4, 0, [1, 2], { status: 'live' }), null],
    ['unknown without winner and score', won(4, 0, [1, 2], { winner: null, score: null }), null],
  ])('is %s', (_reason, match, expected) => {
    expect(advancingFrom(match)).toBe(expected);
  });
});

describe('a draw', () => {
  it('puts the winners of slots 2k and 2k + 1 into slot k before that match exists', () => {
    const draw = drawOf(
      [won(4, 0, [1, 2]), won(4, 1, [3, 4]), won(4, 2, [5, 6], { status: 'live' })],
      'women',
    );
    expect(draw?.rounds).toEqual([4, 2, 1]);
    expect(draw === null ? null : sides(draw.place(2, 0))).toEqual([1, 3]);
    expect(draw === null ? null : sides(draw.place(2, 1))).toEqual([null, null]);
    expect(draw === null ? null : sides(draw.place(1, 0))).toEqual([null, null]);
  });

  it('never advances winners by `prev` and `next`, which are neighbours on the court', () => {
    const onWire = (index: number, next: number) =>
      aMatchOnWire({
        id: 400 + index,
        index,
        connections: { tournament: '/api/tournaments/9', next: `/api/matches/${next}`, prev: null },
      });
    const matches = [onWire(0, 201), onWire(1, 200), onWire(2, 100)].map((raw) =>
      matchWire.parse(raw),
    );
    const draw = drawOf(matches, 'men');
    expect(draw === null ? null : sides(draw.place(2, 0))).toEqual([11, 11]);
    expect(draw === null ? null : sides(draw.place(2, 1))).toEqual([11, null]);
  });

  it('with two records for one slot shows the one that was played, whichever comes last', () => {
    const played = won(4, 0, [1, 2]);
    const open = { ...played, id: 7, status: 'scheduled', score: null, winner: null };
    for (const matches of [
      [played, open],
      [{ ...open, teams: { team_1: [], team_2: [] } }, played],
    ]) {
      expect(drawOf(matches, 'women')?.place(4, 0).match).toEqual(played);
    }
  });

  it('contains only matches of its category that have a slot and a round', () => {
    expect(drawOf([won(4, 0, [1, 2])], 'men')).toBeNull();
    expect(drawOf([won(4, 0, [1, 2], { slot: null })], 'women')).toBeNull();
    expect(drawOf([won(4, 0, [1, 2], { round: null })], 'women')).toBeNull();
  });

  it.each([
    [1, [[1]]],
    [4, [[4, 2, 1]]],
    [
      8,
      [
        [4, 2, 1],
        [8, 4, 2],
        [8, 4, 2],
      ],
    ],
    [16, [[4, 2, 1], ...Array.from({ length: 4 }, () => [16, 8, 4])]],
    [32, [[4, 2, 1], ...Array.from({ length: 8 }, () => [32, 16, 8])]],
  ] as const)(
    'from round %i on is divided into its final rounds and the sections that lead there',
    (first, expected) => {
      const draw = drawOf([won(first, 0, [1, 2])], 'women');
      const sections = draw === null ? [] : sectionsOf(draw);
      expect(sections.map(({ rounds }) => rounds.map(([place]) => place?.round))).toEqual(expected);
      expect(sections.map(isKnown).indexOf(true)).toBe(first <= 8 ? 0 : 1);
    },
  );

  it('shows every place of the first rounds once', () => {
    const draw = drawOf([won(16, 0, [1, 2])], 'women');
    const [, ...ways] = draw === null ? [] : sectionsOf(draw);
    const slots = (column: number) =>
      ways.flatMap(({ rounds }) => rounds[column]?.map(({ slot }) => slot));
    expect(slots(0)).toEqual(Array.from({ length: 16 }, (_, slot) => slot));
    expect(slots(1)).toEqual(Array.from({ length: 8 }, (_, slot) => slot));
    expect(slots(2)).toEqual([0, 1, 2, 3]);
  });
});

describe('a draw of teams', () => {
  const tie = (slot: number, team_1: string, team_2: string, ...winners: readonly Team[]) =>
    winners.map((winner, index) =>
      aRubber(index + 1, {
        ...{ id: slot * 10 + index, round: 4, slot, status: 'finished', winner },
        tie: { group: null, teams: { team_1, team_2 }, rubber: index + 1 },
      }),
    );

  it('has one place for the rubbers of a tie, and advances the team that won it', () => {
    const draw = drawOf(
      [
        ...tie(0, 'AR', 'IT', 'team_2', 'team_1', 'team_2'),
        ...tie(1, 'ES', 'FR', 'team_1', 'team_1'),
      ],
      'women',
    );
    expect(draw?.place(4, 0)).toMatchObject({
      match: null,
      teams: { team_1: null, team_2: null },
      names: { team_1: 'AR', team_2: 'IT' },
      winner: 'team_2',
    });
    expect(draw?.place(4, 0).tie?.rubbers).toHaveLength(3);
    expect(draw?.place(2, 0)).toMatchObject({
      tie: null,
      names: { team_1: 'IT', team_2: 'ES' },
      winner: null,
    });
    expect(draw?.place(2, 1).names).toEqual({ team_1: null, team_2: null });
  });

  it('does not know a place of which the service has the match alone', () => {
    const empty = { status: 'scheduled', winner: null, teams: { team_1: [], team_2: [] } } as const;
    const draw = drawOf([won(4, 0, [1, 2]), won(1, 0, [1, 2], empty)], 'women');
    expect(
      [draw?.place(4, 0), draw?.place(1, 0)].map((each) => each && isPlaceKnown(each)),
    ).toEqual([true, false]);
    expect(draw?.place(1, 0).teams).toEqual({ team_1: null, team_2: null });
  });

  it('has no seed of a side that nobody knows, but says that a qualifier will be there', () => {
    const open = won(2, 0, [1, 3], {
      ...{ status: 'scheduled', winner: null, teams: { team_1: [], team_2: [] } },
      seeds: { team_1: '1', team_2: 'Q' },
    });
    expect(drawOf([open], 'women')?.place(2, 0).seeds).toEqual({ team_1: null, team_2: 'Q' });
  });

  it('contains only the main draw', () => {
    const placement = tie(0, 'AR', 'IT', 'team_2').map(
      (match) => ({ ...match, draw: 'placement' }) as const,
    );
    expect(drawOf(placement, 'women')).toBeNull();
    const draw = drawOf([...placement, won(4, 0, [1, 2]), won(2, 0, [1, 3])], 'women');
    expect(draw?.rounds).toEqual([4, 2, 1]);
    expect(draw?.place(4, 0).tie).toBeNull();
    expect(draw?.place(2, 0).match?.id).toBe(200);
  });
});
