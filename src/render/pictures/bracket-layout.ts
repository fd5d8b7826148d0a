import { isPlaceKnown, type Bracket, type DrawPlace } from '../../domain/tournament/draw.ts';
import { TEAMS, type Round } from '../../domain/terms.ts';

/** A place on the poster, by the middle of its box. */
export interface Spot {
  readonly place: DrawPlace;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where its winner plays next; null for the final. */
  readonly next: Spot | null;
}

/** The least width. */
const WIDTH = 1_000;
export const PADDING = 40;

/** Sizes at scale 1. */
export const BOX = { width: 266, height: 126 } as const;
export const GAP = { column: 20, row: 16, middle: 56 } as const;

/** Semifinals and final, one above the other. */
const MIDDLE = 2;
/** From the quarterfinals on every place is shown, also while nobody is known in it. */
const ALWAYS = 4;

interface Branch {
  readonly place: DrawPlace;
  readonly before: readonly Branch[];
  /** Boxes one above the other in its first column. */
  readonly rows: number;
}

/** A place and those that lead to it: no byes, and no early places of which nothing is known. */
const branchesOf = (draw: Bracket, round: Round, slot: number): readonly Branch[] => {
  const place = draw.place(round, slot);
  const earlier = draw.rounds.find((each) => each === 2 * round);
  const before =
    earlier === undefined
      ? []
      : [2 * slot, 2 * slot + 1].flatMap((each) => branchesOf(draw, earlier, each));
  const isPlayed = isPlaceKnown(place) && place.match?.status !== 'bye';
  if (before.length === 0 && round > ALWAYS && !isPlayed) return [];
  return [{ place, before, rows: Math.max(1, rowsOf(before)) }];
};

const rowsOf = (branches: readonly Branch[]): number =>
  branches.reduce((sum, { rows }) => sum + rows, 0);

/** The whole of a draw on a poster that is as large as it needs; the final first. */
interface WholeLayout {
  readonly width: number;
  readonly height: number;
  readonly spots: readonly Spot[];
}

/**
 * The whole draw at once: its upper half from the left, its lower half from the right, semifinals and
 * final in the middle. A pair with a bye starts in the round after it.
 * @param top above the boxes
 */
export const wholeLayout = (draw: Bracket, top: number): WholeLayout => {
  const [first = 1] = draw.rounds;
  const columns = columnsOf(draw);
  const scale = columns > 1 ? 1 : (WIDTH - 2 * PADDING) / (3 * BOX.width + 2 * GAP.column);
  const size = { width: scale * BOX.width, height: scale * BOX.height };
  const column = scale * (BOX.width + GAP.column);
  const between = scale * (BOX.height + GAP.middle);
  const wings = [
    { side: -1, slots: [0, 1] },
    { side: 1, slots: [2, 3] },
  ].map(({ side, slots }) => ({
    side,
    branches: first < ALWAYS ? [] : slots.flatMap((slot) => branchesOf(draw, ALWAYS, slot)),
  }));
  const height = Math.max(
    size.height + (first < MIDDLE ? 0 : 2 * between),
    ...wings.map(({ branches }) => rowsOf(branches) * scale * (BOX.height + GAP.row)),
  );
  const width = Math.ceil(
    Math.max(WIDTH, (2 * columns + 1) * column - scale * GAP.column + 2 * PADDING),
  );
  const [x, y] = [width / 2, top + height / 2];
  const final: Spot = { place: draw.place(1, 0), x, y, ...size, next: null };

  const spotsOf = (
    branches: readonly Branch[],
    next: Spot,
    side: number,
    [from, to]: readonly [number, number],
  ): readonly Spot[] => {
    const row = (to - from) / rowsOf(branches);
    return branches.flatMap(({ place, before, rows }, index) => {
      const start = from + row * rowsOf(branches.slice(0, index));
      const end = start + row * rows;
      const spot = { place, x: next.x + side * column, y: (start + end) / 2, ...size, next };
      return [spot, ...spotsOf(before, spot, side, [start, end])];
    });
  };

  const halves = first < MIDDLE ? [] : wings;
  const others = halves.flatMap(({ side, branches }, slot) => {
    const place = draw.place(MIDDLE, slot);
    const semifinal = { place, x, y: y + side * between, ...size, next: final };
    return [semifinal, ...spotsOf(branches, semifinal, side, [top, top + height])];
  });
  return { width, height, spots: [final, ...others] };
};

/** Columns of a wing. */
export const columnsOf = ({ rounds }: Bracket): number =>
  rounds.filter((round) => round > MIDDLE).length;

/** Where boxes may be. */
interface Area {
  readonly isUpright: boolean;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Between boxes, with room for what stands below one; more where a heading does. */
const APART = 32;
const HEADING = 52;
/** Boxes of a round that are read at a glance. */
const MOST = 8;

/** What is read at a glance: the round in play, or the last rounds; the places of lower ranks first. */
export const glanceLayout = (
  draw: Bracket,
  rankOf: (place: DrawPlace) => number,
  area: Area,
): readonly Spot[] => {
  const round = roundInPlay(draw);
  if (round <= (area.isUpright ? ALWAYS : MIDDLE)) return endSpots(draw, area);
  const shown = draw
    .placesIn(round)
    .filter((place) => isPlaceKnown(place) && place.match?.status !== 'bye')
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, MOST)
    .toSorted((a, b) => a.slot - b.slot);
  return gridSpots(shown, area);
};

/** The last round of which most is known; before that the first. */
const roundInPlay = (draw: Bracket): Round => {
  const isMostlyKnown = (round: Round): boolean => {
    const sides = draw
      .placesIn(round)
      .flatMap(({ teams, names }) => TEAMS.map((team) => teams[team] ?? names[team]));
    return sides.filter((side) => side !== null).length >= 0.75 * sides.length;
  };
  const known = draw.rounds.filter((round) => draw.placesIn(round).some(isPlaceKnown));
  return draw.rounds.findLast(isMostlyKnown) ?? known[0] ?? 1;
};

/** Places of one round, in two columns where they are many. */
const gridSpots = (
  places: readonly DrawPlace[],
  { isUpright, top, width: whole, height: high }: Area,
): readonly Spot[] => {
  const columns = places.length > 3 ? 2 : 1;
  const rows = Math.ceil(places.length / columns);
  const width = (whole - 2 * PADDING - (columns - 1) * APART) / columns;
  const row = Math.min(high / rows, isUpright ? 600 : 330);
  return places.map((place, at) => ({
    ...{ place, width, height: row - APART, next: null },
    x: PADDING + width / 2 + Math.floor(at / rows) * (width + APART),
    y: top + (high - row * rows) / 2 + ((at % rows) + 0.5) * row - APART / 2,
  }));
};

/** The last rounds: the final large beside its semifinals, or upright above them and the quarterfinals. */
const endSpots = (
  draw: Bracket,
  { isUpright, top, width: whole, height }: Area,
): readonly Spot[] => {
  const [first = 1] = draw.rounds;
  const inner = whole - 2 * PADDING;
  const half = (inner - APART) / 2;
  const middle = top + height / 2;
  const isAlone = first === 1;
  // Rows of the height, by what stands in them: 5 of the final, 3 of each other.
  const row = (height - 2 * HEADING - 2 * APART) / 14;
  const tall = isAlone || !isUpright ? Math.min(height, isUpright ? 600 : 330) : 5 * row;
  const side = isUpright ? inner : isAlone ? 0.7 * inner : 0.54 * inner;
  const final: Spot = {
    ...{ place: draw.place(1, 0), width: side, height: tall, next: null },
    x: isUpright || isAlone ? whole / 2 : whole - PADDING - side / 2,
    y: isUpright && !isAlone ? top + tall / 2 : middle,
  };
  if (isAlone) return [final];
  return [
    final,
    ...[0, 1].flatMap((slot) => {
      const [left, x] = [slot === 0, PADDING + half / 2 + slot * (half + APART)];
      const place = draw.place(MIDDLE, slot);
      if (!isUpright) {
        const width = inner - side - 2 * APART;
        const y = middle + (left ? -0.25 : 0.25) * height;
        return {
          ...{ place, width, next: final },
          height: height / 2 - APART,
          x: PADDING + width / 2,
          y,
        };
      }
      const size = { width: half, height: 3 * row };
      const semifinal = { place, x, y: top + tall + HEADING + 1.5 * row, ...size, next: final };
      const from = top + tall + 3 * row + 2 * HEADING;
      const quarters = first < ALWAYS ? [] : [2 * slot, 2 * slot + 1];
      return [
        semifinal,
        ...quarters.map((each, at) => ({
          ...{ place: draw.place(ALWAYS, each), x, ...size, next: semifinal },
          y: from + (at + 0.5) * 3 * row + at * APART,
        })),
      ];
    }),
  ];
};
