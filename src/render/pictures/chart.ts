import { opponentOf, type ByTeam, type Team } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
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

const HEIGHTS = { inline: 236, phone: 660 } as const;

/** A chart between its teams, each on the side where it leads, with its figure. */
export const chartPoster = (
  reader: Reader,
  texts: ChartTexts,
  figures: ByTeam<Figure>,
  chart: (box: ChartBox) => Element,
): Picture =>
  poster(reader, texts, (page) => {
    const top = texts.winner ?? 'team_1';
    return [
      column(
        { gap: page.sizes.fine / 2 },
        sideRow(page, top, texts, figures),
        chart({ page, width: page.width, height: HEIGHTS[page.format], top }),
        sideRow(page, opponentOf(top), texts, figures),
      ),
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
      small === undefined
        ? null
        : textElement({ fontSize: sizes.fine, color: THEME.dim }, `${small} ›`),
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
