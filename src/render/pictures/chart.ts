import { area } from 'd3-shape';
import type { DisplayNamed } from '../../domain/people/display-names.ts';
import { opponentOf, TEAMS, type ByTeam, type Team } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf } from '../../i18n/text.ts';
import { dotted } from '../lines/lines.ts';
import { avatar } from './contenders.ts';
import { column, rowElement, shape, textElement, THEME, type Element } from './element.ts';
import { figureWidth, winnerMark } from './marks.ts';
import type { Picture } from './picture.ts';
import { poster, type Page, type PosterTexts } from './poster.ts';

export interface ChartTexts extends PosterTexts {
  /** Not escaped; cut where they do not fit. */
  readonly names: ByTeam<string>;
  readonly teams: ByTeam<readonly DisplayNamed[]>;
  /** Marked with a tick; null while the match is not over. */
  readonly winner: Team | null;
  /** `Set 1`. */
  readonly set: (number: number) => string;
}

/** What stands beside a team's names. */
interface Figure {
  readonly large: string;
  /** Beside it, small: what it counts, or what it was at the start. */
  readonly small: string;
  readonly isStart?: true;
}

/** Where a chart over the points of a match is drawn. */
export interface ChartBox {
  readonly page: Page;
  readonly width: number;
  readonly height: number;
  /** The team that leads above the middle: who won. */
  readonly top: Team;
}

const HEIGHTS = { inline: 350, phone: 655 } as const;

/** Sizes of the letters of figures. */
const FIGURES = { inline: 104, phone: 132 } as const;

/** Of the width of a page, beside an inline chart. */
const SIDE = 0.33;

/** What more a chart has on a phone takes so much of its height. */
const MORE = 205;

/** A chart and its teams with their figures: at its right, on a phone each on the side where it leads. */
export const chartPoster = (
  reader: Reader,
  texts: ChartTexts,
  figures: ByTeam<Figure>,
  chart: (box: ChartBox) => Element,
  more: (page: Page, top: Team) => Element | null = () => null,
): Picture =>
  poster(reader, texts, (page) => {
    const top = texts.winner ?? 'team_1';
    const height = HEIGHTS[page.format];
    const [above, below] = [top, opponentOf(top)].map((team) =>
      chartSide(page, team, texts, figures),
    );
    if (above === undefined || below === undefined) return [];
    if (page.format === 'inline') {
      const width = page.width * (1 - SIDE) - GAP;
      return [
        rowElement(
          { gap: GAP },
          chart({ page, width, height, top }),
          column({ justifyContent: 'space-between' }, above, below),
        ),
      ];
    }
    const rest = more(page, top);
    const tall = height - (rest === null ? 0 : MORE);
    return [above, chart({ page, width: page.width, height: tall, top }), below, rest];
  });

const GAP = 28;

/** Of a letter, in its size. */
const LETTER = 0.62;

/** A team's players, each on a line, and its figure: below them, on a phone beside them. */
const chartSide = (
  { format, width, sizes }: Page,
  team: Team,
  { names, teams, winner }: ChartTexts,
  figures: ByTeam<Figure>,
): Element => {
  const { large, small, isStart } = figures[team];
  const isInline = format === 'inline';
  const lines = isStart === true ? [small.replaceAll(' ', '\u00A0')] : small.split(' ');
  const beside =
    sizes.fine *
    (isStart === true
      ? figureWidth(small)
      : LETTER * Math.max(...lines.map((line) => charactersOf(line).length)));
  const digits = Math.max(...TEAMS.map((each) => figureWidth(figures[each].large)));
  const most = width * (isInline ? SIDE : 0.52) - beside - 12;
  const figureSize = Math.min(FIGURES[format], most / digits);
  const room = isInline ? width * SIDE : width - digits * figureSize - beside - 2 * GAP;
  const mark = isInline ? sizes.normal * 1.2 : sizes.large;
  const figure = [
    column(
      { width: beside, fontSize: sizes.fine, lineHeight: 1.15, color: THEME.dim },
      ...lines.map((line) => textElement({ textAlign: isInline ? 'left' : 'right' }, line)),
    ),
    textElement({ flexShrink: 0, fontSize: figureSize, fontWeight: 800, lineHeight: 1 }, large),
  ];
  const players = names[team].split(' / ');
  const words = players.flatMap((name) => name.split(/[\s-]/));
  const longest = 1 + Math.max(...words.map((word) => charactersOf(word).length));
  const nameRoom = room - (winner === team ? 2 : 1) * (mark + 12);
  const fontSize = Math.min(mark * 0.9, nameRoom / (LETTER * longest));
  const name = {
    fontSize,
    fontWeight: 700,
    lineHeight: 1.1,
    lineClamp: 2,
    wordBreak: 'break-word',
  };
  return rowElement(
    {
      ...(isInline ? { width: room, flexDirection: 'column' } : { width, alignItems: 'center' }),
      gap: isInline ? 2 : GAP,
      justifyContent: 'space-between',
      color: THEME[team],
    },
    rowElement(
      { alignItems: 'center', gap: 12, maxWidth: room },
      column(
        { gap: 4 },
        ...players.map((each, index) => {
          const player = teams[team][index];
          return rowElement(
            { alignItems: 'center', gap: 12 },
            player === undefined ? null : avatar(player, mark, THEME[team]),
            textElement({ ...name, maxWidth: nameRoom }, each),
          );
        }),
      ),
      winner === team ? winnerMark(team, mark) : null,
    ),
    rowElement(
      { flexShrink: 0, alignItems: 'center', gap: 12 },
      ...(isInline && isStart !== true ? figure.toReversed() : figure),
    ),
  );
};

/** The sets, each above its part of a chart: its score, and its number where all have room. */
export const setLabels = (
  { sizes }: Page,
  labels: readonly (readonly [name: string | undefined, score: string | null])[],
  ends: readonly number[],
): Element => {
  const widths = ends.map((end, index) => end - (ends[index - 1] ?? 0));
  const areWide = labels.every(
    (label, index) => charactersOf(dotted(label)).length * 0.58 * sizes.fine < (widths[index] ?? 0),
  );
  return rowElement(
    { marginBottom: 6 },
    ...labels.map((label, index) => {
      const width = widths[index] ?? 0;
      return rowElement(
        { width, justifyContent: 'center', overflow: 'hidden' },
        textElement(
          { fontSize: sizes.fine, fontWeight: 700, color: THEME.dim, maxWidth: width },
          areWide ? dotted(label) : (label[1] ?? dotted(label)),
        ),
      );
    }),
  );
};

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
  { sizes }: Page,
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

/** What a mark says: why it matters, and its facts. */
export interface Marked extends Spot {
  readonly title: string;
  readonly text: string;
  readonly colour: string;
}

/** A chart with a mark: the label is this far from its edges, and leaves the line free where it can. */
interface MarkBox {
  readonly width: number;
  readonly height: number;
  readonly inset: number;
  readonly line: readonly Spot[];
}

const RING = 14;

/** Where the label of a mark covers the least of the line, and never the mark. */
const placeOf = ({ sizes }: Page, { x, y, title, text }: Marked, box: MarkBox) => {
  const { width, height, inset, line } = box;
  const letters = 0.57 * Math.max(...[title, text].map((each) => charactersOf(each).length));
  const fontSize = Math.min(sizes.small, (width - 40) / letters);
  const room = letters * fontSize + 24;
  const tall = 2.6 * fontSize;
  const places = [0.5, 0.06, 0.94].flatMap((part) => {
    const left = Math.min(width - room - 8, Math.max(8, x - part * room));
    return [inset, height - inset - tall].map((top) => ({ left, top }));
  });
  const isUnder = (at: Spot, { left, top }: (typeof places)[number]): boolean =>
    [at.x - left + RING, left + room + RING - at.x].every((each) => each > 0) &&
    [at.y - top + RING, top + tall + RING - at.y].every((each) => each > 0);
  const covered = (place: (typeof places)[number]): number =>
    isUnder({ x, y }, place) ? Infinity : line.filter((at) => isUnder(at, place)).length;
  const [place = { left: 0, top: 0 }] = places.toSorted((a, b) => covered(a) - covered(b));
  return { ...place, room, tall, fontSize };
};

/** A ring at a place of a chart, with a line to its label. */
export const mark = (page: Page, marked: Marked, box: MarkBox): string => {
  const { colour } = marked;
  const { top } = placeOf(page, marked, box);
  const within = (at: number, most: number): number => Math.min(most - RING, Math.max(RING, at));
  const [x, y] = [within(marked.x, box.width), within(marked.y, box.height)];
  return [
    shape('line', { x1: x, x2: x, y1: y, y2: top + 8, stroke: colour, 'stroke-width': 3 }),
    shape('circle', {
      ...{ cx: x, cy: y, r: RING - 2, fill: colour },
      ...{ stroke: THEME.text, 'stroke-width': 4 },
    }),
  ].join('');
};

/** What a mark says, above or below the line. */
export const markedLabel = (page: Page, marked: Marked, box: MarkBox): Element => {
  const { left, top, room, tall, fontSize } = placeOf(page, marked, box);
  const words = { fontSize, lineHeight: 1.15, textAlign: 'center' };
  return column(
    {
      position: 'absolute',
      left,
      top,
      width: room,
      height: tall,
      justifyContent: 'center',
      alignItems: 'center',
      borderRadius: 10,
      background: THEME.background,
    },
    textElement({ ...words, fontWeight: 800, color: marked.colour }, marked.title),
    textElement({ ...words, fontWeight: 700 }, marked.text),
  );
};
