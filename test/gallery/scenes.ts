import { headToHead } from '#src/domain/people/head-to-head.ts';
import { resultsOf } from '#src/domain/people/form.ts';
import type { Reader } from '#src/i18n/i18n.ts';
import { probabilityCurve } from '#src/domain/probability/curve.ts';
import { curveChart } from '#src/render/match/probability-curve.ts';
import { chartOf } from '#src/render/match/momentum.ts';
import { formPicture } from '#src/render/pictures/form.ts';
import { headToHeadPicture } from '#src/render/pictures/head-to-head.ts';
import type { Picture } from '#src/render/pictures/picture.ts';
import type { Sides } from '#src/render/pictures/sides.ts';
import { chancesPicture } from '#src/render/match/simulation.ts';
import { drawPage, bracketImage } from '#src/render/tournament/draw.ts';
import { LONGEST, ORDINARY, pairsOf, playersOf, type Cast } from './casts.ts';
import { drawn, followed, matchesOf, playedByChance, type Course } from './matches.ts';

/** A picture with certain data. */
export interface Scene {
  /** What kind of picture it is; scenes of a kind stand together. */
  readonly kind: string;
  readonly data: string;
  readonly picture: (reader: Reader) => Picture;
}

const HEAD_TO_HEAD = [
  '6-4 6-3',
  '6-7(5) 6-4 3-6',
  '7-6(12) 6-7(10) 7-6(11)',
  '6-2 3-1 ret.',
  'w.o.',
  '4-6 6-7(3)',
  '6-1 6-4',
] as const;

const meeting =
  (cast: Cast, sides: Sides, courses: readonly Course[]): Scene['picture'] =>
  (reader) => {
    const ids = sides.team_1.map(({ id }) => id);
    return headToHeadPicture(reader, {
      teams: sides,
      record: headToHead(matchesOf(cast, courses), ids),
      eventName: () => cast.tournament.name,
    });
  };

const chances =
  (sides: Sides, share: number): Scene['picture'] =>
  (reader) =>
    chancesPicture(reader, sides, { team_1: share, team_2: 1 - share });

const momentum =
  (...match: Parameters<typeof followed>): Scene['picture'] =>
  (reader) =>
    chartOf(reader, followed(...match));

const probability =
  (team_1: number, cast: Cast, plays: Parameters<typeof followed>[1]): Scene['picture'] =>
  (reader) => {
    const { held } = followed(cast, plays);
    const curve = probabilityCurve({ ...held, chances: { team_1, team_2: 1 - team_1 } });
    if (curve.kind === 'none') throw new Error(curve.reason);
    return curveChart(reader, { held, curve, readAt: 1 });
  };

const bracket =
  (cast: Cast, page: number, rounds: Parameters<typeof drawn>[1]): Scene['picture'] =>
  (reader) => {
    const { category, tournament } = cast;
    const matches = drawn(cast, rounds);
    const view = drawPage({ tournament, matches, category, readAt: 1 }, page);
    if (view.section === null) throw new Error('this page of the draw is empty');
    return bracketImage(reader, view, view.section);
  };

const form =
  (cast: Cast, courses: readonly Course[]): Scene['picture'] =>
  (reader) => {
    const matches = matchesOf(cast, courses, (index) => 1 + (index % 7));
    const results = resultsOf(matches, [1]);
    return formPicture(reader, { of: cast.players[0] ?? { name: '' }, results });
  };

const SECTION = {
  8: [
    [0, null, 'bye'],
    [1, 2, '6-7(10) 7-6(12) 7-6(11)'],
    [3, 4, '6-2 3-1 ret.'],
    [5, 6, 'w.o.'],
  ],
  4: [
    [0, 1, '6-3 6-4'],
    [3, 5, '3-6 7-5 4-6'],
  ],
  2: [[0, 5, '7-6(5) 6-7(8) 7-5']],
} as const;

const FINISHED = {
  4: [
    [0, 1, '6-3 6-4'],
    [2, 3, '3-6 7-5 4-6'],
    [4, 5, '6-7(4) 6-3 6-4'],
    [6, 7, '6-2 2-0 ret.'],
  ],
  2: [
    [0, 3, '7-6(5) 6-7(8) 7-5'],
    [4, 6, '2-6 4-6'],
  ],
  1: [[0, 6, '6-4 3-6 6-2']],
} as const;

const LIVE = {
  4: FINISHED[4],
  2: [
    [0, 3, '6-4 3-6 live'],
    [4, 6, 'soon'],
  ],
} as const;

/** Every kind of picture: with ordinary data, with the longest names, with little and with much. */
export const SCENES: readonly Scene[] = [
  {
    kind: 'Head-to-head of pairs',
    data: 'ordinary',
    picture: meeting(ORDINARY, pairsOf(ORDINARY), HEAD_TO_HEAD.slice(0, 3)),
  },
  {
    kind: 'Head-to-head of pairs',
    data: 'longest names, many meetings',
    picture: meeting(LONGEST, pairsOf(LONGEST), HEAD_TO_HEAD),
  },
  {
    kind: 'Head-to-head of players',
    data: 'ordinary',
    picture: meeting(ORDINARY, playersOf(ORDINARY), HEAD_TO_HEAD.slice(0, 5)),
  },
  {
    kind: 'Head-to-head of players',
    data: 'longest names, one meeting',
    picture: meeting(LONGEST, playersOf(LONGEST), HEAD_TO_HEAD.slice(2, 3)),
  },
  {
    kind: 'Head-to-head of players',
    data: 'hundreds of meetings',
    picture: meeting(
      ORDINARY,
      playersOf(ORDINARY),
      Array.from({ length: 219 }, (_, index) => HEAD_TO_HEAD[index % 2] ?? ''),
    ),
  },
  { kind: 'Simulation', data: 'ordinary', picture: chances(pairsOf(ORDINARY), 0.64) },
  {
    kind: 'Simulation',
    data: 'longest names, next to no chance',
    picture: chances(pairsOf(LONGEST), 0.004),
  },
  { kind: 'Simulation', data: 'two players, even', picture: chances(playersOf(ORDINARY), 0.5) },
  { kind: 'Momentum', data: 'ordinary', picture: momentum(ORDINARY, playedByChance(15, 0.51)) },
  {
    kind: 'Momentum',
    data: 'longest names, many points',
    picture: momentum(LONGEST, playedByChance(254, 0.51)),
  },
  {
    kind: 'Momentum',
    data: 'few points',
    picture: momentum(ORDINARY, playedByChance(15, 0.51).slice(0, 12)),
  },
  {
    kind: 'Win probability',
    data: 'ordinary',
    picture: probability(0.4, ORDINARY, playedByChance(15, 0.51)),
  },
  {
    kind: 'Win probability',
    data: 'longest names, in the first set',
    picture: probability(0.72, LONGEST, playedByChance(254, 0.51).slice(0, 40)),
  },
  { kind: 'Bracket, final stage', data: 'ordinary', picture: bracket(ORDINARY, 1, FINISHED) },
  {
    kind: 'Bracket, final stage',
    data: 'longest names',
    picture: bracket(LONGEST, 1, FINISHED),
  },
  { kind: 'Bracket, final stage', data: 'in play', picture: bracket(ORDINARY, 1, LIVE) },
  {
    kind: 'Bracket, final stage',
    data: 'a final alone',
    picture: bracket(ORDINARY, 1, { 1: [[0, 1, 'soon']] }),
  },
  {
    kind: 'Bracket, section',
    data: 'ordinary',
    picture: bracket(ORDINARY, 2, SECTION),
  },
  {
    kind: 'Bracket, section',
    data: 'longest names',
    picture: bracket(LONGEST, 2, SECTION),
  },
  {
    kind: 'Bracket, section',
    data: 'little known',
    picture: bracket(ORDINARY, 2, { 8: [SECTION[8][0], [1, 2, 'soon']] }),
  },
  {
    kind: 'Player form',
    data: 'ordinary',
    picture: form(ORDINARY, ['6-4 6-3', '6-7(5) 6-4 6-3', '4-6 6-3 3-6', '6-2 6-2', '3-6 4-6']),
  },
  {
    kind: 'Player form',
    data: 'longest names',
    picture: form(LONGEST, [
      '7-6(12) 6-7(10) 7-6(11)',
      '6-2 3-1 ret.',
      'w.o.',
      '4-6 6-3 3-6',
      '6-1 6-0',
    ]),
  },
  { kind: 'Player form', data: 'one match', picture: form(ORDINARY, ['6-4 6-3']) },
];
