import type { ByTeam, Instant, Team } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import {
  rowElement,
  shape,
  textElement,
  PADDING,
  SIZES,
  THEME,
  WIDTH,
  type Element,
} from './element.ts';
import { winnerMark } from './marks.ts';
import type { Picture } from './picture.ts';
import { sheet } from './sheet.ts';

/** Width of a chart over the points of a match, in pixels. */
export const CHART_WIDTH = WIDTH - 2 * PADDING;

export interface ChartTexts {
  /** Not escaped; cut where they do not fit. */
  readonly names: ByTeam<string>;
  readonly title: string;
  /** Marked with a tick; null while the match is not over. */
  readonly winner: Team | null;
  /** `Set 1`. */
  readonly set: (number: number) => string;
  readonly legend: string;
  readonly alt: string;
  readonly readAt: Instant;
}

/** What stands beside a team's name. */
interface Figure {
  readonly large: string;
  /** In front of it, small: what it was at the start. */
  readonly small?: string;
}

/** A chart between its teams, each on the side where it leads, with its figure. */
export const chartSheet = (
  reader: Reader,
  height: number,
  texts: ChartTexts,
  figures: ByTeam<Figure>,
  chart: Element,
): Picture => {
  const { alt, readAt } = texts;
  const line = { fontSize: SIZES.fine, color: THEME.dim, width: CHART_WIDTH };
  return sheet(
    reader,
    { height, alt, readAt },
    textElement(line, texts.title),
    sideRow('team_1', texts, figures),
    chart,
    sideRow('team_2', texts, figures),
    textElement(line, texts.legend),
  );
};

/** Of a row, for the largest figure; a small one takes half as much. */
const FIGURE = 200;

const sideRow = (team: Team, { names, winner }: ChartTexts, figures: ByTeam<Figure>): Element => {
  const { large, small } = figures[team];
  const room = small === undefined ? FIGURE : 1.5 * FIGURE;
  return rowElement(
    {
      width: CHART_WIDTH,
      alignItems: 'center',
      justifyContent: 'space-between',
      color: THEME[team],
    },
    rowElement(
      { alignItems: 'center', gap: 14 },
      textElement(
        { fontSize: SIZES.normal, fontWeight: 600, maxWidth: CHART_WIDTH - room },
        names[team],
      ),
      winner === team ? winnerMark(team, 36) : null,
    ),
    rowElement(
      { alignItems: 'center', gap: 18 },
      small === undefined ? null : textElement({ fontSize: SIZES.fine, color: THEME.dim }, small),
      textElement({ fontSize: SIZES.large, fontWeight: 700 }, large),
    ),
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
