import type { Team } from '../../domain/terms.ts';
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

/** Width of a chart over the points of a match, in pixels. */
export const CHART_WIDTH = WIDTH - 2 * PADDING;

/** A team above or below a chart, on the side where it leads, with its figure. */
export const sideRow = (team: Team, name: string, figure: string): Element =>
  rowElement(
    {
      width: CHART_WIDTH,
      alignItems: 'center',
      justifyContent: 'space-between',
      color: THEME[team],
    },
    textElement({ fontSize: SIZES.normal, fontWeight: 600, maxWidth: CHART_WIDTH - 140 }, name),
    textElement({ fontSize: SIZES.large, fontWeight: 700 }, figure),
  );

/** Where a set ends. */
export const divider = (x: number, height: number): Element =>
  shape('line', {
    x1: x,
    x2: x,
    y1: 0,
    y2: height,
    stroke: THEME.dim,
    'stroke-width': 3,
    'stroke-dasharray': '6 8',
  });
