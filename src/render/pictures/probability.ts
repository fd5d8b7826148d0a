import { line } from 'd3-shape';
import { scaleLinear } from 'd3-scale';
import { formatSet } from '../../domain/match/score.ts';
import { chanceOf, type Moment, type ProbabilityCurve } from '../../domain/probability/curve.ts';
import { percent } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { dotted } from '../lines/lines.ts';
import {
  axisLabel,
  chartPoster,
  divider,
  setLabels,
  type ChartBox,
  type ChartTexts,
} from './chart.ts';
import { column, rowElement, shape, svg, textElement, THEME, type Element } from './element.ts';
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
  /** What the game that changed most did, `48% → 72%`; null without one. */
  readonly turning: string | null;
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
      team_1: { large: texts.now.home, small: texts.before.home },
      team_2: { large: texts.now.away, small: texts.before.away },
    },
    (box) => chanceChart(reader, curve, texts, box),
  );

/** The curve with its axis, the sets with their scores, and the game that changed most. */
export const chanceChart = (
  { locale }: Reader,
  curve: ProbabilityCurve,
  { set, turning }: Pick<ProbabilityTexts, 'set' | 'turning'>,
  { page, width: whole, height, top }: ChartBox,
): Element => {
  const { moments, swings } = curve;
  const axis = page.sizes.fine * 3.4;
  const width = whole - axis;
  const x = scaleLinear([0, Math.max(1, moments.at(-1)?.played ?? 1)], [0, width]);
  const y = scaleLinear([0, 1], [height - EDGE, EDGE]);
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
  const sets = setsOf(curve);
  const [biggest] = swings;
  const labels = sets.map(({ score }, index) => dotted([set(index + 1), score?.(top)]));
  return rowElement(
    { alignItems: 'flex-end' },
    rowElement(
      { position: 'relative', width: axis, height },
      ...[1, 0.5, 0].map((share) =>
        axisLabel(page, { y: y(share), width: axis }, percent(locale, share)),
      ),
    ),
    column(
      {},
      setLabels(
        page,
        labels,
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
          ...sets.slice(0, -1).map(({ end }) => divider(x(end), height)),
          drawn(moments, THEME.text, 4),
          // The games that changed most, in the colour of the team whose chance rose.
          ...swings.map(({ from, to, team }) =>
            drawn(moments.slice(moments.indexOf(from), moments.indexOf(to) + 1), THEME[team], 8),
          ),
          ...(biggest === undefined || turning === null
            ? []
            : [
                shape('line', {
                  ...{ x1: x(biggest.to.played), x2: x(biggest.to.played) },
                  ...{ y1: at(biggest.to), y2: at(biggest.to) < height / 2 ? height - 20 : 20 },
                  stroke: THEME[biggest.team],
                  'stroke-width': 2,
                }),
                shape('circle', {
                  ...{ cx: x(biggest.to.played), cy: at(biggest.to), r: 12 },
                  ...{ fill: THEME[biggest.team], stroke: THEME.text, 'stroke-width': 4 },
                }),
              ]),
        ),
        biggest === undefined || turning === null
          ? null
          : turningLabel(page.sizes.fine, { x: x(biggest.to.played), y: at(biggest.to) }, turning, {
              width,
              height,
            }),
      ),
    ),
  );
};

/** At the edge that is farther from the point. */
const turningLabel = (
  fontSize: number,
  { x, y }: { readonly x: number; readonly y: number },
  label: string,
  { width, height }: { readonly width: number; readonly height: number },
): Element => {
  const room = label.length * fontSize * 0.66;
  return textElement(
    {
      position: 'absolute',
      left: Math.min(width - room - 8, Math.max(8, x - room / 2)),
      ...(y < height / 2 ? { bottom: 8 } : { top: 8 }),
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

/** The points played when each set ended, and its score; the last one may be in progress. */
const setsOf = ({ moments }: ProbabilityCurve) => {
  const ends = new Map<number, number>();
  for (const { play, played } of moments) {
    const isAfterSet = play.games.team_1 + play.games.team_2 === 0 && play.sets.length > 0;
    ends.set(
      isAfterSet && !ends.has(play.sets.length) ? play.sets.length - 1 : play.sets.length,
      played,
    );
  }
  const scores = moments.at(-1)?.play.sets ?? [];
  return [...ends].map(([index, end]) => {
    const score = scores[index];
    return {
      end,
      score: score === undefined ? null : (top: ChartBox['top']) => formatSet(score, top),
    };
  });
};
