import { line } from 'd3-shape';
import { scaleLinear } from 'd3-scale';
import { formatSet } from '../../domain/match/score.ts';
import {
  chanceOf,
  setsOf,
  type Moment,
  type ProbabilityCurve,
} from '../../domain/probability/curve.ts';
import type { Team } from '../../domain/terms.ts';
import { percent } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import {
  axisLabel,
  chartPoster,
  divider,
  leadAreas,
  mark,
  markedLabel,
  setLabels,
  type ChartBox,
  type ChartTexts,
} from './chart.ts';
import { column, rowElement, shape, svg, THEME, type Element } from './element.ts';
import type { Picture } from './picture.ts';

/** Each team's chance, `45%`. */
interface Chances {
  readonly home: string;
  readonly away: string;
}

interface Turning {
  readonly at: Moment;
  readonly team: Team;
  /** `Biggest swing`, and `48% → 72% · 4-3`. */
  readonly title: string;
  readonly text: string;
}

interface ProbabilityTexts extends ChartTexts {
  readonly before: Chances;
  /** Where the line ends. */
  readonly now: Chances;
  /** The moment that mattered most, and why; null without one. */
  readonly turning: Turning | null;
}

const EDGE = 12;

/** Each team's chance to win from the first point to the last: above the middle, the upper one leads. */
export const probabilityPicture = (
  reader: Reader,
  curve: ProbabilityCurve,
  texts: ProbabilityTexts,
): Picture =>
  chartPoster(
    reader,
    texts,
    {
      team_1: { large: texts.now.home, small: `${texts.before.home} →`, isStart: true },
      team_2: { large: texts.now.away, small: `${texts.before.away} →`, isStart: true },
    },
    (box) => chanceChart(reader, curve, texts, box),
  );

/** The curve with its axis, the sets with their scores, and the game that changed most. */
export const chanceChart = (
  { locale }: Reader,
  curve: ProbabilityCurve,
  {
    set,
    turning,
  }: Pick<ProbabilityTexts, 'turning'> & {
    /** Null where the sets need no names. */
    readonly set: ProbabilityTexts['set'] | null;
  },
  { page, width: whole, height, top }: ChartBox,
): Element => {
  const { moments } = curve;
  const axis = page.sizes.fine * 3.4;
  const width = whole - axis;
  const x = scaleLinear([0, Math.max(1, moments.at(-1)?.played ?? 1)], [0, width]);
  // A phone has room for a label below the line.
  const strip = turning !== null && page.format === 'phone' ? 3 * page.sizes.fine : 0;
  const y = scaleLinear([0, 1], [height - EDGE - strip, EDGE]);
  const at = (moment: Moment): number => y(chanceOf(moment, top));
  const chances = line<Moment>(({ played }) => x(played), at);
  const drawn = (of: readonly Moment[], stroke: string, strokeWidth: number): string =>
    shape('path', {
      d: chances([...of]) ?? '',
      fill: 'none',
      stroke,
      'stroke-width': strokeWidth,
      'stroke-linejoin': 'round',
    });
  const lead = leadAreas<Moment>({ x: ({ played }) => x(played), y: at, middle: y(0.5), top });
  const sets = setsOf(curve);
  const spotOf = (moment: Moment) => ({ x: x(moment.played), y: at(moment) });
  const marks = { width, height, inset: 10, line: moments.map(spotOf) };
  const marked = turning && { ...turning, ...spotOf(turning.at), colour: THEME[turning.team] };
  return rowElement(
    { alignItems: 'flex-end' },
    rowElement(
      { position: 'relative', width: axis, height },
      ...(height < 5 * page.sizes.fine ? [1, 0] : [1, 0.5, 0]).map((share) =>
        axisLabel(page, { y: y(share), width: axis }, percent(locale, share)),
      ),
    ),
    column(
      {},
      set === null
        ? null
        : setLabels(
            page,
            sets.map(({ score }, index) => [
              set(index + 1),
              score === null ? null : formatSet(score, top),
            ]),
            sets.map(({ end }) => x(end)),
          ),
      rowElement(
        { position: 'relative', width, height },
        svg(
          { width, height },
          shape('rect', { x: 0, y: 0, width, height, rx: 12, fill: THEME.panel }),
          ...[0, 0.5, 1].map((share) =>
            shape('line', {
              ...{ x1: 0, x2: width, y1: y(share), y2: y(share) },
              stroke: THEME.line,
              'stroke-width': share === 0.5 ? 3 : 1,
            }),
          ),
          ...lead(moments),
          ...sets.slice(0, -1).map(({ end }) => divider(x(end), height)),
          drawn(moments, THEME.text, 4),
          ...(marked === null ? [] : [mark(page, marked, marks)]),
        ),
        marked === null ? null : markedLabel(page, marked, marks),
      ),
    ),
  );
};
