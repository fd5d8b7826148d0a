import { area, curveLinear, line } from 'd3-shape';
import { scaleLinear } from 'd3-scale';
import type { Momentum } from '../../domain/match/momentum.ts';
import { formatSet } from '../../domain/match/score.ts';
import { byTeam, TEAMS, type ByTeam } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import {
  column,
  rowElement,
  shape,
  svg,
  textElement,
  SIZES,
  THEME,
  type Element,
} from './element.ts';
import { CHART_WIDTH, chartSheet, divider, type ChartTexts } from './chart.ts';
import type { Picture } from './picture.ts';

const CHART = { width: CHART_WIDTH, height: 300 };
const STRIP = { height: 44, bar: 18 };
const HEIGHT = 650;

/** Keeps the line of a short match away from the edges. */
const LEAST_LEAD = 5;

/** The lead as a line, games as dots (breaks ringed), set borders, and a bar for each point. */
export const momentumPicture = (reader: Reader, momentum: Momentum, texts: ChartTexts): Picture =>
  chartSheet(
    reader,
    HEIGHT,
    texts,
    byTeam((team) => ({ large: String(momentum.won[team]) })),
    column({}, setRow(momentum, texts), drawing(momentum)),
  );

const across = ({ leads }: Momentum) =>
  scaleLinear([0, Math.max(1, leads.at(-1)?.played ?? 1)], [0, CHART.width]);

/** The sets with their scores, each above its part of the chart. */
const setRow = (momentum: Momentum, texts: ChartTexts): Element => {
  const x = across(momentum);
  return rowElement(
    { width: CHART.width, marginBottom: 8 },
    ...momentum.sets.map(({ number, played, score }, index) => {
      const width = x(played) - x(momentum.sets[index - 1]?.played ?? 0);
      const label = [texts.set(number), ...(score === null ? [] : [formatSet(score)])].join(' · ');
      return rowElement(
        { width, justifyContent: 'center', overflow: 'hidden' },
        textElement({ fontSize: SIZES.small, color: THEME.dim, maxWidth: width }, label),
      );
    }),
  );
};

const DOT = 6;
const RING = 10;

/** One drawing for both: each drawing is a separate layer. */
const drawing = (momentum: Momentum): Element =>
  svg(
    { width: CHART.width, height: CHART.height + STRIP.height },
    ...chart(momentum),
    ...strip(momentum),
  );

const chart = (momentum: Momentum): readonly string[] => {
  const { leads, sets, games } = momentum;
  const { width, height } = CHART;
  const x = across(momentum);
  const most = Math.max(LEAST_LEAD, ...leads.map(({ lead }) => Math.abs(lead)));
  const y = scaleLinear([-most, most], [height - 4 * DOT, 4 * DOT]);
  const lead = line<Momentum['leads'][number]>(
    (at) => x(at.played),
    (at) => y(at.lead),
  );
  const filled = (sign: 1 | -1): string =>
    area<Momentum['leads'][number]>()
      .curve(curveLinear)
      .x((at) => x(at.played))
      .y0(y(0))
      .y1((at) => y(sign * Math.max(0, sign * at.lead)))([...leads]) ?? '';
  return [
    shape('rect', { x: 0, y: 0, width, height, rx: 12, fill: THEME.panel }),
    shape('path', { d: filled(1), fill: THEME.team_1, 'fill-opacity': 0.35 }),
    shape('path', { d: filled(-1), fill: THEME.team_2, 'fill-opacity': 0.35 }),
    ...sets.slice(0, -1).map(({ played }) => divider(x(played), height)),
    shape('line', { x1: 0, x2: width, y1: y(0), y2: y(0), stroke: THEME.line, 'stroke-width': 2 }),
    shape('path', {
      d: lead([...leads]) ?? '',
      fill: 'none',
      stroke: THEME.text,
      'stroke-width': 4,
    }),
    ...games.flatMap(({ played, winner, isBreak }) => {
      const at = {
        cx: Math.min(width - 2 * DOT, Math.max(2 * DOT, x(played))),
        cy: winner === 'team_1' ? 2 * DOT : height - 2 * DOT,
      };
      const ring = { fill: 'none', stroke: THEME[winner], 'stroke-width': 2.5 };
      return [
        shape('circle', { ...at, r: DOT, fill: THEME[winner] }),
        ...(isBreak ? [shape('circle', { ...at, r: RING, ...ring })] : []),
      ];
    }),
  ];
};

/** A bar for each point, in the row of the team that won it. */
const strip = (momentum: Momentum): readonly string[] => {
  const x = across(momentum);
  const width = Math.max(1.5, Math.min(14, x(1) - 1));
  const end = CHART.height + STRIP.height;
  const top: ByTeam<number> = { team_1: CHART.height + 6, team_2: end - STRIP.bar };
  return TEAMS.map((team) => {
    const bars = momentum.points
      .filter(({ winner }) => winner === team)
      .map(
        ({ played }) => `M${x(played) - width} ${top[team]} h${width} v${STRIP.bar} h${-width} Z`,
      );
    return shape('path', { d: bars.join(' '), fill: THEME[team] });
  });
};
