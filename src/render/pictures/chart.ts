import { area } from 'd3-shape';
import { opponentOf, type ByTeam, type Team } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf } from '../../i18n/text.ts';
import { column, rowElement, shape, textElement, THEME, type Element } from './element.ts';
import { winnerMark } from './marks.ts';
import type { Picture } from './picture.ts';
import { poster, type Page, type PosterTexts } from './poster.ts';

export interface ChartTexts extends PosterTexts {
  /** Not escaped; cut where they do not fit. */
  readonly names: ByTeam<string>;
  /** Marked with a tick; null while the match is not over. */
  readonly winner: Team | null;
  /** `Set 1`. */
  readonly set: (number: number) => string;
  /** What the signs of the chart mean; missing where they need no words. */
  readonly legend?: string;
}

/** What stands beside a team's name. */
interface Figure {
  readonly large: string;
  /** In front of it, small: what it was at the start. */
  readonly small?: string;
}

/** Where a chart over the points of a match is drawn. */
export interface ChartBox {
  readonly page: Page;
  readonly width: number;
  readonly height: number;
  /** The team that leads above the middle: who won. */
  readonly top: Team;
}

const HEIGHTS = { inline: 204, phone: 720 } as const;

/** What more a chart has on a phone takes so much of its height. */
const MORE = 110;

/** A chart between its teams, each on the side where it leads, with its figure. */
export const chartPoster = (
  reader: Reader,
  texts: ChartTexts,
  figures: ByTeam<Figure>,
  chart: (box: ChartBox) => Element,
  more: (page: Page) => Element | null = () => null,
): Picture =>
  poster(reader, texts, (page) => {
    const top = texts.winner ?? 'team_1';
    const below = more(page);
    const height = HEIGHTS[page.format] - (below === null ? 0 : MORE);
    return [
      column(
        { gap: page.sizes.fine / 2 },
        sideRow(page, top, texts, figures),
        chart({ page, width: page.width, height, top }),
        sideRow(page, opponentOf(top), texts, figures),
      ),
      below,
      texts.legend === undefined
        ? null
        : textElement({ fontSize: page.sizes.fine * 0.9, color: THEME.dim }, texts.legend),
    ];
  });

const sideRow = (
  { width, sizes }: Page,
  team: Team,
  { names, winner }: ChartTexts,
  figures: ByTeam<Figure>,
): Element => {
  const { large, small } = figures[team];
  return rowElement(
    { width, alignItems: 'center', justifyContent: 'space-between', color: THEME[team] },
    rowElement(
      { alignItems: 'center', gap: 14, flexShrink: 1, minWidth: 0 },
      textElement({ fontSize: sizes.normal, fontWeight: 700 }, names[team]),
      winner === team ? winnerMark(team, sizes.normal * 1.1) : null,
    ),
    rowElement(
      { alignItems: 'center', gap: 18, flexShrink: 0 },
      small === undefined ? null : textElement({ fontSize: sizes.normal, color: THEME.dim }, small),
      textElement({ fontSize: sizes.large, fontWeight: 800 }, large),
    ),
  );
};

/** The sets, each above its part of a chart; the first of `ends` is where the first set ended. */
export const setLabels = (
  { sizes }: Page,
  labels: readonly string[],
  ends: readonly number[],
): Element =>
  rowElement(
    { marginBottom: 6 },
    ...labels.map((label, index) => {
      const width = (ends[index] ?? 0) - (ends[index - 1] ?? 0);
      return rowElement(
        { width, justifyContent: 'center', overflow: 'hidden' },
        textElement({ fontSize: sizes.fine, color: THEME.dim, maxWidth: width }, label),
      );
    }),
  );

/** Where a set ends. */
export const divider = (x: number, height: number): string =>
  shape('line', {
    x1: x,
    x2: x,
    y1: 0,
    y2: height,
    stroke: THEME.dim,
    'stroke-width': 3,
    'stroke-dasharray': '6 8',
  });

/** A text at the left of a chart, its middle at `y`. */
export const axisLabel = (
  { sizes }: { readonly sizes: Pick<Page['sizes'], 'fine'> },
  { y, width }: { readonly y: number; readonly width: number },
  label: string,
): Element =>
  textElement(
    {
      position: 'absolute',
      right: 14,
      top: y - sizes.fine * 0.6,
      width: width - 14,
      textAlign: 'right',
      fontSize: sizes.fine * 0.9,
      lineHeight: 1.2,
      color: THEME.dim,
    },
    label,
  );

/** What lies between a line and the middle of a chart, in the colour of the team that leads there. */
export const leadAreas =
  <Point>({
    x,
    y,
    middle,
    top,
  }: {
    readonly x: (point: Point) => number;
    readonly y: (point: Point) => number;
    readonly middle: number;
    /** Whose lead is above the middle. */
    readonly top: Team;
  }) =>
  (points: readonly Point[]): readonly string[] =>
    ([Math.min, Math.max] as const).map((within, index) => {
      const team = index === 0 ? top : opponentOf(top);
      const d = area<Point>()
        .x(x)
        .y0(middle)
        .y1((point) => within(middle, y(point)))([...points]);
      return shape('path', { d: d ?? '', fill: THEME[team], 'fill-opacity': 0.4 });
    });

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A chart with marks: their labels are this far from its edges. */
interface MarkBox {
  readonly width: number;
  readonly height: number;
  readonly inset: number;
}

/** A ring at a place of a chart, with a line to its label at the farther edge. */
export const mark = (
  { x, y }: Spot,
  colour: string,
  { height, inset }: Pick<MarkBox, 'height' | 'inset'>,
): string =>
  [
    shape('line', {
      ...{ x1: x, x2: x, y1: y, y2: y < height / 2 ? height - inset - 12 : inset + 12 },
      stroke: colour,
      'stroke-width': 2,
    }),
    shape('circle', {
      ...{ cx: x, cy: y, r: 12, fill: colour },
      stroke: THEME.text,
      'stroke-width': 4,
    }),
  ].join('');

/** What a mark says, at the edge that is farther from it. */
export const markedLabel = (
  { sizes }: Page,
  { x, y }: Spot,
  label: string,
  { width, height, inset }: MarkBox,
): Element => {
  const letters = 0.58 * charactersOf(label).length;
  const fontSize = Math.min(sizes.fine, (width - 40) / letters);
  const room = letters * fontSize + 24;
  return textElement(
    {
      position: 'absolute',
      left: Math.min(width - room - 8, Math.max(8, x - room / 2)),
      ...(y < height / 2 ? { bottom: inset } : { top: inset }),
      width: room,
      textAlign: 'center',
      borderRadius: 8,
      background: THEME.background,
      fontSize,
      lineHeight: 1.3,
      fontWeight: 700,
    },
    label,
  );
};
