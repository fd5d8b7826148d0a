import { headToHead, type HeadToHead } from '#src/domain/people/head-to-head.ts';
import type { Match } from '#src/domain/match/match.ts';
import { resultsOf } from '#src/domain/people/form.ts';
import type { Reader } from '#src/i18n/i18n.ts';
import type { Contender } from '#src/domain/tournament/odds.ts';
import { probabilityCurve } from '#src/domain/probability/curve.ts';
import { curveChart } from '#src/render/match/probability-curve.ts';
import { chartOf } from '#src/render/match/momentum.ts';
import { placesPicture } from '#src/render/people/places.ts';
import { formPicture } from '#src/render/pictures/form.ts';
import { headToHeadPicture } from '#src/render/pictures/head-to-head.ts';
import type { ByTeam } from '#src/domain/terms.ts';
import type { Picture } from '#src/render/pictures/picture.ts';
import type { Sides } from '#src/render/pictures/contenders.ts';
import { chancesPicture } from '#src/render/people/simulation.ts';
import { resultPoster } from '#src/render/match/posters.ts';
import { titlePicture } from '#src/render/pictures/title.ts';
import { chancesImage } from '#src/render/tournament/chances.ts';
import { drawPage, bracketImages } from '#src/render/tournament/draw.ts';
import { FIELD, LONGEST, ORDINARY, pairsOf, playersOf, type Cast } from './casts.ts';
import { drawn, followed, matchesOf, playedByChance, wholeDraw, type Course } from './matches.ts';

/** A picture with certain data. */
export interface Scene {
  /** The kind of picture; the gallery groups its scenes by kind. */
  readonly kind: string;
  readonly data: string;
  readonly picture: (reader: Reader) => Picture;
  /** The picture shows more than fits into alternative text; the message pages have the rest. */
  readonly isAbridged?: true;
}

export const TODAY = Date.UTC(2026, 5, 7, 12);

/** Where earlier meetings were played. */
const EVENTS = ['Málaga P1', 'Roma Major', 'Bruxelles P2', 'Sevilla P2', 'Doha Major'] as const;

const HEAD_TO_HEAD = [
  '6-4 6-3',
  '6-7(5) 6-4 3-6',
  '7-6(12) 6-7(10) 7-6(11)',
  '6-2 3-1 ret.',
  'w.o.',
  '4-6 6-7(3)',
  '6-1 6-4',
] as const;

const meetingsOf = (cast: Cast, sides: Sides, courses: readonly Course[]): HeadToHead =>
  headToHead(
    matchesOf(cast, courses),
    sides.team_1.map(({ id }) => id),
  );

const meeting =
  (cast: Cast, sides: Sides, courses: readonly Course[]): Scene['picture'] =>
  (reader) =>
    headToHeadPicture(reader, {
      teams: sides,
      record: meetingsOf(cast, sides, courses),
      readAt: TODAY,
      eventName: (id) => EVENTS[id - cast.tournament.id] ?? cast.tournament.name,
    });

const chances =
  (sides: Sides, share: number, elo: ByTeam<number>, record: HeadToHead): Scene['picture'] =>
  (reader) =>
    chancesPicture(reader, {
      teams: sides,
      chances: { team_1: share, team_2: 1 - share },
      elo,
      record,
      inPlay: null,
      readAt: TODAY,
    });

const momentum =
  (...match: Parameters<typeof followed>): Scene['picture'] =>
  (reader) =>
    chartOf(reader, { ...followed(...match), readAt: TODAY });

const probability =
  (team_1: number, cast: Cast, plays: Parameters<typeof followed>[1]): Scene['picture'] =>
  (reader) => {
    const { held } = followed(cast, plays);
    const curve = probabilityCurve({ ...held, chances: { team_1, team_2: 1 - team_1 } });
    if (curve.kind === 'none') throw new Error(curve.reason);
    return curveChart(reader, { held, curve, readAt: TODAY });
  };

const result =
  (cast: Cast, plays: Parameters<typeof followed>[1], team_1: number | null): Scene['picture'] =>
  (reader) => {
    const { held } = followed(cast, plays);
    const chances = team_1 === null ? null : { team_1, team_2: 1 - team_1 };
    const match = { ...held.match, duration: 137, seeds: { team_1: '4', team_2: null } };
    const picture = resultPoster(reader, {
      held: { ...held, match, chances },
      teams: pairsOf(cast),
      readAt: TODAY,
    });
    if (picture === null) throw new Error('no result');
    return picture;
  };

const title =
  (cast: Cast, courses: readonly Course[]): Scene['picture'] =>
  (reader) => {
    const matches = matchesOf(cast, courses, (index) => 1 + (index % 7), 1);
    return titlePicture(reader, {
      champions: pairsOf(cast).team_1,
      tournament: cast.tournament,
      category: cast.category,
      road: resultsOf(matches, [1]).map((each, index) => ({
        ...each,
        match: { ...each.match, round: ROAD[index] ?? 32 },
      })),
      readAt: TODAY,
    });
  };

const ROAD = [1, 2, 4, 8, 16] as const;

/** The earlier somebody is listed, the stronger. */
const strengthOf = ({ players: [first] }: Pick<Contender, 'players'>): number =>
  1_560 - 5 * (first?.id ?? 0);

const bracket =
  (cast: Cast, matches: readonly Match[], which: 'glance' | 'whole' = 'glance'): Scene['picture'] =>
  (reader) => {
    const { category, tournament } = cast;
    const view = drawPage({ tournament, matches, category, readAt: TODAY, strengthOf }, null);
    const picture = bracketImages(reader, view)?.[which];
    if (!picture) throw new Error('nobody is in this draw');
    return picture;
  };

/** Who can win a draw. */
const titleChances =
  (cast: Cast, matches: readonly Match[]): Scene['picture'] =>
  (reader) => {
    const { category, tournament, players } = cast;
    const view = drawPage({ tournament, matches, category, readAt: TODAY, strengthOf }, null);
    const countryOf = (id: number) => players.find((each) => each.id === id)?.country ?? null;
    const picture = chancesImage(reader, view, { followed: [5], countryOf });
    if (picture === null) throw new Error('no chances');
    return picture;
  };

const form =
  (cast: Cast, courses: readonly Course[]): Scene['picture'] =>
  (reader) => {
    const matches = matchesOf(cast, courses, (index) => 1 + (index % 7));
    const results = resultsOf(matches, [1]);
    return formPicture(reader, {
      of: cast.players[0] ?? { name: '' },
      people: cast.players.slice(0, 1),
      results,
      readAt: TODAY,
      eventName: (id) => EVENTS[id - cast.tournament.id] ?? cast.tournament.name,
    });
  };

/** The places of the first player, a week apart from the first Monday of the year on. */
const places =
  (cast: Cast, all: readonly number[]): Scene['picture'] =>
  (reader) => {
    const picture = placesPicture(reader, {
      player: cast.players[0] ?? { name: '' },
      category: cast.category,
      places: all.map((place, week) => ({
        place,
        date: new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10),
      })),
      readAt: TODAY,
    });
    if (picture === null) throw new Error('no places');
    return picture;
  };

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

/** Scenes of one kind, by their data. */
const scenes = (
  kind: string,
  pictures: Readonly<Record<string, Scene['picture']>>,
  more: Pick<Scene, 'isAbridged'> = {},
): readonly Scene[] =>
  Object.entries(pictures).map(([data, picture]) => ({ kind, data, picture, ...more }));

/** Every kind of picture: with ordinary data, the longest names, little data and much data. */
export const SCENES: readonly Scene[] = [
  ...scenes('Head-to-head of pairs', {
    ordinary: meeting(ORDINARY, pairsOf(ORDINARY), HEAD_TO_HEAD.slice(0, 3)),
    'longest names, many meetings': meeting(LONGEST, pairsOf(LONGEST), HEAD_TO_HEAD),
  }),
  ...scenes('Head-to-head of players', {
    ordinary: meeting(ORDINARY, playersOf(ORDINARY), [
      ...HEAD_TO_HEAD.slice(0, 3),
      ...HEAD_TO_HEAD.slice(6),
      '6-3 3-6 7-5',
    ]),
    'longest names, one meeting': meeting(LONGEST, playersOf(LONGEST), HEAD_TO_HEAD.slice(2, 3)),
    'hundreds of meetings': meeting(
      ORDINARY,
      playersOf(ORDINARY),
      Array.from({ length: 219 }, (_, index) => HEAD_TO_HEAD[index % 2] ?? ''),
    ),
  }),
  ...scenes('Simulation', {
    ordinary: chances(
      pairsOf(ORDINARY),
      0.64,
      { team_1: 1_482, team_2: 1_432 },
      meetingsOf(ORDINARY, pairsOf(ORDINARY), HEAD_TO_HEAD.slice(0, 3)),
    ),
    'longest names, next to no chance': chances(
      pairsOf(LONGEST),
      0.004,
      { team_1: 940, team_2: 1_412 },
      meetingsOf(LONGEST, pairsOf(LONGEST), HEAD_TO_HEAD),
    ),
    'two players, even': chances(
      playersOf(ORDINARY),
      0.5,
      { team_1: 1_377, team_2: 1_377 },
      meetingsOf(ORDINARY, playersOf(ORDINARY), []),
    ),
  }),
  ...scenes('Momentum', {
    ordinary: momentum(ORDINARY, playedByChance(15, 0.51)),
    'longest names, many points': momentum(LONGEST, playedByChance(254, 0.51)),
    'few points': momentum(ORDINARY, playedByChance(15, 0.51).slice(0, 12)),
  }),
  ...scenes('Win probability', {
    ordinary: probability(0.4, ORDINARY, playedByChance(15, 0.51)),
    'longest names, in the first set': probability(
      0.72,
      LONGEST,
      playedByChance(254, 0.51).slice(0, 40),
    ),
  }),
  ...scenes('Result', {
    ordinary: result(ORDINARY, playedByChance(15, 0.51), 0.4),
    'longest names, chances unknown': result(LONGEST, playedByChance(254, 0.51), null),
  }),
  ...scenes('Title', {
    ordinary: title(ORDINARY, ['6-4 6-3', '6-7(5) 6-4 6-3', '7-5 6-3', '6-2 6-2', '6-3 6-4']),
    'longest names': title(LONGEST, ['7-6(12) 6-7(10) 7-6(11)', '6-2 3-1 ret.', 'w.o.', '6-1 6-0']),
  }),
  ...scenes(
    'Draw',
    {
      ordinary: bracket(FIELD, wholeDraw(FIELD, 48, 1)),
      'in play': bracket(FIELD, wholeDraw(FIELD, 28, 8)),
      'not begun': bracket(FIELD, wholeDraw(FIELD, 48, 64)),
      'all of it': bracket(FIELD, wholeDraw(FIELD, 48, 1), 'whole'),
      'all of it, in play': bracket(FIELD, wholeDraw(FIELD, 28, 8), 'whole'),
    },
    { isAbridged: true },
  ),
  ...scenes('Draw', {
    'longest names': bracket(LONGEST, drawn(LONGEST, FINISHED)),
    'little known': bracket(
      ORDINARY,
      drawn(ORDINARY, {
        8: [
          [0, null, 'bye'],
          [1, 2, 'soon'],
        ],
      }),
    ),
    'all of it, longest names': bracket(LONGEST, drawn(LONGEST, FINISHED), 'whole'),
    'a final alone': bracket(ORDINARY, drawn(ORDINARY, { 1: [[0, 1, 'soon']] })),
  }),
  ...scenes('Title chances', {
    ordinary: titleChances(FIELD, wholeDraw(FIELD, 28, 8)),
    'not begun': titleChances(FIELD, wholeDraw(FIELD, 48, 64)),
    'longest names': titleChances(
      LONGEST,
      drawn(LONGEST, {
        2: [
          [0, 1, '7-6(12) 6-7(10) 7-6(11)'],
          [2, 3, 'soon'],
        ],
      }),
    ),
  }),
  ...scenes('Player form', {
    ordinary: form(ORDINARY, ['6-4 6-3', '6-7(5) 6-4 6-3', '4-6 6-3 3-6', '6-2 6-2', '3-6 4-6']),
    'longest names': form(LONGEST, [
      '7-6(12) 6-7(10) 7-6(11)',
      '6-2 3-1 ret.',
      'w.o.',
      '4-6 6-3 3-6',
      '6-1 6-0',
    ]),
    'one match': form(ORDINARY, ['6-4 6-3']),
  }),
  ...scenes('Ranking curve', {
    ordinary: places(ORDINARY, [
      ...[14, 14, 14, 15, 15, 13, 13, 11, 11, 12, 12, 12, 10, 9, 9, 9, 10, 8, 8, 8, 8, 9],
    ]),
    'longest name, from the bottom to the top': places(
      LONGEST,
      Array.from({ length: 52 }, (_, week) => Math.round(900 / (1 + week * 0.9)) || 1).with(-1, 1),
    ),
    'one week': places(ORDINARY, [40]),
  }),
];
