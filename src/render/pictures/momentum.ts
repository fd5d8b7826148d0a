import { area, curveLinear, line } from 'd3-shape';
import { scaleLinear } from 'd3-scale';
import type { Momentum } from '../../domain/match/momentum.ts';
import { formatSet } from '../../domain/match/score.ts';
import { byTeam, TEAMS } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { dotted } from '../lines/lines.ts';
import { chartPoster, divider, setLabels, type ChartBox, type ChartTexts } from './chart.ts';
import { column, shape, svg, THEME } from './element.ts';
import type { Picture } from './picture.ts';

const STRIP = { height: 44, bar: 18 };

/** Keeps the line of a short match away from the edges. */
const LEAST_LEAD = 5;

/** The lead as a line, games as dots (breaks ringed), set borders, and a bar for each point. */
export const momentumPicture = (reader: Reader, momentum: Momentum, texts: ChartTexts): Picture =>
  chartPoster(
    reader,
    texts,
    byTeam((team) => ({ large: String(momentum.won[team]) })),
    (whole) => {
      const box = { ...whole, height: whole.height - STRIP.height };
      const x = across(momentum, box);
      const labels = momentum.sets.map(({ number, score }) =>
        dotted([texts.set(number), score === null ? null : formatSet(score, box.top)]),
      );
      return column(
        {},
        setLabels(
          box.page,
          labels,
          momentum.sets.map(({ played }) => x(played)),
        ),
        svg(
          { width: box.width, height: whole.height },
          ...chart(momentum, box),
          ...strip(momentum, box),
        ),
      );
    },
  );

const across = ({ leads }: Momentum, { width }: ChartBox) =>
  scaleLinear([0, Math.max(1, leads.at(-1)?.played ?? 1)], [0, width]);

const DOT = 6;
const RING = 10;

const chart = (momentum: Momentum, box: ChartBox): readonly string[] => {
  const { leads, sets, games } = momentum;
  const { width, height, top } = box;
  const x = across(momentum, box);
  const up = top === 'team_1' ? 1 : -1;
  const most = Math.max(LEAST_LEAD, ...leads.map(({ lead }) => Math.abs(lead)));
  const y = scaleLinear([-up * most, up * most], [height - 4 * DOT, 4 * DOT]);
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
        cy: winner === top ? 2 * DOT : height - 2 * DOT,
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
const strip = (momentum: Momentum, box: ChartBox): readonly string[] => {
  const x = across(momentum, box);
  const width = Math.max(1.5, Math.min(14, x(1) - 1));
  return TEAMS.map((team) => {
    const top = box.height + (team === box.top ? 6 : STRIP.height - STRIP.bar);
    const bars = momentum.points
      .filter(({ winner }) => winner === team)
      .map(({ played }) => `M${x(played) - width} ${top} h${width} v${STRIP.bar} h${-width} Z`);
    return shape('path', { d: bars.join(' '), fill: THEME[team] });
  });
};
