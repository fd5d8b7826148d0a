import { line } from 'd3-shape';
import { scaleLinear } from 'd3-scale';
import type { Moment, ProbabilityCurve } from '../../domain/probability/curve.ts';
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

/** Each team's chance, `45%`. */
interface Chances {
  readonly home: string;
  readonly away: string;
}

interface ProbabilityTexts extends ChartTexts {
  readonly before: Chances;
  /** Where the line ends. */
  readonly now: Chances;
}

const CHART = { width: CHART_WIDTH, height: 340 };
const HEIGHT = 626;
const EDGE = 12;

/** Each team's chance to win from the first point to the last: above the middle, the first leads. */
export const probabilityPicture = (
  reader: Reader,
  curve: ProbabilityCurve,
  texts: ProbabilityTexts,
): Picture =>
  chartSheet(
    reader,
    HEIGHT,
    texts,
    {
      team_1: { large: texts.now.home, small: texts.before.home },
      team_2: { large: texts.now.away, small: texts.before.away },
    },
    column({}, setRow(curve, texts), svg(CHART, ...chart(curve))),
  );

const across = ({ moments }: ProbabilityCurve) =>
  scaleLinear([0, Math.max(1, moments.at(-1)?.played ?? 1)], [0, CHART.width]);

/** Points played when each set ended; the last one may be in progress. */
const endsOfSets = ({ moments }: ProbabilityCurve): readonly number[] => {
  const ends = new Map<number, number>();
  for (const { play, played } of moments) {
    const isAfterSet = play.games.team_1 + play.games.team_2 === 0 && play.sets.length > 0;
    ends.set(
      isAfterSet && !ends.has(play.sets.length) ? play.sets.length - 1 : play.sets.length,
      played,
    );
  }
  return [...ends.values()];
};

const setRow = (curve: ProbabilityCurve, texts: ProbabilityTexts): Element => {
  const x = across(curve);
  const ends = endsOfSets(curve);
  return rowElement(
    { width: CHART.width, marginBottom: 8 },
    ...ends.map((end, index) => {
      const width = x(end) - x(ends[index - 1] ?? 0);
      return rowElement(
        { width, justifyContent: 'center', overflow: 'hidden' },
        textElement(
          { fontSize: SIZES.small, color: THEME.dim, maxWidth: width },
          texts.set(index + 1),
        ),
      );
    }),
  );
};

const chart = (curve: ProbabilityCurve): readonly string[] => {
  const { moments, swings } = curve;
  const { width, height } = CHART;
  const x = across(curve);
  const y = scaleLinear([0, 1], [height - EDGE, EDGE]);
  const chances = line<Moment>(
    ({ played }) => x(played),
    ({ chance }) => y(chance),
  );
  return [
    shape('rect', { x: 0, y: 0, width, height, rx: 12, fill: THEME.panel }),
    ...[0.25, 0.5, 0.75].map((share) =>
      shape('line', {
        x1: 0,
        x2: width,
        y1: y(share),
        y2: y(share),
        stroke: THEME.line,
        'stroke-width': share === 0.5 ? 3 : 1,
      }),
    ),
    ...endsOfSets(curve)
      .slice(0, -1)
      .map((end) => divider(x(end), height)),
    shape('path', {
      d: chances([...moments]) ?? '',
      fill: 'none',
      stroke: THEME.text,
      'stroke-width': 4,
      'stroke-linejoin': 'round',
    }),
    // The games that changed most, in the colour of the team whose chance rose.
    ...swings.map(({ from, to, team }) =>
      shape('path', {
        d: chances(moments.slice(moments.indexOf(from), moments.indexOf(to) + 1)) ?? '',
        fill: 'none',
        stroke: THEME[team],
        'stroke-width': 8,
        'stroke-linejoin': 'round',
      }),
    ),
  ];
};
