import type { MatchOutcome } from '../../domain/people/form.ts';
import { blockElement, rowElement, THEME, type Element } from './element.ts';

const SIZE = 68;
const STROKE = 7;

/** Shapes differ as well as colours: a full disc with a tick, an empty box with a cross or dash. */
export const outcomeMark = (outcome: MatchOutcome): Element => MARKS[outcome]();

/** A line with round ends; an `svg` drawing would be a separate layer, slow to draw. */
const stroke = (
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  background: string,
): Element => {
  const width = Math.hypot(x2 - x1, y2 - y1) + STROKE;
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return blockElement({
    position: 'absolute',
    left: (x1 + x2 - width) / 2,
    top: (y1 + y2 - STROKE) / 2,
    width,
    height: STROKE,
    borderRadius: STROKE / 2,
    background,
    ...(turn === 0 ? {} : { transform: `rotate(${turn.toFixed(1)}deg)` }),
  });
};

const disc = (...children: readonly Element[]): Element =>
  rowElement(
    {
      position: 'relative',
      width: SIZE,
      height: SIZE,
      borderRadius: SIZE / 2,
      background: THEME.team_1,
    },
    ...children,
  );

const box = (colour: string, ...children: readonly Element[]): Element =>
  rowElement(
    {
      position: 'relative',
      boxSizing: 'border-box',
      width: SIZE,
      height: SIZE,
      padding: STROKE,
      borderRadius: 14,
      background: colour,
    },
    blockElement({
      width: SIZE - 2 * STROKE,
      height: SIZE - 2 * STROKE,
      borderRadius: 8,
      background: THEME.panel,
    }),
    ...children,
  );

const MARKS: Readonly<Record<MatchOutcome, () => Element>> = {
  won: () =>
    disc(
      stroke([19, 35], [30, 46], THEME.background),
      stroke([30, 46], [50, 23], THEME.background),
    ),
  lost: () =>
    box(
      THEME.warning,
      stroke([24, 24], [44, 44], THEME.warning),
      stroke([44, 24], [24, 44], THEME.warning),
    ),
  unknown: () => box(THEME.dim, stroke([24, 34], [44, 34], THEME.dim)),
};
