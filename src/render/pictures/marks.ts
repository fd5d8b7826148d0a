import type { MatchOutcome } from '../../domain/people/form.ts';
import { opponentOf, type ByTeam, type Team } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf } from '../../i18n/text.ts';
import {
  blockElement,
  circle,
  column,
  rowElement,
  shape,
  svg,
  textElement,
  THEME,
  type Element,
} from './element.ts';
import type { Page } from './poster.ts';

type Point = readonly [number, number];

/** The drawings are this large; a mark of another size is drawn to scale. */
const DRAWN = 68;
const STROKE = 7;

const TICK = [
  [19, 35],
  [30, 46],
  [50, 23],
] as const;

/** The first letter of an outcome in the language of the reader; shapes differ as well as colours. */
export const outcomeTile = (
  { t }: Reader,
  outcome: MatchOutcome,
  width: number,
  height = width,
): Element => {
  const colour = { won: THEME.team_1, lost: THEME.warning, unknown: THEME.dim }[outcome];
  const [ink, background] = outcome === 'won' ? [THEME.background, colour] : [colour, THEME.panel];
  const size = Math.min(width, height);
  return rowElement(
    {
      ...{ boxSizing: 'border-box', flexShrink: 0, width, height, background },
      ...{ borderRadius: size * 0.2, border: `${size * 0.08}px solid ${colour}` },
      ...{ alignItems: 'center', justifyContent: 'center' },
    },
    textElement(
      { fontSize: size * 0.62, fontWeight: 800, lineHeight: 1, color: ink },
      outcome === 'unknown'
        ? '–'
        : charactersOf(t(`form.${outcome}`))
            .slice(0, 1)
            .join(''),
    ),
  );
};

/** The tick of a winner, in the colour of the team. */
export const winnerMark = (team: Team, size: number): Element =>
  disc(THEME[team], size / DRAWN, TICK);

/** A line with round ends; an `svg` drawing would be a separate layer, slow to draw. */
const stroke = ([x1, y1]: Point, [x2, y2]: Point, background: string, scale: number): Element => {
  const width = Math.hypot(x2 - x1, y2 - y1) + STROKE;
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return blockElement({
    ...{ position: 'absolute', left: (scale * (x1 + x2 - width)) / 2 },
    ...{ top: (scale * (y1 + y2 - STROKE)) / 2, width: scale * width, height: scale * STROKE },
    ...{ borderRadius: (scale * STROKE) / 2, background },
    ...(turn === 0 ? {} : { transform: `rotate(${turn.toFixed(1)}deg)` }),
  });
};

const disc = (
  background: string,
  scale: number,
  [start, corner, end]: readonly [Point, Point, Point],
): Element =>
  circle(
    scale * DRAWN,
    { position: 'relative', background },
    stroke(start, corner, THEME.background, scale),
    stroke(corner, end, THEME.background, scale),
  );

/** A cup with two handles on its base. */
export const trophy = (size: number, fill: string): Element => {
  const at = (part: number): number => Math.round((part * size) / 100);
  const path = (...points: readonly (string | number)[]): string =>
    points.map((each) => (typeof each === 'number' ? at(each) : each)).join(' ');
  const handle = (out: number, side: number): string =>
    path('M', side, 17, 'H', out, 'C', out, 36, out, 44, side + (out < side ? 6 : -6), 48);
  const bowl = path('M', 22, 8, 'H', 78, 'C', 78, 44, 68, 64, 50, 66);
  return svg(
    { width: size, height: size },
    ...[handle(8, 26), handle(92, 74)].map((d) =>
      shape('path', { d, fill: 'none', stroke: fill, 'stroke-width': at(7) }),
    ),
    shape('path', { d: `${bowl} ${path('C', 32, 64, 22, 44, 22, 8)} Z`, fill }),
    shape('path', { d: path('M', 45, 62, 'H', 55, 'L', 58, 82, 'H', 42, 'Z'), fill }),
    shape('rect', { x: at(20), y: at(4), width: at(60), height: at(8), rx: at(4), fill }),
    shape('rect', { x: at(28), y: at(80), width: at(44), height: at(13), rx: at(3), fill }),
  );
};

/** Keeps the smallest part visible. */
const LEAST = 10;
const GAP = 6;

/** A bar of a width, split as two numbers are; both parts show. */
export const splitBar = (
  width: number,
  height: number,
  { team_1, team_2 }: ByTeam<number>,
): Element => {
  const share = team_1 + team_2 === 0 ? 0.5 : team_1 / (team_1 + team_2);
  const filled = Math.min(width - LEAST, Math.max(LEAST, Math.round(share * width)));
  const [outer, inner] = [`${height / 2}px`, '4px'];
  const left = `${outer} ${inner} ${inner} ${outer}`;
  const right = `${inner} ${outer} ${outer} ${inner}`;
  const part = (length: number, borderRadius: string, background: string): Element =>
    blockElement({ width: length - GAP / 2, height, borderRadius, background });
  return rowElement(
    { gap: GAP },
    part(filled, left, THEME.team_1),
    part(width - filled, right, THEME.team_2),
  );
};

/** Two numbers of the same kind, and a bar split as they are. */
export const shareBar = (
  { sizes }: Page,
  width: number,
  { name, ...shares }: ByTeam<number> & { readonly name: string },
): Element =>
  column(
    { width },
    rowElement(
      { justifyContent: 'space-between', fontSize: sizes.fine, fontWeight: 700, lineHeight: 1.2 },
      textElement({ color: THEME.team_1 }, String(shares.team_1)),
      textElement({ color: THEME.dim, fontWeight: 400 }, name),
      textElement({ color: THEME.team_2 }, String(shares.team_2)),
    ),
    splitBar(width, sizes.fine / 2.5, shares),
  );

/** The width of a number in bold, in the size of its letters: signs are wider than digits. */
export const figureWidth = (figure: string): number =>
  charactersOf(figure).reduce(
    (sum, sign) => sum + (/\s/.test(sign) ? 0.3 : /\d/.test(sign) ? 0.66 : 0.97),
    0,
  );

export interface DuelRow extends ByTeam<string> {
  readonly name: string;
}

/** The share of the name in the width of a row. */
const NAME = 0.62;

/** Figures of two teams, each in a row around its name. */
export const duelTable = (
  { width, sizes }: Page,
  rows: readonly DuelRow[],
  { first = 'team_1', padding = 4 }: { readonly first?: Team; readonly padding?: number } = {},
): Element => {
  const figure = (row: DuelRow, team: Team): Element => {
    const style = { fontSize: sizes.normal * 1.15, fontWeight: 800, color: THEME[team] };
    const textAlign = team === first ? 'left' : 'right';
    return textElement({ ...style, textAlign, width: (width * (1 - NAME)) / 2 }, row[team]);
  };
  const rowOf = (row: DuelRow, index: number): Element => {
    const room = width * NAME - 36;
    const fontSize = Math.min(sizes.small, room / (0.58 * charactersOf(row.name).length));
    const background = index % 2 === 0 ? THEME.panel : THEME.background;
    return rowElement(
      {
        ...{ boxSizing: 'border-box', width, padding: `${padding}px 18px`, background },
        ...{ alignItems: 'center', borderRadius: 10, lineHeight: 1.15 },
      },
      figure(row, first),
      textElement({ width: room, fontSize, fontWeight: 600, textAlign: 'center' }, row.name),
      figure(row, opponentOf(first)),
    );
  };
  return column({ width }, ...rows.map(rowOf));
};
