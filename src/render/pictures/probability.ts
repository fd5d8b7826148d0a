import { scaleLinear } from 'd3-scale';
import { formatSet } from '../../domain/match/score.ts';
import {
  chanceOf,
  setsOf,
  type Moment,
  type ProbabilityCurve,
} from '../../domain/probability/curve.ts';
import { byTeam, type Team } from '../../domain/terms.ts';
import { percent } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { chartPoster, type ChartTexts } from './chart.ts';
import { shape, THEME, type Element } from './element.ts';
import type { Picture } from './picture.ts';
import { plot, stroke, type ChartBox } from './plot.ts';

/** Each team's chance, `45%`. */
interface Chances {
  readonly home: string;
  readonly away: string;
}

interface Turning {
  /** Where the part of the line that it is begins. */
  readonly from: Moment;
  readonly at: Moment;
  readonly team: Team;
  /** `Vega / Lamas · Biggest swing in one game`, and `48% → 72% · 4-3`. */
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
    byTeam((team) => {
      const [before, now] = [texts.before, texts.now].map(
        (each) => each[team === 'team_1' ? 'home' : 'away'],
      );
      // Of a match that is over neither is the news alone.
      return texts.winner === null
        ? { large: `${now}`, small: `${before}\u00A0→` }
        : { large: `${before}\u00A0→\u00A0${now}`, small: '' };
    }),
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
  box: ChartBox,
): Element => {
  const { moments } = curve;
  const { page, height, top } = box;
  const axis = page.sizes.fine * 3.4;
  const x = scaleLinear([0, Math.max(1, moments.at(-1)?.played ?? 1)], [0, box.width - axis]);
  // A phone has room for a label below the line.
  const strip = turning !== null && page.format === 'phone' ? 3 * page.sizes.fine : 0;
  // Small and without a mark, it has no empty part.
  const least = turning === null ? Math.min(0.4, ...moments.map((each) => chanceOf(each, top))) : 0;
  const y = scaleLinear([Math.max(0, least - 0.05), 1], [height - EDGE - strip, EDGE]);
  const spotOf = (moment: Moment) => ({ x: x(moment.played), y: y(chanceOf(moment, top)) });
  const shares = [1, 0.5, 0] as const;
  return plot(box, {
    ...{ axis, middle: y(0.5), inset: 10, line: moments.map(spotOf) },
    ticks: shares
      .filter((share) => share >= least && (share !== 0.5 || height >= 4 * page.sizes.fine))
      .map((share) => ({ y: y(share), label: percent(locale, share) })),
    sets: setsOf(curve).map(({ end, score }, index) => ({
      x: x(end),
      name: set?.(index + 1),
      score: score === null ? null : formatSet(score, top),
    })),
    marked: turning && { ...turning, ...spotOf(turning.at), colour: THEME[turning.team] },
    over: turning
      ? [
          stroke(
            moments
              .filter(({ played }) => played >= turning.from.played && played <= turning.at.played)
              .map(spotOf),
            THEME[turning.team],
            8,
          ),
        ]
      : [],
    under: shares.map((share) =>
      shape('line', {
        ...{ x1: 0, x2: box.width - axis, y1: y(share), y2: y(share) },
        stroke: THEME.line,
        'stroke-width': share === 0.5 ? 3 : 1,
      }),
    ),
  });
};
