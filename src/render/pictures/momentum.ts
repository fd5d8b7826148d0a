import { scaleLinear } from 'd3-scale';
import { largestLeads, longestRuns, type Momentum } from '../../domain/match/momentum.ts';
import { formatSet, leaderOf } from '../../domain/match/score.ts';
import { byTeam, NONE, TEAMS, type ByTeam } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { dotted } from '../lines/lines.ts';
import { chartPoster, type ChartTexts } from './chart.ts';
import { shape, THEME, type Element } from './element.ts';
import { duelTable, type DuelRow } from './marks.ts';
import type { Picture } from './picture.ts';
import { plot, stroke, type ChartBox } from './plot.ts';

/** Keeps the line of a short match away from the edges. */
const LEAST_LEAD = 5;

/** Fewer points in a row are no run. */
const LEAST_RUN = 4;

/** The lead as a line, breaks as dots, set borders, and the longest run of points; on a phone more figures. */
export const momentumPicture = (reader: Reader, momentum: Momentum, texts: ChartTexts): Picture =>
  chartPoster(
    reader,
    texts,
    byTeam((team) => ({
      large: String(momentum.won[team]),
      small: reader.t('metric.total_points_won'),
    })),
    (box) => leadChart(reader, momentum, texts, box),
    (page, top) => duelTable(page, momentumRows(reader, momentum), { first: top }),
  );

/** Runs, leads and breaks of both teams. */
export const momentumRows = ({ t }: Reader, momentum: Momentum): readonly DuelRow[] => {
  const runs = longestRuns(momentum);
  const row = (name: string, of: ByTeam<number>): DuelRow => ({
    name,
    ...byTeam((team) => String(of[team])),
  });
  return [
    row(
      t('momentum.runs'),
      byTeam((team) => runs[team].length),
    ),
    row(t('momentum.leads'), largestLeads(momentum)),
    ...(momentum.breaks === null ? [] : [row(t('momentum.breaks'), momentum.breaks.won)]),
  ];
};

type Lead = Momentum['leads'][number];

const DOT = 8;
const RING = 13;

const leadChart = (
  reader: Reader,
  momentum: Momentum,
  { set, names }: Pick<ChartTexts, 'set' | 'names'>,
  box: ChartBox,
): Element => {
  const { leads, sets } = momentum;
  const { page, height, top } = box;
  const axis = page.sizes.fine * 2.2;
  const width = box.width - axis;
  const x = scaleLinear([0, Math.max(1, leads.at(-1)?.played ?? 1)], [0, width]);
  const up = top === 'team_1' ? 1 : -1;
  const above = Math.max(LEAST_LEAD, ...leads.map(({ lead }) => up * lead));
  const below = Math.max(LEAST_LEAD, above / 2.5, ...leads.map(({ lead }) => -up * lead));
  const y = scaleLinear([-up * below, up * above], [height - 5 * DOT, 5 * DOT]);
  const spotOf = ({ played, lead }: Lead) => ({ x: x(played), y: y(lead) });
  const run = runOf(momentum);
  const end = run?.leads.at(-1);
  const largest = largestLeads(momentum);
  const zero = { x1: 0, x2: width, y1: y(0), y2: y(0), stroke: THEME.dim, 'stroke-width': 2 };
  return plot(box, {
    ...{ axis, middle: y(0), inset: 5 * DOT, line: leads.map(spotOf) },
    ticks: [
      { y: y(0), label: '0' },
      ...TEAMS.filter((team) => largest[team] > 0).map((team) => ({
        y: y(team === 'team_1' ? largest[team] : -largest[team]),
        label: String(largest[team]),
      })),
    ],
    sets: sets.map(({ number, score, played }) => ({
      ...{ x: x(played), name: set(number) },
      score: score === null ? null : formatSet(score, top),
    })),
    marked:
      run && end
        ? {
            ...{ ...spotOf(end), colour: THEME[run.team], title: names[run.team] },
            text: runLength(reader, run),
          }
        : null,
    over: [
      shape('line', zero),
      ...(run === null ? [] : [stroke(run.leads.map(spotOf), THEME[run.team], 8)]),
      ...breakDots(momentum, x, { width, height, top }),
    ],
  });
};

/** The longest run of a match with its part of the line; null without one that counts, or while both are as long. */
export const runOf = (momentum: Momentum) => {
  const runs = longestRuns(momentum);
  const team = leaderOf(byTeam((each) => runs[each].length));
  if (team === null || runs[team].length < LEAST_RUN) return null;
  const { length, played } = runs[team];
  const leads = momentum.leads.filter((at) => at.played >= played - length && at.played <= played);
  const index = momentum.sets.findIndex((set) => set.played >= played);
  const set = momentum.sets[index];
  const begun = momentum.sets[index - 1]?.played ?? 0;
  const last = momentum.games.findLast((game) => game.played > begun && game.played <= played);
  const isEnd = set?.played === played && set.score !== null;
  const score = isEnd ? set.score : { ...(last?.score ?? NONE), tieBreak: null };
  return { team, length, leads, set: set?.number ?? 1, score };
};

/** `Points in a row: 9` */
const runLength = ({ t }: Reader, { length }: { readonly length: number }): string =>
  t('labelled', { name: t('metric.longest_streak'), value: length });

/** The longest run that the chart marks, with its place, `Vega / Lamas · Points in a row: 9 · Set 2 · 4-3`; nothing without one. */
export const runText = (
  reader: Reader,
  momentum: Momentum,
  { names, set, winner }: Pick<ChartTexts, 'names' | 'set' | 'winner'>,
): string => {
  const run = runOf(momentum);
  if (run === null) return '';
  const score = formatSet(run.score, winner ?? 'team_1');
  return dotted([names[run.team], runLength(reader, run), set(run.set), score]);
};

/** Each break at the edge of the team that won it. */
const breakDots = (
  { games }: Momentum,
  x: (played: number) => number,
  { width, height, top }: Pick<ChartBox, 'width' | 'height' | 'top'>,
): readonly string[] =>
  games.flatMap(({ played, winner, isBreak }, index) => {
    if (!isBreak) return [];
    // Of two near each other the first stands a little before its place.
    const next = games.slice(index + 1).find((each) => each.isBreak && each.winner === winner);
    const most = Math.min(width, next === undefined ? width : x(next.played)) - 2.2 * RING;
    const at = {
      cx: Math.max(
        2 * DOT,
        next === undefined ? Math.min(width - 2 * DOT, x(played)) : Math.min(most, x(played)),
      ),
      cy: winner === top ? 2 * DOT : height - 2 * DOT,
    };
    const ring = { fill: 'none', stroke: THEME[winner], 'stroke-width': 2.5 };
    return [
      shape('circle', { ...at, r: DOT, fill: THEME[winner] }),
      shape('circle', { ...at, r: RING, ...ring }),
    ];
  });
