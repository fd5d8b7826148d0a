import { isPlaceKnown, type Bracket, type DrawPlace } from '../../domain/tournament/draw.ts';
import type { Round } from '../../domain/terms.ts';

/** A place on the poster, by the middle of its box. */
export interface Spot {
  readonly place: DrawPlace;
  readonly x: number;
  readonly y: number;
  /** Where its winner plays next; null for the final. */
  readonly next: Spot | null;
}

interface BracketLayout {
  readonly width: number;
  readonly height: number;
  /** A small draw has room for larger boxes and letters. */
  readonly scale: number;
  /** Of a box. */
  readonly boxHeight: number;
  /** The final first. */
  readonly spots: readonly Spot[];
}

/** The least width. */
const WIDTH = 1_000;
export const PADDING = 40;

/** The room of a layout: below `top`, and at least this high and wide. */
interface Room {
  readonly top: number;
  readonly width?: number;
  readonly height?: number;
}

/** Sizes at scale 1. */
export const BOX = { width: 266, height: 126 } as const;
export const GAP = { column: 20, row: 16, middle: 56 } as const;

const TALL = 1.5;

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

/**
 * The whole draw at once: its upper half from the left, its lower half from the right, semifinals and
 * final in the middle. A pair with a bye starts in the round after it.
 */
export const bracketLayout = (
  draw: Bracket,
  { top, width: least = WIDTH, height: high = 0 }: Room,
): BracketLayout => {
  const [first = 1] = draw.rounds;
  const columns = draw.rounds.filter((round) => round > MIDDLE).length;
  const scale = columns > 1 ? 1 : (least - 2 * PADDING) / (3 * BOX.width + 2 * GAP.column);
  const column = scale * (BOX.width + GAP.column);
  // Upright there is more height than width.
  const boxHeight = scale * BOX.height * (high === 0 ? 1 : TALL);
  const between = boxHeight + scale * GAP.middle;
  const wings = [
    { side: -1, slots: [0, 1] },
    { side: 1, slots: [2, 3] },
  ].map(({ side, slots }) => ({
    side,
    branches: first < ALWAYS ? [] : slots.flatMap((slot) => branchesOf(draw, ALWAYS, slot)),
  }));
  const height = Math.max(
    high,
    boxHeight + (first < MIDDLE ? 0 : 2 * between),
    ...wings.map(({ branches }) => rowsOf(branches) * (boxHeight + scale * GAP.row)),
  );
  const width = Math.ceil(
    Math.max(least, (2 * columns + 1) * column - scale * GAP.column + 2 * PADDING),
  );
  const [x, y] = [width / 2, top + height / 2];
  const final: Spot = { place: draw.place(1, 0), x, y, next: null };

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
      const spot = { place, x: next.x + side * column, y: (start + end) / 2, next };
      return [spot, ...spotsOf(before, spot, side, [start, end])];
    });
  };

  const halves = first < MIDDLE ? [] : wings;
  return {
    width,
    height,
    scale,
    boxHeight,
    spots: [
      final,
      ...halves.flatMap(({ side, branches }, slot) => {
        const place = draw.place(MIDDLE, slot);
        const semifinal = { place, x, y: y + side * between, next: final };
        return [semifinal, ...spotsOf(branches, semifinal, side, [top, top + height])];
      }),
    ],
  };
};
