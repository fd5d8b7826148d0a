import { area, line } from 'd3-shape';
import { opponentOf, type Team } from '../../domain/terms.ts';
import { charactersOf } from '../../i18n/text.ts';
import { dotted } from '../lines/lines.ts';
import { column, rowElement, shape, svg, textElement, THEME, type Element } from './element.ts';
import type { Page } from './poster.ts';

/** A text at the left of a chart, its middle at `y`. */
export const axisLabel = (
  { sizes }: { readonly sizes: Pick<Page['sizes'], 'fine'> },
  { y, width }: { readonly y: number; readonly width: number },
  label: string,
): Element =>
  textElement(
    {
      ...{ position: 'absolute', right: 14, top: y - sizes.fine * 0.6, width: width - 14 },
      ...{ textAlign: 'right', fontSize: sizes.fine * 0.9, lineHeight: 1.2, color: THEME.dim },
    },
    label,
  );

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a chart over the points of a match is drawn. */
export interface ChartBox extends Size {
  readonly page: Page;
  /** The team that leads above the middle: who won. */
  readonly top: Team;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A place of the line, why it matters, and its facts. */
interface Marked extends Spot {
  readonly title: string;
  readonly text: string;
  readonly colour: string;
}

/** What a chart shows, in its pixels. */
interface Plot {
  /** The width of the labels at the left, and the labels. */
  readonly axis: number;
  readonly ticks: readonly { readonly y: number; readonly label: string }[];
  readonly line: readonly Spot[];
  readonly middle: number;
  /** Where each set ends, and what stands above it. */
  readonly sets: readonly {
    readonly x: number;
    readonly name: string | undefined;
    readonly score: string | null;
  }[];
  readonly marked: Marked | null;
  /** How far the label of the mark is from the edges. */
  readonly inset: number;
  readonly under?: readonly string[];
  readonly over?: readonly string[];
}

/** A line with its axis, the areas of who leads, the sets with their scores, and one mark. */
export const plot = ({ page, width: whole, height, top }: ChartBox, chart: Plot): Element => {
  const { axis, ticks, line: spots, middle, sets, marked, inset, under = [], over = [] } = chart;
  const width = whole - axis;
  const label = marked && labelOf(page, marked, spots, { width, height, inset });
  return rowElement(
    { alignItems: 'flex-end' },
    rowElement(
      { position: 'relative', width: axis, height },
      ...ticks.map((tick) => axisLabel(page, { y: tick.y, width: axis }, tick.label)),
    ),
    column(
      {},
      sets[0]?.name === undefined ? null : setLabels(page, sets),
      rowElement(
        { position: 'relative', width, height },
        svg(
          { width, height },
          shape('rect', { x: 0, y: 0, width, height, rx: 12, fill: THEME.panel }),
          ...under,
          ...leadAreas(spots, middle, top),
          ...sets.slice(0, -1).map(({ x }) => divider(x, height)),
          stroke(spots, THEME.text, 4),
          ...over,
          ...(marked && label ? ring(marked, { width, height }, label.pole) : []),
        ),
        label?.element ?? null,
      ),
    ),
  );
};

/** A part of the line. */
export const stroke = (spots: readonly Spot[], colour: string, width: number): string =>
  shape('path', {
    d:
      line<Spot>(
        ({ x }) => x,
        ({ y }) => y,
      )([...spots]) ?? '',
    ...{ fill: 'none', stroke: colour, 'stroke-width': width, 'stroke-linejoin': 'round' },
  });

/** The sets, each above its part of a chart: its score, and its number where all have room. */
const setLabels = ({ sizes }: Page, sets: Plot['sets']): Element => {
  const labels = sets.map((set, index) => ({
    ...set,
    whole: dotted([set.name, set.score]),
    width: set.x - (sets[index - 1]?.x ?? 0),
  }));
  const areWide = labels.every(
    ({ whole, width }) => charactersOf(whole).length * 0.58 * sizes.fine < width,
  );
  return rowElement(
    { marginBottom: 6, fontSize: sizes.fine, fontWeight: 700, color: THEME.dim },
    ...labels.map(({ whole, score, width }) =>
      rowElement(
        { width, justifyContent: 'center', overflow: 'hidden' },
        textElement({ maxWidth: width }, areWide ? whole : (score ?? whole)),
      ),
    ),
  );
};

/** Where a set ends. */
const divider = (x: number, height: number): string =>
  shape('line', {
    x1: x,
    x2: x,
    y1: 0,
    y2: height,
    stroke: THEME.dim,
    'stroke-width': 3,
    'stroke-dasharray': '6 8',
  });

/** What lies between a line and the middle of a chart, in the colour of the team that leads there. */
const leadAreas = (spots: readonly Spot[], middle: number, top: Team): readonly string[] =>
  ([Math.min, Math.max] as const).map((within, index) => {
    const between = area<Spot>(
      ({ x }) => x,
      middle,
      ({ y }) => within(middle, y),
    );
    const fill = THEME[index === 0 ? top : opponentOf(top)];
    return shape('path', { d: between([...spots]) ?? '', fill, 'fill-opacity': 0.4 });
  });

const RING = 14;

const within = (at: number, most: number): number => Math.min(most - RING, Math.max(RING, at));

/** A ring at a place of a chart, with a line to its label. */
const ring = ({ x, y, colour }: Marked, { width, height }: Size, y2: number): readonly string[] => [
  shape('line', { x1: x, x2: x, y1: y, y2, stroke: colour, 'stroke-width': 3 }),
  shape('circle', {
    ...{ cx: within(x, width), cy: within(y, height), r: RING - 2 },
    ...{ fill: colour, stroke: THEME.text, 'stroke-width': 4 },
  }),
];

/** What a mark says, above or below the line: where it covers less of it, and never the mark. */
const labelOf = (
  { sizes }: Page,
  { x, y, title, text, colour }: Marked,
  spots: readonly Spot[],
  { width, height, inset }: Size & { readonly inset: number },
) => {
  const letters = 0.57 * Math.max(...[title, text].map((each) => charactersOf(each).length));
  const fontSize = Math.min(sizes.small, (width - 40) / letters);
  const room = letters * fontSize + 24;
  const tall = 2.6 * fontSize;
  const left = Math.min(width - room - 8, Math.max(8, x - room / 2));
  const covered = (top: number): number => {
    const isWithin = (at: number): boolean => at > top - RING && at < top + tall + RING;
    if (isWithin(y)) return Infinity;
    return spots.filter((at) => at.x > left && at.x < left + room && isWithin(at.y)).length;
  };
  const [top = inset] = [height - inset - tall, inset].toSorted((a, b) => covered(a) - covered(b));
  const words = { fontSize, lineHeight: 1.15 };
  const element = column(
    {
      ...{ position: 'absolute', left, top, width: room, height: tall, borderRadius: 10 },
      ...{ justifyContent: 'center', alignItems: 'center', background: THEME.background },
    },
    textElement({ ...words, fontWeight: 800, color: colour }, title),
    textElement({ ...words, fontWeight: 700 }, text),
  );
  return { element, pole: top + 8 };
};
